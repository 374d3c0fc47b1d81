#pragma once

#include "analysis/report/options.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/support/compiled_programs.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouch::testkit {

/// What the interpreter makes of a C program.
struct InterpretedRun {
  trace::RunResult result;
  std::string outcome;                       ///< in words
  unsigned line = 0;                         ///< of the target, if the run reached one
  std::optional<cfa::PropertyKind> violated; ///< likewise
  std::uint64_t checksum = 0;                ///< the variable of that name at the end of `main`
  std::int64_t status = 0;                   ///< what `main` returned
  bool has_other_inputs = false;             ///< it depends on what is no call of `__VERIFIER_nondet_*`
};

/// A C program with `int main(void)` that went through the front end.
class InterpretedProgram {
public:
  /// Writes the text to `file` and translates it. Throws std::runtime_error with the messages if there is no CFA.
  /// `arguments` are for the front end.
  InterpretedProgram(const std::string& text, const std::filesystem::path& file, const Options& options = {},
                     const std::vector<std::string>& arguments = {});
  ~InterpretedProgram();

  /// `inputs` are for calls of `__VERIFIER_nondet_*`; zeros follow. Where undetermined memory is read, a second run
  /// tells whether its contents matter.
  InterpretedRun run(const std::vector<std::int64_t>& inputs, std::uint64_t steps = 5'000'000) const;

  [[nodiscard]] const cfa::Cfa& cfa() const { return *cfa_; }
  [[nodiscard]] const trace::Interpreter& interpreter() const { return *interpreter_; }
  [[nodiscard]] cfa::LocationId start() const { return cfa_->entry_points().front().start; }

private:
  InterpretedRun run_with(const std::vector<std::int64_t>& inputs, std::int64_t other_answer,
                          std::uint64_t steps) const;

  std::unique_ptr<cfa::Cfa> cfa_;
  std::unique_ptr<trace::Interpreter> interpreter_;
};

/// In what the two runs of a program with the same inputs differ; none if they agree, or if one of them says nothing (a
/// limit, an unsupported construct, an over-approximation).
std::optional<std::string> contradiction(const CompiledRun& compiled, const InterpretedRun& interpreted);

/// Whether the run ended where undefined behaviour is checked.
bool found_undefined_behaviour(const InterpretedRun& run);

/// Whether the interpreter's run can be compared at all.
bool is_conclusive(const InterpretedRun& run);

} // namespace vouch::testkit
