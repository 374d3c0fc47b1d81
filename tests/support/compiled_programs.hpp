#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouch::testkit {

/// A C program with an entry `int <prefix>main(void)` and a global `unsigned long <prefix>checksum`. Several programs
/// share one translation unit, so all of their names of file scope start with their prefix.
struct CompiledProgram {
  std::string text;
  std::string prefix;
};

/// Values for `__VERIFIER_nondet_*`, in the order of the calls; zeros follow.
struct RunRequest {
  std::size_t program = 0;
  std::vector<std::int64_t> inputs;
  std::uint64_t orders = 0; ///< what `next_order()` answers, from the lowest bit on, and then again
};

enum class RunKind {
  Returned,
  Aborted,   ///< an assertion failed
  Undefined, ///< a sanitizer or a signal ended it
  TimedOut,
};

struct CompiledRun {
  RunKind kind = RunKind::Undefined;
  unsigned line = 0; ///< of the failed assertion, counted in the program's own text
  std::uint64_t checksum = 0;
  int status = 0; ///< what the entry returned
};

/// Gcc simplifies comparisons like `x + 1 > x` before it instruments them. Clang finds the overflow there.
enum class Compiler { Gcc, Clang };
enum class Optimisation { None, Two };
/// Without sanitizers a run with undefined behaviour may do anything, and says nothing.
enum class Instrumentation { None, Sanitizers };

struct Build {
  Compiler compiler = Compiler::Gcc;
  Optimisation optimisation = Optimisation::None;
  Instrumentation instrumentation = Instrumentation::Sanitizers;
  std::vector<std::string> arguments = {}; ///< more of them for the compiler
};

/// As users compile: both compilers, unoptimised and optimised, without sanitizers.
std::vector<Build> plain_builds();

/// `gcc -O2`, for messages.
std::string name_of(const Build& build);

/// Compiles the programs as `build` says, into `folder`, and runs each request in a process of its own. Throws
/// std::runtime_error with the compiler's messages if they do not compile.
std::vector<CompiledRun> run_compiled(const std::vector<CompiledProgram>& programs,
                                      const std::vector<RunRequest>& requests, const std::filesystem::path& folder,
                                      const Build& build = {});

/// What is wrong with `run` if `expected` is the same run in another build, without undefined behaviour and where the
/// order of evaluation makes no difference; nothing where one of them took too long.
std::optional<std::string> difference(const CompiledRun& expected, const CompiledRun& run);

} // namespace vouch::testkit
