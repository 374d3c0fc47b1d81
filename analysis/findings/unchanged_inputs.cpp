#include "analysis/findings/unchanged_inputs.hpp"

#include "analysis/cfa/comparison.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_set>

namespace vouch::findings {
namespace {

/// What is read whose value, or some bits of it, as of a bit-field, is that of the expression; null: it is computed from more.
cfa::ExpressionRef read_in(cfa::ExpressionRef expression) {
  const auto is_constant = [](cfa::ExpressionRef part) { return std::holds_alternative<cfa::Constant>(part->node); };
  expression = cfa::without_conversions(expression);
  while (const auto* binary = std::get_if<cfa::Binary>(&expression->node)) {
    const bool takes_bits = binary->op == cfa::BinaryOperator::ShiftLeft ||
                            binary->op == cfa::BinaryOperator::ShiftRight || binary->op == cfa::BinaryOperator::BitAnd;
    if (!takes_bits || !is_constant(binary->right)) {
      return nullptr;
    }
    expression = cfa::without_conversions(binary->left);
  }
  const bool is_read = std::holds_alternative<cfa::VariableRead>(expression->node) ||
                       std::holds_alternative<cfa::Load>(expression->node);
  return is_read ? expression : nullptr;
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

/// Adds what the address of a load reads, and all else in it.
void add_address_of(const cfa::Load& load, std::unordered_set<cfa::ExpressionRef>& parts) {
  cfa::for_each_subexpression(load.address, [&](cfa::ExpressionRef part) { parts.insert(part); });
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
    : cfa_(cfa), program_(program), writers_(writers_of(cfa)), sources_(cfa.variable_count()),
      is_copy_(cfa.variable_count()) {}

void UnchangedInputs::note_of_start(cfa::EdgeId edge) {
  const cfa::Operation& operation = cfa_.edge(edge).operation;
  if (std::holds_alternative<cfa::Input>(operation) || std::holds_alternative<cfa::Call>(operation)) {
    for (const cfa::VariableId variable : cfa::variables_written(operation)) {
      const cfa::VariableKind kind = cfa_.variable(variable).kind; // what the file keeps itself is its own affair
      if (kind == cfa::VariableKind::Parameter || kind == cfa::VariableKind::Temporary) {
        sources_[variable.index()] = Source{variable};
        is_copy_[variable.index()] = true;
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
    return this->assign(run, edge, assign->target, assign->value);
  }
  const bool is_chosen = std::holds_alternative<cfa::Input>(operation) && !chosen.empty() &&
                         chosen.back().key.edge == edge && chosen.back().key.load == nullptr;
  for (const cfa::VariableId variable : cfa::variables_written(operation)) {
    sources_[variable.index()] = is_chosen ? std::optional(Source{variable}) : std::nullopt;
    is_copy_[variable.index()] = is_chosen;
  }
  if (std::holds_alternative<cfa::Store>(operation) || std::holds_alternative<cfa::ReceiveMemory>(operation) ||
      std::holds_alternative<cfa::SetMemory>(operation) || std::holds_alternative<cfa::WriteBytes>(operation) ||
      std::holds_alternative<cfa::CopyMemory>(operation)) {
    note_written(run, edge);
  }
}

void UnchangedInputs::assign(const trace::Execution& run, cfa::EdgeId edge, cfa::VariableId variable,
                             cfa::ExpressionRef value) {
  // A number that the function keeps under a name of its own is the function's; a pointer is followed.
  const cfa::Variable& target = cfa_.variable(variable);
  const bool is_followed = cfa::is_pointer(target.type) || target.kind == cfa::VariableKind::Temporary;
  const cfa::ExpressionRef read = read_in(value);
  const bool is_copy = read != nullptr && is_about_copies(run, edge, read);
  const auto source = is_followed ? source_of(run, edge, cfa::without_conversions(value)) : std::optional<Source>();
  is_copy_[variable.index()] = is_copy;
  sources_[variable.index()] = source;
}

/// The first operand of these operations is where they write, the last one, but for a store, how much.
void UnchangedInputs::note_written(const trace::Execution& run, cfa::EdgeId edge) {
  const auto operands = program_.operands_of(program_.edges[edge.index()]);
  const auto& slots = run.machine().slots;
  const auto* store = std::get_if<cfa::Store>(&cfa_.edge(edge).operation);
  const std::uint64_t size =
      store != nullptr ? cfa::size_in_bytes(store->value->type) : slots[operands.back()].address();
  const auto* copy = std::get_if<cfa::CopyMemory>(&cfa_.edge(edge).operation);
  const cfa::ExpressionRef read = store != nullptr ? read_in(store->value) : nullptr;
  const bool is_copy =
      copy != nullptr ? is_found(run, slots[operands[1]], size) : read != nullptr && is_about_copies(run, edge, read);
  const std::uint64_t begin = slots[operands[0]].address();
  written_.push_back(
      {begin, begin + size, is_copy, store != nullptr && keeps_argument(run, slots[operands[0]], store->value)});
}

bool UnchangedInputs::keeps_argument(const trace::Execution& run, const trace::Value& address,
                                     cfa::ExpressionRef value) const {
  const auto* read = std::get_if<cfa::VariableRead>(&value->node);
  const trace::Memory& memory = run.machine().memory;
  if (read == nullptr || !sources_[read->variable.index()] || !memory.is_alive(address.provenance())) {
    return false;
  }
  const cfa::VariableId object = memory.object(address.provenance()).variable;
  const cfa::Variable& parameter = cfa_.variable(read->variable);
  return parameter.kind == cfa::VariableKind::Parameter && object.is_valid() &&
         cfa_.variable(object).declaration.path() == parameter.declaration.path() &&
         cfa_.variable(object).declaration.begin == parameter.declaration.begin;
}

void UnchangedInputs::bind(const trace::Execution& run, cfa::EdgeId edge, const std::vector<cfa::Binding>& bindings) {
  std::vector<std::pair<std::optional<Source>, bool>> values;
  for (const cfa::Binding& binding : bindings) {
    const cfa::ExpressionRef read = read_in(binding.value);
    values.emplace_back(source_of(run, edge, cfa::without_conversions(binding.value)),
                        read != nullptr && is_about_copies(run, edge, read));
  }
  for (std::size_t index = 0; index < bindings.size(); ++index) {
    const std::size_t variable = bindings[index].variable.index();
    sources_[variable] = values[index].first;
    is_copy_[variable] = values[index].second;
  }
}

/// Of a read of a variable or of memory; nothing else is a value as it was chosen.
std::optional<UnchangedInputs::Source> UnchangedInputs::source_of(const trace::Execution& run, cfa::EdgeId edge,
                                                                  cfa::ExpressionRef value) const {
  if (const auto* read = std::get_if<cfa::VariableRead>(&value->node)) {
    const bool is_followed = cfa::is_pointer(value->type) || writers_[read->variable.index()] == 1;
    return is_followed ? sources_[read->variable.index()] : std::nullopt;
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
  std::unordered_set<cfa::ExpressionRef> addresses_of_arguments;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    const auto* load = std::get_if<cfa::Load>(&part->node);
    const trace::Value* pointer = load != nullptr ? pointer_of(run, edge, part) : nullptr;
    if (pointer != nullptr && leads_to_variable(run, *pointer)) {
      add_address_of(*load, addresses_of_arguments);
    }
  });
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    const bool is_read = std::holds_alternative<cfa::VariableRead>(part->node);
    const auto* load = std::get_if<cfa::Load>(&part->node);
    if ((is_read || load != nullptr) && !addresses_of_arguments.contains(part)) { // those of other loads count
      has_input = true;
      result = result && (is_read ? source_of(run, edge, part).has_value() : is_as_found(run, edge, part));
    }
  });
  return result && has_input;
}

bool UnchangedInputs::is_about_copies(const trace::Execution& run, cfa::EdgeId edge,
                                      cfa::ExpressionRef expression) const {
  std::unordered_set<cfa::ExpressionRef> in_addresses;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
      add_address_of(*load, in_addresses);
    }
  });
  bool result = false;
  for (const cfa::ExpressionRef part : reads_in(expression)) {
    const auto* read = std::get_if<cfa::VariableRead>(&part->node);
    if (!in_addresses.contains(part)) {
      const trace::Value* pointer = read == nullptr ? pointer_of(run, edge, part) : nullptr;
      const std::uint64_t size = cfa::size_in_bytes(part->type);
      result = read != nullptr ? is_copy_[read->variable.index()]
                               : pointer != nullptr && (is_found(run, *pointer, size) || is_copied(*pointer, size));
      if (!result) {
        return false;
      }
    }
  }
  return result;
}

/// The pointer through which the edge has just loaded.
const trace::Value* UnchangedInputs::pointer_of(const trace::Execution& run, cfa::EdgeId edge,
                                                cfa::ExpressionRef load) const {
  for (const trace::Instruction& instruction : program_.code_of(program_.edges[edge.index()])) {
    if (trace::is_load(instruction.opcode) && program_.loads[instruction.third] == load) {
      return &run.machine().slots[instruction.left];
    }
  }
  return nullptr;
}

/// Whether the bytes that the edge has just loaded there are in an object of callers, and as they were found.
bool UnchangedInputs::is_as_found(const trace::Execution& run, cfa::EdgeId edge, cfa::ExpressionRef load) const {
  const trace::Value* pointer = pointer_of(run, edge, load);
  return pointer != nullptr && is_found(run, *pointer, cfa::size_in_bytes(load->type));
}

bool UnchangedInputs::leads_to_variable(const trace::Execution& run, const trace::Value& pointer) {
  const trace::Memory& memory = run.machine().memory;
  return memory.is_alive(pointer.provenance()) &&
         memory.object(pointer.provenance()).kind == trace::ObjectKind::Variable;
}

/// Whether so many bytes behind it are in an object of callers, and as they were found, or are what was passed.
bool UnchangedInputs::is_found(const trace::Execution& run, const trace::Value& pointer, std::uint64_t size) const {
  const trace::Memory& memory = run.machine().memory;
  if (!memory.is_alive(pointer.provenance())) {
    return false;
  }
  const bool is_variable = leads_to_variable(run, pointer);
  const std::uint64_t begin = pointer.address();
  std::size_t arguments = 0;
  for (const Written& bytes : written_) {
    const bool is_met = bytes.begin < begin + size && begin < bytes.end;
    if (is_met && !(is_variable && bytes.is_argument)) {
      return false;
    }
    arguments += is_met ? 1 : 0;
  }
  return !is_variable || arguments == 1;
}

/// Whether what was written there last are bytes that were found.
bool UnchangedInputs::is_copied(const trace::Value& pointer, std::uint64_t size) const {
  const std::uint64_t begin = pointer.address();
  const auto last = std::find_if(written_.rbegin(), written_.rend(),
                                 [&](const Written& bytes) { return bytes.begin < begin + size && begin < bytes.end; });
  return last != written_.rend() && last->is_copy && last->begin <= begin && begin + size <= last->end;
}

std::vector<cfa::EdgeId> UnchangedInputs::last_condition(const SourceRange& assertion) const {
  const auto begin_of = [this](cfa::EdgeId branch) { return cfa_.edge(branch).range.begin; };
  const auto is_part = [&](cfa::EdgeId branch) {
    return assertion.begin <= begin_of(branch) && begin_of(branch) < assertion.end;
  };
  if (std::ranges::none_of(copied_.branches, is_part)) {
    return copied_.branches; // `if (k == 1 || k == 2) ...; else assert(0);` asks what `assert(k == 1 || k == 2)` does
  }
  const std::vector<cfa::EdgeId>& branches = passed_.branches;
  auto first = branches.end();
  while (first != branches.begin()) {
    const cfa::EdgeId branch = *std::prev(first);
    if (first != branches.end() && !is_part(branch) && begin_of(branch) != begin_of(branches.back())) {
      break;
    }
    --first;
  }
  return {first, branches.end()};
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
      if (!cfa::is_pointer(read->type)) {
        continue;
      }
      // Whoever has computed where it lies, a null pointer that was found there is nobody else's.
      const bool is_found = std::holds_alternative<cfa::Load>(read->node) && is_as_found(run, check, read);
      const std::optional<Source> source = is_found ? Source{{}, read} : source_of(run, check, read);
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
  const std::vector<cfa::ExpressionRef> reads =
      assume != nullptr ? reads_in(assume->condition) : std::vector<cfa::ExpressionRef>();
  if (assume == nullptr || !reads.empty()) { // a constant condition asks nothing
    passed_.ask(branch, reads, assume != nullptr && is_about_unchanged(run, branch, assume->condition));
    copied_.ask(branch, reads, assume != nullptr && is_about_copies(run, branch, assume->condition));
  }
}

void UnchangedInputs::Question::ask(cfa::EdgeId branch, const std::vector<cfa::ExpressionRef>& reads,
                                    bool is_about_inputs) {
  if (!is_about_inputs || reads != read) {
    branches.clear();
  }
  read = is_about_inputs ? reads : std::vector<cfa::ExpressionRef>();
  if (is_about_inputs) {
    branches.push_back(branch);
  }
}

} // namespace vouch::findings
