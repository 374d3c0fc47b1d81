#include "analysis/domains/values/value_analysis.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/values/canonical_heap.hpp"
#include "analysis/domains/values/value_evaluation.hpp"
#include "analysis/domains/values/value_restriction.hpp"
#include "analysis/domains/values/value_text.hpp"
#include "analysis/facts/call_graph.hpp"

#include <algorithm>
#include <utility>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<ValueAnalysis>);

namespace {

using cfa::Integer;

} // namespace

/// The successors of one state along one edge.
class ValueAnalysis::Step {
public:
  Step(const ValueAnalysis& analysis, const State& state, const ValuePrecision& precision,
       const core::EdgeContext& edge)
      : analysis_(analysis), precision_(precision), memory_(*analysis.cfa_, *analysis.regions_, analysis.tables_.get()),
        state_(state), edge_(edge), evaluator_(*analysis.cfa_, memory_, state) {}

  std::vector<State> successors() {
    for (cfa::ExpressionRef expression : cfa::expressions_of(edge_.edge.operation)) {
      if (std::holds_alternative<Undefined>(evaluator_.evaluate(expression))) {
        return {};
      }
    }
    std::vector<State> result =
        std::visit([&](const auto& operation) { return after(operation); }, edge_.edge.operation);
    for (State& successor : result) {
      for (cfa::VariableId variable : analysis_.live_->dying_on(edge_.id)) {
        successor.registers = successor.registers.without(variable.index());
      }
      if (!precision_.tracks_everything()) {
        successor = tracked(successor);
      }
      if (analysis_.object_names_ == ObjectNames::Canonical &&
          analysis_.cfa_->location(edge_.edge.target).is_loop_head) {
        successor = with_canonical_heap(successor);
      }
    }
    return result;
  }

private:
  [[nodiscard]] State tracked(const State& state) const {
    const cfa::LocationId location = edge_.edge.target;
    return restricted(state, [&](const TrackedPlace& place) { return precision_.tracks(place, location); });
  }

  std::vector<State> after(const cfa::Skip& /*skip*/) { return {state_}; }
  std::vector<State> after(const cfa::Unsupported& /*unsupported*/) { return {state_}; }

  std::vector<State> after(const cfa::Assume& assumption) {
    std::optional<State> next = assume(*analysis_.cfa_, memory_, state_, assumption.condition, assumption.polarity);
    const auto left = analysis_.values_left_->find(edge_.id);
    if (next && left != analysis_.values_left_->end()) {
      next = with_register(*next, left->second.variable, left->second.value);
    }
    return next ? std::vector{*std::move(next)} : std::vector<State>();
  }

  std::vector<State> after(const cfa::Assign& assignment) {
    const auto* choice = std::get_if<cfa::Conditional>(&assignment.value->node);
    if (choice == nullptr || evaluator_.truth(choice->condition)) {
      return {with_register(state_, assignment.target, evaluator_.value(assignment.value))};
    }
    std::vector<State> result; // as if it was written with a branch
    for (cfa::Polarity polarity : {cfa::Polarity::Holds, cfa::Polarity::Fails}) {
      const cfa::ExpressionRef chosen = polarity == cfa::Polarity::Holds ? choice->if_true : choice->if_false;
      if (std::optional<State> branch = assume(*analysis_.cfa_, memory_, state_, choice->condition, polarity)) {
        ValueEvaluator evaluator(*analysis_.cfa_, memory_, *branch);
        result.push_back(with_register(*branch, assignment.target, evaluator.value(chosen)));
      }
    }
    return result;
  }

  std::vector<State> after(const cfa::Store& store) {
    const std::optional<ObjectAddress> place = evaluator_.address(store.address);
    return {with_memory(
        place ? memory_.store(state_.memory, *place, store.address, store.value->type, evaluator_.value(store.value))
              : memory_.store_anywhere(state_.memory, store.address, store.value->type))};
  }

  std::vector<State> after(const cfa::Input& input) { return {with_register(state_, input.target, std::nullopt)}; }

  /// The object of the variable's last life has the same name: a pointer to it that was kept says nothing about whether
  /// what it points to is alive.
  std::vector<State> after(const cfa::Declare& declaration) {
    const ObjectId object = ObjectId::of(declaration.variable);
    ObjectContents contents;
    if (analysis_.regions_->may_dangle(declaration.variable) && may_be_pointed_to(object)) {
      contents.lifetime = Lifetime::Unknown;
    }
    return {with_memory(state_.memory.with(object.number(), std::move(contents)))};
  }

  std::vector<State> after(const cfa::Allocate& allocation) {
    if (!precision_.names(edge_.id)) {
      State unnamed = with_register(state_, allocation.target, std::nullopt);
      unnamed.memory = without_earlier_lives(allocation);
      return {std::move(unnamed)};
    }
    const std::uint64_t* made = state_.allocations.find(edge_.id.index());
    const std::uint64_t ordinal = made != nullptr ? *made : 0;
    const ObjectId object = ObjectId::of(edge_.id, static_cast<std::uint32_t>(ordinal));
    ObjectContents contents;
    if (const std::optional<Integer> size = evaluator_.integer(allocation.size)) {
      contents.size = static_cast<std::uint64_t>(*size);
    }
    if (allocation.kind == cfa::AllocationKind::ZeroedHeap) {
      contents.background = 0;
    }
    State made_state = with_register(state_, allocation.target, ObjectAddress{object, 0});
    made_state.memory = without_earlier_lives(allocation).with(object.number(), std::move(contents));
    made_state.allocations = state_.allocations.with(edge_.id.index(), ordinal + 1);
    if (allocation.failure == cfa::AllocationFailure::Never) {
      return {std::move(made_state)};
    }
    return {std::move(made_state), with_register(state_, allocation.target, Integer{0})};
  }

  std::vector<State> after(const cfa::Free& free) {
    if (const std::optional<ObjectAddress> place = evaluator_.address(free.address)) {
      const ObjectContents* contents = state_.memory.find(place->object.number());
      ObjectContents ended;
      ended.size = contents != nullptr ? contents->size : std::nullopt;
      ended.lifetime = Lifetime::Ended;
      return {with_memory(state_.memory.with(place->object.number(), std::move(ended)))};
    }
    if (evaluator_.integer(free.address) == Integer{0}) {
      return {state_};
    }
    return {with_memory(lifetimes_unknown(&analysis_.regions_->group_of(free.address)))};
  }

  std::vector<State> after(const cfa::CopyMemory& copy) {
    const std::optional<ObjectAddress> destination = evaluator_.address(copy.destination);
    const std::optional<ObjectAddress> source = evaluator_.address(copy.source);
    const std::optional<Integer> size = evaluator_.integer(copy.size);
    if (!destination) {
      return {with_memory(memory_.forget(state_.memory, copy.destination))};
    }
    if (!source || !size || copy.extent != cfa::CopyMemory::Extent::Exactly) {
      return {with_memory(ValueMemory::forget(state_.memory, destination->object))};
    }
    return {with_memory(memory_.copy(state_.memory, *destination, *source, *size))};
  }

  std::vector<State> after(const cfa::SetMemory& set) {
    const std::optional<ObjectAddress> destination = evaluator_.address(set.destination);
    const std::optional<Integer> byte = evaluator_.integer(set.byte);
    const std::optional<Integer> size = evaluator_.integer(set.size);
    if (!destination) {
      return {with_memory(memory_.forget(state_.memory, set.destination))};
    }
    if (!size) {
      return {with_memory(ValueMemory::forget(state_.memory, destination->object))};
    }
    const auto value = byte ? std::optional(static_cast<std::uint8_t>(*byte)) : std::nullopt;
    return {with_memory(memory_.fill(state_.memory, *destination, value, *size))};
  }

  std::vector<State> after(const cfa::WriteBytes& write) {
    const std::optional<ObjectAddress> destination = evaluator_.address(write.destination);
    if (!destination) {
      return {with_memory(memory_.forget(state_.memory, write.destination))};
    }
    return {with_memory(ValueMemory::forget(state_.memory, destination->object))};
  }

  std::vector<State> after(const cfa::ReceiveMemory& received) {
    const std::optional<ObjectAddress> destination = evaluator_.address(received.destination);
    const std::optional<Integer> size = evaluator_.integer(received.size);
    if (!destination) {
      return {with_memory(memory_.forget(state_.memory, received.destination))};
    }
    return {with_memory(size ? memory_.fill(state_.memory, *destination, std::nullopt, *size)
                             : ValueMemory::forget(state_.memory, destination->object))};
  }

  std::vector<State> after(const cfa::HavocMemory& havoc) {
    if (havoc.address == nullptr) {
      return {with_memory(memory_.kept_by(havoc, state_.memory))};
    }
    const std::optional<ObjectAddress> place = evaluator_.address(havoc.address);
    return {with_memory(place ? ValueMemory::forget(state_.memory, place->object)
                              : memory_.forget(state_.memory, havoc.address))};
  }

  std::vector<State> after(const cfa::Call& call) {
    State next = bound(state_, call.parameters);
    if (analysis_.is_block(call.callee)) {
      next.saved = {};
      for (cfa::VariableId parameter : analysis_.cfa_->function(call.callee).parameters) {
        if (const ExplicitValue* value = state_.registers.find(parameter.index())) {
          next.saved = next.saved.with(parameter.index(), *value);
        }
      }
    }
    return {std::move(next)};
  }

  /// Nothing of the callee's own is left. Of a block, variables are gone already, and those that there are belong to
  /// the caller, which may be the same function.
  std::vector<State> after(const cfa::Return& back) {
    State next = bound(state_, back.results);
    const cfa::FunctionId callee = std::get<cfa::Call>(analysis_.cfa_->edge(back.call).operation).callee;
    if (!analysis_.is_block(callee)) {
      for (cfa::VariableId variable : analysis_.automatic_variables_[callee.index()]) {
        next.registers = next.registers.without(variable.index());
        next.memory = next.memory.without(ObjectId::of(variable).number());
      }
    }
    for (cfa::EdgeId edge : analysis_.stack_allocations_[callee.index()]) {
      const std::uint64_t* made = next.allocations.find(edge.index());
      const std::uint64_t count = made != nullptr ? *made : 0;
      if (analysis_.recursive_.contains(callee)) { // some may be of outer activations
        next.memory = with_unknown_lifetimes(
            next.memory, [&](ObjectId object) { return !object.is_variable() && object.allocation() == edge; });
        continue;
      }
      for (std::uint64_t ordinal = 0; ordinal < count; ++ordinal) {
        next.memory = next.memory.without(ObjectId::of(edge, static_cast<std::uint32_t>(ordinal)).number());
      }
    }
    return {std::move(next)};
  }

  static State with_register(const State& state, cfa::VariableId variable, const std::optional<ExplicitValue>& value) {
    State next = state;
    next.registers = value ? state.registers.with(variable.index(), *value) : state.registers.without(variable.index());
    return next;
  }

  [[nodiscard]] State with_memory(ValueMemory::Memory memory) const {
    State next = state_;
    next.memory = std::move(memory);
    return next;
  }

  State bound(const State& state, const std::vector<cfa::Binding>& bindings) {
    State next = state;
    for (const cfa::Binding& binding : bindings) {
      next = with_register(next, binding.variable, evaluator_.value(binding.value));
    }
    return next;
  }

  /// Any of the objects for which `may_have_ended` holds may have ended.
  template <class MayHaveEnded>
  static ValueMemory::Memory with_unknown_lifetimes(const ValueMemory::Memory& memory,
                                                    const MayHaveEnded& may_have_ended) {
    ValueMemory::Memory result = memory;
    memory.for_each([&](std::uint64_t number, const ObjectContents& contents) {
      if (contents.lifetime != Lifetime::Unknown && may_have_ended(ObjectId::of_number(number))) {
        ObjectContents changed = contents;
        changed.lifetime = Lifetime::Unknown;
        result = result.with(number, std::move(changed));
      }
    });
    return result;
  }

  /// Any of the allocated objects of the group may have been freed.
  [[nodiscard]] ValueMemory::Memory lifetimes_unknown(const facts::ObjectGroup* group) const {
    return with_unknown_lifetimes(
        state_.memory, [&](ObjectId object) { return !object.is_variable() && &memory_.group_of(object) == group; });
  }

  /// Of automatic objects with the same target, the last one may be of this activation, and has ended then, or of an outer one.
  [[nodiscard]] ValueMemory::Memory without_earlier_lives(const cfa::Allocate& allocation) const {
    return allocation.kind != cfa::AllocationKind::Automatic
               ? state_.memory
               : with_unknown_lifetimes(state_.memory,
                                        [&](ObjectId known) { return is_automatic_of(known, allocation.target); });
  }

  /// Whether the object was made by an allocation that ends when there is another one with this target.
  [[nodiscard]] bool is_automatic_of(ObjectId object, cfa::VariableId target) const {
    if (object.is_variable()) {
      return false;
    }
    const auto& made = std::get<cfa::Allocate>(analysis_.cfa_->edge(object.allocation()).operation);
    return made.kind == cfa::AllocationKind::Automatic && made.target == target;
  }

  /// Whether the state may know a pointer to the object, or have known one before it was reduced to what a block sees.
  [[nodiscard]] bool may_be_pointed_to(ObjectId object) const {
    if (analysis_.blocks_ != nullptr && analysis_.blocks_->size() != 0) {
      return true;
    }
    bool is_pointed_to = false;
    auto look_at = [&](const ExplicitValue& value) {
      const auto* address = std::get_if<ObjectAddress>(&value);
      is_pointed_to = is_pointed_to || (address != nullptr && address->object == object);
    };
    state_.registers.for_each([&](std::uint64_t /*variable*/, const ExplicitValue& value) { look_at(value); });
    state_.memory.for_each([&](std::uint64_t /*object*/, const ObjectContents& contents) {
      contents.cells.for_each([&](std::uint64_t /*offset*/, const Cell& cell) {
        if (cell.value) {
          look_at(*cell.value);
        }
      });
    });
    return is_pointed_to;
  }

  const ValueAnalysis& analysis_;
  const ValuePrecision& precision_;
  ValueMemory memory_;
  const State& state_;
  const core::EdgeContext& edge_;
  ValueEvaluator evaluator_;
};

ValueAnalysis::ValueAnalysis(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, const facts::LiveVariables& live)
    : cfa_(&cfa), regions_(&regions), live_(&live), tables_(facts::long_tables(cfa, regions)),
      values_left_(std::make_shared<const std::unordered_map<cfa::EdgeId, facts::ValueLeft>>(
          facts::values_left_by_conditions(cfa))),
      recursive_(facts::CallGraph(cfa).recursive_functions()), automatic_variables_(cfa.function_count()),
      stack_allocations_(cfa.function_count()) {
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::VariableId id(index);
    if (cfa::has_automatic_storage(cfa.variable(id))) {
      automatic_variables_[cfa.variable(id).function.index()].push_back(id);
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* allocation = std::get_if<cfa::Allocate>(&edge.operation);
    if (allocation != nullptr && !cfa::is_from_heap(allocation->kind)) {
      stack_allocations_[cfa.location(edge.source).function.index()].emplace_back(index);
    }
  }
}

ValueAnalysis::ValueAnalysis(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, const facts::LiveVariables& live,
                             const facts::BlockPartition& blocks)
    : ValueAnalysis(cfa, regions, live) {
  blocks_ = &blocks;
  object_names_ = blocks.size() == 0 ? ObjectNames::Canonical : ObjectNames::AsMade;
}

ValueAnalysis ValueAnalysis::starting_with(ValuePrecision precision) const {
  ValueAnalysis result = *this;
  result.initial_precision_ = std::move(precision);
  return result;
}

ValueAnalysis ValueAnalysis::up_to(const ValueThreshold& threshold) const {
  ValueAnalysis result = *this;
  result.threshold_ = threshold;
  result.seen_ = std::make_shared<SeenValues>();
  return result;
}

ValueAnalysis ValueAnalysis::merging() const {
  ValueAnalysis result = *this;
  result.merge_ = ValueMerge::Join;
  return result;
}

const ValueState& values_of(const core::AbstractState& state) { return core::component<ValueState>(state); }

ValuePrecision tracked_in(const core::Precision& precision) {
  const auto* values = core::find_component<ValuePrecision>(precision);
  return values != nullptr ? *values : ValuePrecision();
}

bool ValueAnalysis::is_block(cfa::FunctionId function) const {
  return blocks_ != nullptr && blocks_->entered_at(cfa_->function(function).entry).has_value();
}

std::vector<ValueState> ValueAnalysis::post(const State& state, const Precision& precision,
                                            const core::EdgeContext& edge) const {
  return Step(*this, state, precision, edge).successors();
}

ValueState ValueAnalysis::merge(const State& added, const State& reached, const Precision& /*precision*/) const {
  return merge_ == ValueMerge::Separate ? reached : joined(reached, added).value_or(reached);
}

bool ValueAnalysis::stop(const State& state, std::span<const State* const> reached,
                         const Precision& /*precision*/) const {
  return std::any_of(reached.begin(), reached.end(),
                     [&](const State* candidate) { return is_covered(state, *candidate); });
}

core::Adjustment<ValueState, ValuePrecision> ValueAnalysis::adjust(const State& state, const Precision& precision,
                                                                   const core::ReachedView<State>& reached) const {
  if (!threshold_) {
    return core::Continue<State, Precision>{state};
  }
  const auto [more, next] = counted(state, precision, reached);
  if (more.empty()) {
    return core::Continue<State, Precision>{state, next};
  }
  return core::Continue<State, Precision>{
      restricted(state, [&](const TrackedPlace& place) { return !more.places.contains(place); }),
      next.value_or(precision).giving_up(more)};
}

std::pair<GivenUp, std::optional<ValuePrecision>>
ValueAnalysis::counted(const State& state, const Precision& precision, const core::ReachedView<State>& reached) const {
  switch (threshold_->counting) {
  case ValueCounting::Location:
    break;
  case ValueCounting::Path: {
    SeenValues seen = precision.seen() != nullptr ? *precision.seen() : SeenValues();
    const GivenUp more = beyond(*threshold_, state, seen);
    const bool is_news = precision.seen() == nullptr || !(seen == *precision.seen());
    return {more, is_news ? std::optional(precision.having_seen(std::move(seen))) : std::nullopt};
  }
  case ValueCounting::Run:
    return {beyond(*threshold_, state, *seen_), std::nullopt};
  }
  return {beyond(*threshold_, state, reached), std::nullopt};
}

std::vector<cfa::ExpressionRef> ValueAnalysis::says(const State& state) const {
  return conditions_of(state, *cfa_, *said_);
}

std::vector<core::StatePart> ValueAnalysis::describe(const State& state, const cfa::Cfa& cfa) const {
  return parts_of(state, cfa);
}

} // namespace vouch::domains
