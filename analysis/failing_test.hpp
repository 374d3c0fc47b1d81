#pragma once

#include "analysis/report/report.hpp"
#include "analysis/support/result.hpp"
#include "analysis/support/stack_place.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vouch {

/// One call of a compiler that makes an object file.
struct NativeCompilation {
  std::string directory; ///< where it has to be called
  std::string file;      ///< the C file, absolute
  std::vector<std::string> arguments;
};

/// A C program that makes a violation happen without Vouch.
struct FailingTest {
  std::string text;                      ///< of its file, which includes `source`
  std::vector<StackPlace> places;        ///< that `text` names and does not define
  std::string source;                    ///< the C file that the violation is in, absolute: as `text` names it
  std::string directory;                 ///< where a compiler has to be called for it
  std::vector<std::string> arguments;    ///< for the compiler: those of the program, and what the test needs
  std::vector<NativeCompilation> linked; ///< other files of the program, to be linked with the test
  std::vector<std::vector<std::string>> expected_output; ///< what it prints when it fails: all texts of one of these
  std::string obstacle;                                  ///< why there is no such test, in words; empty if there is one
  std::vector<std::string> doubts;                       ///< what could make it not fail
};

/// Writes the test for a violation that was found in `input` with `options`. Never throws: what goes wrong, an
/// interruption by `context` included, is an obstacle.
FailingTest write_failing_test(const SourceInput& input, const Options& options, const Violation& violation,
                               RunContext& context);

/// For each of the places what its macro has to be defined as (zero: compiled code has no such variable), read from an
/// object file that was made of the test with debugging information. Fails if that does not say it, and on other
/// processors than x86.
Result<std::vector<std::int64_t>> find_places(const std::string& object_file, const std::vector<StackPlace>& places);

} // namespace vouch
