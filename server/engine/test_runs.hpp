#pragma once

#include "analysis/failing_test.hpp"
#include "server/formats/tried_test.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace vouch::server {

/// Those that are tried, one after the other, until a test fails as predicted. Compilers evaluate in different orders,
/// and fold undefined arithmetic away in different places, so that the second may show what the first does not.
struct TestCompilers {
  std::vector<std::string> programs = {"gcc", "clang"};
  std::chrono::milliseconds time{20'000}; ///< for each compilation; a run gets at most five seconds
};

/// What only the engine can do for a test.
struct FailingTestEngine {
  std::function<FailingTest(const SourceInput&, const Options&, const Violation&, RunContext&)> write;
  std::function<Result<std::vector<std::int64_t>>(const std::string& object_file, const std::vector<StackPlace>&)>
      find_places;
};

/// Writes the test to `file`, unless that exists and is no such test; compiles it with the project's flags and runs it
/// in an empty folder with limits on time, memory, files and processes. The file stays only if it failed as predicted;
/// otherwise the result is that of the first compiler with which it was run to its end, if there is one.
/// To be called while the process has one thread.
TriedTest try_failing_test(const FailingTestEngine& engine, const FailingTest& test, const std::filesystem::path& file,
                           const TestCompilers& compilers);

/// Writes the test in a child process, as the engine does everything, and tries it.
TriedTest make_failing_test(const FailingTestEngine& engine, const SourceInput& input, const Options& options,
                            const Violation& violation, const std::filesystem::path& file,
                            const TestCompilers& compilers);

/// A name for the test of a violation, among those of `count` in the file: `ring_fails.c`, `ring_put_12_fails.c`.
std::string name_of_test(const std::string& source, const Violation& violation, std::size_t count);

} // namespace vouch::server
