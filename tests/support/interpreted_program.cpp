#include "tests/support/interpreted_program.hpp"

#include "analysis/frontend/frontend.hpp"

#include <fstream>
#include <stdexcept>

namespace vouch::testkit {
namespace {

/// The inputs of `__VERIFIER_nondet_*` from a list; the same answer to everything else.
class NondetInputs : public trace::InputSource {
public:
  NondetInputs(const std::vector<std::int64_t>& values, std::int64_t other_answer)
      : values_(values), other_answer_(other_answer) {}

  std::optional<cfa::Integer> next(const trace::InputRequest& request) override {
    if (!request.origin.starts_with("__VERIFIER_nondet_")) {
      has_others_ = true;
      return request.known.value_or(other_answer_);
    }
    return position_ < values_.size() ? values_[position_++] : 0;
  }
  [[nodiscard]] bool has_others() const { return has_others_; }

private:
  const std::vector<std::int64_t>& values_;
  std::int64_t other_answer_;
  std::size_t position_ = 0;
  bool has_others_ = false;
};

/// Reads the checksum and the result of main on the way to main's exit.
class EndOfMain : public trace::RunObserver {
public:
  EndOfMain(const cfa::Cfa& cfa, InterpretedRun& run) : cfa_(cfa), run_(run) {
    for (std::size_t index = 0; index < cfa.function_count(); ++index) {
      if (cfa.function(cfa::FunctionId(index)).name == "main") {
        main_ = cfa::FunctionId(index);
      }
    }
    for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
      if (cfa.variable(cfa::VariableId(index)).name == "checksum") {
        checksum_ = cfa::VariableId(index);
      }
    }
  }

  void executed(cfa::EdgeId edge, const trace::Machine& machine) override {
    if (!main_.is_valid() || cfa_.edge(edge).target != cfa_.function(main_).exit) {
      return;
    }
    if (checksum_.is_valid()) {
      run_.checksum = read(checksum_, machine);
    }
    if (const auto& results = cfa_.function(main_).return_variables; results.size() == 1) {
      run_.status = machine.slots[results[0].index()].integer();
    }
  }

private:
  std::uint64_t read(cfa::VariableId id, const trace::Machine& machine) const {
    if (cfa_.variable(id).storage == cfa::Storage::Register) {
      return machine.slots[id.index()].address();
    }
    trace::Provenance object = machine.variables[id.index()];
    std::uint64_t value = 0;
    if (machine.memory.is_alive(object)) {
      machine.memory.object(object).bytes.read(0, reinterpret_cast<std::uint8_t*>(&value), sizeof value);
    }
    return value;
  }

  const cfa::Cfa& cfa_;
  InterpretedRun& run_;
  cfa::FunctionId main_;
  cfa::VariableId checksum_;
};

} // namespace

InterpretedProgram::InterpretedProgram(const std::string& text, const std::filesystem::path& file,
                                       const Options& options, const std::vector<std::string>& arguments) {
  std::ofstream(file) << text;
  RunContext context;
  SourceInput input;
  input.path = file.string();
  input.clang_arguments = arguments;
  frontend::Translation translation = frontend::translate(input, options, context);
  if (!translation.cfa) {
    std::string messages;
    for (const Message& message : translation.messages) {
      messages += std::to_string(message.place.line) + ": " + message.text + "\n";
    }
    throw std::runtime_error(file.string() + " has no CFA: " + messages);
  }
  cfa_ = std::make_unique<cfa::Cfa>(std::move(*translation.cfa));
  interpreter_ = std::make_unique<trace::Interpreter>(*cfa_);
}

InterpretedProgram::~InterpretedProgram() = default;

InterpretedRun InterpretedProgram::run(const std::vector<std::int64_t>& inputs, std::uint64_t steps) const {
  InterpretedRun run = run_with(inputs, 0, steps);
  if (run.has_other_inputs) {
    // Bits of padding, perhaps: a bit-field is written together with them.
    InterpretedRun other = run_with(inputs, -1, steps);
    run.has_other_inputs = run.outcome != other.outcome || run.checksum != other.checksum || run.status != other.status;
  }
  return run;
}

InterpretedRun InterpretedProgram::run_with(const std::vector<std::int64_t>& inputs, std::int64_t other_answer,
                                            std::uint64_t steps) const {
  InterpretedRun run;
  NondetInputs source(inputs, other_answer);
  EndOfMain observer(*cfa_, run);
  run.result = interpreter_->run(start(), source, {.steps = steps}, &observer);
  run.outcome = trace::to_string(run.result.outcome, *cfa_);
  run.has_other_inputs = source.has_others();
  if (const auto* reached = std::get_if<trace::ReachedTarget>(&run.result.outcome)) {
    run.line = cfa_->location(reached->location).range.begin.line;
    run.violated = cfa_->location(reached->location).target->property;
  }
  return run;
}

bool found_undefined_behaviour(const InterpretedRun& run) { return run.violated && !cfa::is_claim(*run.violated); }

bool is_conclusive(const InterpretedRun& run) {
  bool ended = std::holds_alternative<trace::Halted>(run.result.outcome) ||
               std::holds_alternative<trace::ReachedTarget>(run.result.outcome) ||
               std::holds_alternative<trace::UndefinedBehaviour>(run.result.outcome);
  return ended && !run.result.used_overapproximation;
}

std::optional<std::string> contradiction(const CompiledRun& compiled, const InterpretedRun& interpreted) {
  if (compiled.kind == RunKind::TimedOut || !is_conclusive(interpreted)) {
    return std::nullopt;
  }
  if (interpreted.has_other_inputs) {
    return "the interpreter's run depends on inputs that the program does not have";
  }
  bool agrees = false;
  std::string expected;
  switch (compiled.kind) {
  case RunKind::Returned:
    expected = "return " + std::to_string(compiled.status) + " with checksum " + std::to_string(compiled.checksum);
    agrees = std::holds_alternative<trace::Halted>(interpreted.result.outcome) &&
             compiled.status == interpreted.status && compiled.checksum == interpreted.checksum;
    break;
  case RunKind::Aborted:
    expected = "failed assertion in line " + std::to_string(compiled.line);
    agrees = interpreted.violated == cfa::PropertyKind::Assertion && compiled.line == interpreted.line;
    break;
  default:
    expected = "undefined behaviour";
    agrees = std::holds_alternative<trace::UndefinedBehaviour>(interpreted.result.outcome) ||
             found_undefined_behaviour(interpreted);
    break;
  }
  if (agrees) {
    return std::nullopt;
  }
  return "gcc: " + expected + "; interpreter: " + interpreted.outcome + ", return " +
         std::to_string(interpreted.status) + ", checksum " + std::to_string(interpreted.checksum);
}

} // namespace vouch::testkit
