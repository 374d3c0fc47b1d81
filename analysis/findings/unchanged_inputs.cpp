#include "analysis/findings/unchanged_inputs.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace vouch::findings {
namespace {

/// The same value in another type.
cfa::ExpressionRef without_conversions(cfa::ExpressionRef expression) {
  while (const auto* convert = std::get_if<cfa::Convert>(&expression->node)) {
    expression = convert->operand;
  }
  return expression;
}

/// How many edges give each variable a value; all calls of a function count as one for its parameters.
std::vector<std::size_t> writers_of(const cfa::Cfa& cfa) {
  std::vector<std::size_t> result(cfa.variable_count());
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    for (const cfa::VariableId parameter : cfa.function(cfa::FunctionId(index)).parameters) {
      ++result[parameter.index()];
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Operation& operation = cfa.edge(cfa::EdgeId(index)).operation;
    if (!std::holds_alternative<cfa::Call>(operation)) {
      for (const cfa::VariableId variable : cfa::variables_written(operation)) {
        ++result[variable.index()];
      }
    }
  }
  return result;
}

/// The reads of variables and memory, each once, in an order of their own.
std::vector<cfa::ExpressionRef> reads_in(cfa::ExpressionRef expression) {
  std::vector<cfa::ExpressionRef> result;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (std::holds_alternative<cfa::VariableRead>(part->node) || std::holds_alternative<cfa::Load>(part->node)) {
      result.push_back(part);
    }
  });
  std::ranges::sort(result, std::less<>());
  const auto rest = std::ranges::unique(result);
  result.erase(rest.begin(), rest.end());
  return result;
}

} // namespace

UnchangedInputs::UnchangedInputs(const cfa::Cfa& cfa, const trace::Program& program)
    : cfa_(cfa), program_(program), writers_(writers_of(cfa)), sources_(cfa.variable_count()) {}

void UnchangedInputs::note_of_start(cfa::EdgeId edge) {
  const cfa::Operation& operation = cfa_.edge(edge).operation;
  if (std::holds_alternative<cfa::Input>(operation) || std::holds_alternative<cfa::Call>(operation)) {
    for (const cfa::VariableId variable : cfa::variables_written(operation)) {
      const cfa::VariableKind kind = cfa_.variable(variable).kind; // what the file keeps itself is its own affair
      if (kind == cfa::VariableKind::Parameter || kind == cfa::VariableKind::Temporary) {
        sources_[variable.index()] = Source{variable};
      }
    }
  }
}

void UnchangedInputs::note(const trace::Execution& run, cfa::EdgeId edge, const std::vector<ChosenInput>& chosen) {
  const cfa::Operation& operation = cfa_.edge(edge).operation;
  if (const auto* call = std::get_if<cfa::Call>(&operation)) {
    return bind(run, edge, call->parameters);
  }
  if (const auto* back = std::get_if<cfa::Return>(&operation)) {
    return bind(run, edge, back->results);
  }
  if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
    // A number that the function keeps under a name of its own is the function's; a pointer is followed.
    const cfa::Variable& target = cfa_.variable(assign->target);
    const bool is_followed = cfa::is_pointer(target.type) || target.kind == cfa::VariableKind::Temporary;
    sources_[assign->target.index()] =
        is_followed ? source_of(run, edge, without_conversions(assign->value)) : std::nullopt;
  } else if (const auto* input = std::get_if<cfa::Input>(&operation)) {
    const bool is_chosen = !chosen.empty() && chosen.back().key.edge == edge && chosen.back().key.load == nullptr;
    sources_[input->target.index()] = is_chosen ? std::optional(Source{input->target}) : std::nullopt;
  } else if (std::holds_alternative<cfa::Store>(operation) || std::holds_alternative<cfa::ReceiveMemory>(operation) ||
             std::holds_alternative<cfa::SetMemory>(operation) || std::holds_alternative<cfa::CopyMemory>(operation)) {
    note_written(run, edge);
  }
}

/// The first operand of these operations is where they write, the last one, but for a store, how much.
void UnchangedInputs::note_written(const trace::Execution& run, cfa::EdgeId edge) {
  const auto operands = program_.operands_of(program_.edges[edge.index()]);
  const auto& slots = run.machine().slots;
  const auto* store = std::get_if<cfa::Store>(&cfa_.edge(edge).operation);
  const std::uint64_t size =
      store != nullptr ? cfa::size_in_bytes(store->value->type) : slots[operands.back()].address();
  const std::uint64_t begin = slots[operands[0]].address();
  written_.emplace_back(begin, begin + size);
}

void UnchangedInputs::bind(const trace::Execution& run, cfa::EdgeId edge, const std::vector<cfa::Binding>& bindings) {
  std::vector<std::optional<Source>> sources;
  for (const cfa::Binding& binding : bindings) {
    sources.push_back(source_of(run, edge, without_conversions(binding.value)));
  }
  for (std::size_t index = 0; index < bindings.size(); ++index) {
    sources_[bindings[index].variable.index()] = sources[index];
  }
}

/// Of a read of a variable or of memory; nothing else is a value as it was chosen.
std::optional<UnchangedInputs::Source> UnchangedInputs::source_of(const trace::Execution& run, cfa::EdgeId edge,
                                                                  cfa::ExpressionRef value) const {
  if (const auto* read = std::get_if<cfa::VariableRead>(&value->node)) {
    return writers_[read->variable.index()] == 1 ? sources_[read->variable.index()] : std::nullopt;
  }
  const auto* load = std::get_if<cfa::Load>(&value->node);
  const bool is_found =
      load != nullptr && is_about_unchanged(run, edge, load->address) && is_as_found(run, edge, value);
  return is_found ? std::optional(Source{{}, value}) : std::nullopt;
}

bool UnchangedInputs::is_about_unchanged(const trace::Execution& run, cfa::EdgeId edge,
                                         cfa::ExpressionRef expression) const {
  bool has_input = false;
  bool result = true;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    const bool is_read = std::holds_alternative<cfa::VariableRead>(part->node);
    const auto* load = std::get_if<cfa::Load>(&part->node);
    if (is_read || load != nullptr) { // what a load's address reads is visited as well
      has_input = true;
      result = result && (is_read ? source_of(run, edge, part).has_value() : is_as_found(run, edge, part));
    }
  });
  return result && has_input;
}

/// Whether the bytes that the edge has just loaded there are in an object of callers, and as they were found.
bool UnchangedInputs::is_as_found(const trace::Execution& run, cfa::EdgeId edge, cfa::ExpressionRef load) const {
  for (const trace::Instruction& instruction : program_.code_of(program_.edges[edge.index()])) {
    if (!trace::is_load(instruction.opcode) || program_.loads[instruction.third] != load) {
      continue;
    }
    const trace::Value& pointer = run.machine().slots[instruction.left];
    const trace::Memory& memory = run.machine().memory;
    if (!memory.is_alive(pointer.provenance()) ||
        memory.object(pointer.provenance()).kind == trace::ObjectKind::Variable) {
      return false;
    }
    const std::uint64_t begin = pointer.address();
    const std::uint64_t end = begin + cfa::size_in_bytes(load->type);
    return std::ranges::none_of(written_, [&](const auto& bytes) { return bytes.first < end && begin < bytes.second; });
  }
  return false;
}

std::vector<cfa::EdgeId> UnchangedInputs::last_condition(const SourceRange& assertion) const {
  const auto begin_of = [this](cfa::EdgeId branch) { return cfa_.edge(branch).range.begin; };
  const bool has_own = std::ranges::any_of(condition_, [&](cfa::EdgeId branch) {
    return assertion.begin <= begin_of(branch) && begin_of(branch) < assertion.end;
  });
  if (!has_own) { // `if (k == 1 || k == 2) ...; else assert(0);` asks what `assert(k == 1 || k == 2)` does
    return condition_;
  }
  auto first = condition_.end();
  while (first != condition_.begin()) {
    const SourcePosition begin = begin_of(*std::prev(first));
    const bool is_part = assertion.begin <= begin && begin < assertion.end;
    if (first != condition_.end() && !is_part && begin != begin_of(condition_.back())) {
      break;
    }
    --first;
  }
  return {first, condition_.end()};
}

const ChosenInput* UnchangedInputs::null_read_by(const trace::Execution& run, cfa::EdgeId check,
                                                 const std::vector<ChosenInput>& chosen) const {
  const ChosenInput* result = nullptr;
  const auto is_at = [this](const Source& source, const ChosenInput& input) {
    const bool is_load = source.load != nullptr || input.key.load != nullptr;
    return is_load ? source.load == input.key.load
                   : source.variable == input.variable || cfa_.variable(source.variable).name == input.origin;
  };
  for (const cfa::ExpressionRef condition : cfa::expressions_of(cfa_.edge(check).operation)) {
    for (const cfa::ExpressionRef read : reads_in(condition)) {
      const std::optional<Source> source =
          cfa::is_pointer(read->type) ? source_of(run, check, read) : std::optional<Source>();
      for (const ChosenInput& input : chosen) {
        const bool is_null = input.value == 0; // also of the number that says which pointer a parameter is
        result = source && is_null && is_at(*source, input) ? &input : result;
      }
    }
  }
  return result;
}

void UnchangedInputs::note_branch(const trace::Execution& run, cfa::EdgeId branch) {
  const auto* assume = std::get_if<cfa::Assume>(&cfa_.edge(branch).operation);
  const bool is_about_passed = assume != nullptr && is_about_unchanged(run, branch, assume->condition);
  std::vector<cfa::ExpressionRef> read =
      is_about_passed ? reads_in(assume->condition) : std::vector<cfa::ExpressionRef>();
  if (!is_about_passed || read != read_) {
    condition_.clear();
  }
  read_ = std::move(read);
  if (is_about_passed) {
    condition_.push_back(branch);
  }
}

} // namespace vouch::findings
