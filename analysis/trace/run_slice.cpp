#include "analysis/trace/run_slice.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace vouch::trace {
namespace {

/// Longer runs would take too much memory.
constexpr std::size_t most_events = 100'000;

} // namespace

/// Values that are still to be explained.
class RunSlice::Needed {
public:
  void add(const Datum& datum) {
    if (datum.kind != Datum::Kind::Bytes) {
      others_.insert(key_of(datum));
    } else if (datum.first < datum.second) {
      remove_bytes(datum);
      bytes_.emplace(datum.first, datum.second);
    }
  }

  /// The parts of it that were needed. They are not any more, but for objects: several edges say what becomes of one.
  std::vector<Datum> take(const Datum& datum) {
    switch (datum.kind) {
    case Datum::Kind::Bytes:
      return remove_bytes(datum);
    case Datum::Kind::Object:
      return others_.contains(key_of(datum)) ? std::vector{datum} : std::vector<Datum>();
    default:
      return others_.erase(key_of(datum)) > 0 ? std::vector{datum} : std::vector<Datum>();
    }
  }

private:
  using Key = std::tuple<Datum::Kind, std::uint64_t, std::uint64_t>;
  static Key key_of(const Datum& datum) { return {datum.kind, datum.first, datum.second}; }

  std::vector<Datum> remove_bytes(const Datum& datum) {
    std::vector<Datum> result;
    auto range = bytes_.upper_bound(datum.first);
    if (range != bytes_.begin()) {
      --range;
    }
    while (range != bytes_.end() && range->first < datum.second) {
      const auto [begin, end] = *range;
      if (end <= datum.first) {
        ++range;
        continue;
      }
      result.push_back({Datum::Kind::Bytes, std::max(begin, datum.first), std::min(end, datum.second)});
      range = bytes_.erase(range);
      if (begin < datum.first) {
        bytes_.emplace(begin, datum.first);
      }
      if (datum.second < end) {
        bytes_.emplace(datum.second, end);
      }
    }
    return result;
  }

  std::set<Key> others_;
  std::map<std::uint64_t, std::uint64_t> bytes_; ///< from, to before; none overlap
};

RunSlice::RunSlice(const Program& program)
    : program_(program), cfa_(*program.cfa), joins_(cfa_), before_(cfa_.variable_count()) {}

void RunSlice::executed(cfa::EdgeId edge, const Machine& machine) {
  is_too_long_ = is_too_long_ || events_.size() >= most_events;
  if (is_too_long_) {
    events_ = {};
    return;
  }
  Event event;
  const cfa::Operation& operation = cfa_.edge(edge).operation;
  follow_control(event, edge);
  if (const auto* call = std::get_if<cfa::Call>(&operation)) {
    const Activation from{activations_.back().number};
    activations_.push_back({++calls_, events_.size()});
    event.is_transfer = true;
    event.flows = flows_of_bindings(edge, call->parameters, from, activations_.back(), machine);
  } else if (const auto* back = std::get_if<cfa::Return>(&operation)) {
    const Activation from{activations_.back().number};
    activations_.pop_back();
    event.is_transfer = true;
    event.flows = flows_of_bindings(edge, back->results, from, activations_.back(), machine);
  } else {
    event.flows = flows_of(edge, machine);
  }
  events_.push_back(std::move(event));
  remember(edge, machine);
}

/// Branches whose ways have come together again decide nothing any more.
void RunSlice::follow_control(Event& event, cfa::EdgeId id) {
  const cfa::Edge& edge = cfa_.edge(id);
  Activation& activation = activations_.back();
  std::vector<OpenBranch>& branches = activation.branches;
  while (!branches.empty() && branches.back().join == edge.source) {
    branches.pop_back();
  }
  event.decided_by = branches.empty() ? nobody : branches.back().event;
  event.called_by = activation.call;
  if (std::holds_alternative<cfa::Assume>(edge.operation)) { // where there is one way that counts, its join is next
    const cfa::LocationId join = joins_.join_of(edge.source);
    if (!branches.empty() && branches.back().join == join && join.is_valid()) {
      branches.pop_back(); // the last round of the same loop
    }
    branches.push_back({events_.size(), join});
  }
}

/// What the edge's reads find is in the slots still, but for variables that it has written.
void RunSlice::remember(cfa::EdgeId edge, const Machine& machine) {
  const cfa::Operation& operation = cfa_.edge(edge).operation;
  for (const cfa::VariableId variable : cfa::variables_written(operation)) {
    before_[variable.index()] = machine.slots[variable.index()];
  }
  if (std::holds_alternative<cfa::Return>(operation)) { // what an outer activation of the function had is back
    const cfa::FunctionId function = cfa_.location(cfa_.edge(edge).source).function;
    for (const std::uint32_t variable : program_.local_registers[function.index()]) {
      before_[variable] = machine.slots[variable];
    }
  }
}

RunSlice::Datum RunSlice::datum_of(cfa::VariableId variable, const Activation& activation) const {
  const bool is_local = cfa_.variable(variable).function.is_valid();
  return {Datum::Kind::Register, variable.index(), is_local ? activation.number : 0};
}

void RunSlice::add_reads(std::vector<Datum>& read, cfa::EdgeId edge, cfa::ExpressionRef expression,
                         const Activation& activation, const Machine& machine) const {
  const std::vector<cfa::VariableId> written = cfa::variables_written(cfa_.edge(edge).operation);
  const auto value_in = [&](std::uint32_t slot) -> const Value& {
    const bool is_written = std::ranges::find(written, cfa::VariableId(slot)) != written.end();
    return is_written ? before_[slot] : machine.slots[slot];
  };
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* variable = std::get_if<cfa::VariableRead>(&part->node)) {
      read.push_back(datum_of(variable->variable, activation));
    } else if (std::holds_alternative<cfa::Load>(part->node)) {
      for (const Instruction& instruction : program_.code_of(program_.edges[edge.index()])) {
        if (is_load(instruction.opcode) && program_.loads[instruction.third] == part) {
          const std::uint64_t address = value_in(instruction.left).address();
          read.push_back({Datum::Kind::Bytes, address, address + cfa::size_in_bytes(part->type)});
        }
      }
    }
  });
}

std::vector<RunSlice::Flow> RunSlice::flows_of(cfa::EdgeId id, const Machine& machine) const {
  const cfa::Operation& operation = cfa_.edge(id).operation;
  const ProgramEdge& edge = program_.edges[id.index()];
  const auto operand = [&](std::size_t index) -> const Value& {
    return machine.slots[program_.operands_of(edge)[index]];
  };
  Flow flow;
  for (const cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
    add_reads(flow.read, id, expression, activations_.back(), machine);
  }
  for (const Instruction& instruction : program_.code_of(edge)) {
    if (instruction.opcode == Opcode::CheckMemory) {
      const Provenance object = machine.slots[instruction.left].provenance();
      flow.read.push_back({Datum::Kind::Object, object.slot, object.generation});
    }
  }
  for (const cfa::VariableId variable : cfa::variables_written(operation)) {
    flow.written.push_back(datum_of(variable, activations_.back()));
  }
  const auto add_bytes = [&](std::uint64_t address, std::uint64_t size) {
    flow.written.push_back({Datum::Kind::Bytes, address, address + size});
  };
  const auto add_object = [&](Provenance object) {
    flow.written.push_back({Datum::Kind::Object, object.slot, object.generation});
  };
  std::visit(
      Overloaded{
          [&](const cfa::Store& store) { add_bytes(operand(0).address(), cfa::size_in_bytes(store.value->type)); },
          [&](const cfa::SetMemory&) { add_bytes(operand(0).address(), operand(2).address()); },
          [&](const cfa::WriteBytes& write) { add_bytes(operand(0).address(), write.bytes->size()); },
          [&](const cfa::ReceiveMemory&) { add_bytes(operand(0).address(), operand(1).address()); },
          [&](const cfa::CopyMemory&) {
            add_bytes(operand(0).address(), operand(2).address());
            flow.copied_from = operand(1).address() - operand(0).address();
          },
          [&](const cfa::Allocate& allocate) {
            const Value& made = machine.slots[allocate.target.index()];
            add_object(made.provenance());
            add_bytes(made.address(), operand(0).address());
          },
          [&](const cfa::Free&) { add_object(operand(0).provenance()); },
          [](const auto&) {},
      },
      operation);
  return {std::move(flow)};
}

std::vector<RunSlice::Flow> RunSlice::flows_of_bindings(cfa::EdgeId edge, const std::vector<cfa::Binding>& bindings,
                                                        const Activation& from, const Activation& to,
                                                        const Machine& machine) const {
  std::vector<Flow> flows;
  for (const cfa::Binding& binding : bindings) {
    Flow& flow = flows.emplace_back();
    add_reads(flow.read, edge, binding.value, from, machine);
    flow.written.push_back(datum_of(binding.variable, to));
  }
  return flows;
}

std::vector<bool> RunSlice::relevant_edges() const {
  std::vector<bool> result(events_.size());
  if (result.empty()) {
    return result;
  }
  Needed needed;
  result.back() = true;
  for (std::size_t index = result.size(); index-- > 0;) {
    const Event& event = events_[index];
    for (const Flow& flow : event.flows) {
      std::vector<Datum> taken;
      for (const Datum& datum : flow.written) {
        std::ranges::copy(needed.take(datum), std::back_inserter(taken));
      }
      if (!taken.empty() || (result[index] && !event.is_transfer)) {
        result[index] = true;
        std::ranges::for_each(flow.read, [&](const Datum& datum) { needed.add(datum); });
      }
      for (const Datum& datum : flow.copied_from ? taken : std::vector<Datum>()) {
        needed.add({datum.kind, datum.first + *flow.copied_from, datum.second + *flow.copied_from});
      }
    }
    if (result[index]) {
      for (const std::size_t cause : {event.decided_by, event.called_by}) {
        if (cause != nobody) {
          result[cause] = true;
        }
      }
    }
  }
  return result;
}

} // namespace vouch::trace
