#include "analysis/smt/encoding/object_table.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

using cfa::Integer;

constexpr Integer allocated = 1;
constexpr Integer freed = 2;
constexpr Integer declared = 3; ///< a variable, or anything else that is not to be freed

const cfa::Type state_type = cfa::IntegerType{8, cfa::Signedness::Unsigned};

Term difference(EncodingContext& context, const Term& a, const Term& b) {
  return context.theory == Theory::Integers
             ? context.terms.subtract(a, b)
             : context.terms.bitvector_binary(TermManager::BitvectorOperator::Subtract, a, b);
}

} // namespace

bool ObjectTable::lists(const facts::ObjectGroup& group) const { return context_.listed_groups.contains(&group); }

Term ObjectTable::pointer_number(Integer value) {
  return context_.scalars->constant(value, context_.addresses.pointer_type()).term;
}

Term ObjectTable::state_number(Integer value) { return context_.scalars->constant(value, state_type).term; }

Term ObjectTable::anything() {
  step_.over_approximate();
  return step_.choose(Sort::boolean());
}

bool ObjectTable::may_be_freed(const facts::ObjectGroup& group) const {
  return context_.regions.may_be_freed(group, step_.location());
}

Term ObjectTable::minus(const Term& a, const Term& b) { return difference(context_, a, b); }

void ObjectTable::set_state(const Term& base, Integer state) {
  Term states = step_.read(context_.object_states);
  step_.require(context_.terms.equal(step_.write(context_.object_states),
                                     context_.terms.store(states, base, state_number(state))));
}

void ObjectTable::set_size(const Term& base, const Term& size) {
  Term sizes = step_.read(context_.object_sizes);
  step_.require(context_.terms.equal(step_.write(context_.object_sizes), context_.terms.store(sizes, base, size)));
}

void ObjectTable::begin(cfa::VariableId variable) {
  const facts::ObjectGroup& group = context_.regions.group_of(variable);
  if (!lists(group) || group.has_unknown_objects) {
    return;
  }
  Term base = context_.addresses.address(variable).term;
  set_state(base, declared);
  set_size(base, pointer_number(static_cast<Integer>(cfa::size_in_bytes(context_.cfa.variable(variable).type))));
}

void ObjectTable::allocate(const facts::ObjectGroup& group, cfa::AllocationKind kind, const Term& base,
                           const Term& size) {
  if (lists(group)) {
    set_state(base, cfa::is_from_heap(kind) ? allocated : declared);
    set_size(base, size);
  }
}

void ObjectTable::free(cfa::ExpressionRef pointer, const Term& address) {
  if (lists(context_.regions.group_of(pointer))) {
    set_state(address, freed);
  }
}

void ObjectTable::assume_found(cfa::ExpressionRef load, const Term& pointer) {
  const bool is_of_object = cfa::is_pointer(load->type) && !context_.regions.points_nowhere(load);
  if (is_of_object && context_.regions.offsets_of(load) == facts::Congruence::exactly(0)) {
    assume_exists(context_.regions.group_of(load), pointer);
  }
}

void ObjectTable::assume_given(cfa::GivenTypeId type, const Term& pointer) {
  const facts::ObjectGroup& group = context_.regions.group_of(type);
  if (!group.has_unknown_objects && !group.has_invalid_pointers) {
    assume_exists(group, pointer);
  } else { // whatever else such pointers may lead to, this one does not
    const Integer size = context_.cfa.given_type(type).size;
    assume_one_of(group, pointer, {size, size, size});
  }
}

Term ObjectTable::is_object(const facts::ObjectGroup& group, const Term& base, Integer least_size) {
  if (!lists(group)) {
    return context_.terms.boolean(true);
  }
  Term size = context_.terms.select(step_.read(context_.object_sizes), base);
  Term is_large_enough = context_.scalars->at_most(pointer_number(least_size), size);
  Term has_known_state =
      may_be_freed(group) ? has_state(base, {allocated, declared, freed}) : has_state(base, {allocated, declared});
  return context_.terms.logical_and(has_known_state, is_large_enough);
}

void ObjectTable::assume_exists(const facts::ObjectGroup& group, const Term& pointer) {
  if (group.given.empty() || group.has_unknown_objects || group.has_invalid_pointers) {
    return;
  }
  LeastSizes sizes{cfa::maximum_value(context_.addresses.pointer_type()),
                   cfa::maximum_value(context_.addresses.pointer_type()), 0};
  for (cfa::GivenTypeId type : group.given) {
    sizes.given = std::min(sizes.given, context_.cfa.given_type(type).size);
  }
  for (cfa::EdgeId edge : group.allocations) {
    const auto& allocation = std::get<cfa::Allocate>(context_.cfa.edge(edge).operation);
    sizes.allocated = std::min(sizes.allocated, facts::least_size(allocation));
  }
  assume_one_of(group, pointer, sizes);
}

void ObjectTable::assume_one_of(const facts::ObjectGroup& group, const Term& pointer, const LeastSizes& sizes) {
  TermManager& terms = context_.terms;
  const AddressSpace& addresses = context_.addresses;
  const auto between = [&](const Term& low, const Term& high) {
    return terms.logical_and(context_.scalars->at_most(low, pointer), context_.scalars->at_most(pointer, high));
  };
  std::vector<Term> alternatives = {terms.equal(pointer, pointer_number(0))};
  alternatives.push_back(
      terms.logical_and(between(pointer_number(addresses.lowest_given()), pointer_number(addresses.highest())),
                        is_object(group, pointer, sizes.given)));
  if (!group.allocations.empty()) {
    Term top = context_.read(context_.heap_top, step_);
    alternatives.push_back(terms.logical_and(
        terms.logical_and(between(context_.addresses.heap_base(), top), terms.logical_not(terms.equal(pointer, top))),
        is_object(group, pointer, sizes.allocated)));
  }
  for (cfa::VariableId variable : group.variables) {
    Term address = context_.addresses.address(variable).term;
    const auto size = static_cast<Integer>(cfa::size_in_bytes(context_.cfa.variable(variable).type));
    if (size < sizes.variable) {
      continue;
    }
    alternatives.push_back(terms.logical_and(terms.equal(pointer, address), is_object(group, address, size)));
  }
  step_.require(terms.logical_or(alternatives));
}

Term ObjectTable::holds(const cfa::MemoryCheck& check, std::span<const Value> operands,
                        const std::optional<Term>& carried) {
  if (check.fault == cfa::MemoryFault::Leak) {
    return anything(); // what is reachable is not modelled
  }
  Access access;
  access.pointer = check.operands[0];
  access.address = operands[0].term;
  access.carried_base = carried;
  const Term is_from_nowhere = carried
                                   ? context_.terms.logical_and(is_null(operands[0]), is_null({*carried, Interval{}}))
                                   : is_null(operands[0]);
  if (check.fault == cfa::MemoryFault::Null) {
    return is_from_nowhere;
  }
  if (check.fault == cfa::MemoryFault::OutOfBounds) {
    access.offset = context_.scalars->number(operands[1], check.operands[1]->type);
    access.size = context_.scalars->number(operands[2], check.operands[2]->type);
  }
  Term fault;
  switch (check.fault) {
  case cfa::MemoryFault::Dead:
    fault = is_dead(access);
    break;
  case cfa::MemoryFault::OutOfBounds:
    fault = is_out_of_bounds(access);
    break;
  case cfa::MemoryFault::InvalidFree:
    fault = is_freed_wrongly(access);
    break;
  default:
    fault = is_dead(access);
    break;
  }
  return context_.terms.logical_and(context_.terms.logical_not(is_from_nowhere), fault);
}

Term ObjectTable::is_null(const Value& pointer) {
  if (pointer.range.low >= context_.addresses.lowest()) {
    return context_.terms.boolean(false);
  }
  return context_.terms.logical_not(
      context_.scalars->at_most(pointer_number(context_.addresses.lowest()), pointer.term));
}

Term ObjectTable::base(const Access& access) {
  if (access.carried_base) {
    return *access.carried_base;
  }
  const Integer distance = context_.regions.distance_from_start(access.pointer).value();
  return distance == 0 ? access.address : minus(access.address, pointer_number(distance));
}

void ObjectTable::assume_congruent(cfa::ExpressionRef pointer, const Term& address, const Term& base) {
  const std::optional<facts::Congruence> offsets = context_.regions.offsets_of(pointer);
  if (context_.theory != Theory::Integers || !offsets || offsets->modulus < 2 ||
      !lists(context_.regions.group_of(pointer))) {
    return; // paths alone, which bit-vectors are for, show it by their steps
  }
  TermManager& terms = context_.terms;
  Term steps = step_.choose(Sort::integer());
  Term known = terms.add(terms.multiply(terms.integer(offsets->modulus), steps), terms.integer(offsets->residue));
  step_.require(terms.logical_or(terms.logical_not(has_state(base, {allocated, declared})),
                                 terms.equal(minus(address, base), known)));
}

Term ObjectTable::has_state(const Term& base, std::initializer_list<Integer> states) {
  Term state = context_.terms.select(step_.read(context_.object_states), base);
  std::vector<Term> alternatives;
  for (Integer number : states) {
    alternatives.push_back(context_.terms.equal(state, state_number(number)));
  }
  return context_.terms.logical_or(alternatives);
}

Term ObjectTable::is_dead(const Access& access) {
  if (context_.regions.points_nowhere(access.pointer)) {
    return context_.terms.boolean(false);
  }
  const facts::ObjectGroup& group = context_.regions.group_of(access.pointer);
  bool may_end_unseen =
      std::any_of(group.variables.begin(), group.variables.end(),
                  [this](cfa::VariableId id) { return context_.regions.may_dangle(id, step_.location()); }) ||
      std::any_of(group.allocations.begin(), group.allocations.end(), [this](cfa::EdgeId edge) {
        const auto& allocation = std::get<cfa::Allocate>(context_.cfa.edge(edge).operation);
        return !cfa::is_from_heap(allocation.kind);
      });
  if (group.is_one_variable()) {
    return may_end_unseen ? anything() : context_.terms.boolean(false);
  }
  const Term object = base(access);
  assume_variables(group, object);
  Term is_freed = may_be_freed(group) ? has_state(object, {freed}) : context_.terms.boolean(false);
  if (!may_end_unseen) {
    return is_freed;
  }
  Term is_given = context_.scalars->at_most(pointer_number(context_.addresses.lowest_given()), object);
  Term is_variable = context_.terms.logical_and(has_state(object, {declared}), context_.terms.logical_not(is_given));
  return context_.terms.logical_or(is_freed, context_.terms.logical_and(is_variable, anything()));
}

void ObjectTable::assume_variables(const facts::ObjectGroup& group, const Term& base) {
  constexpr std::size_t most_variables = 16;
  if (!group.has_unknown_objects || group.variables.size() > most_variables) {
    return;
  }
  TermManager& terms = context_.terms;
  for (cfa::VariableId id : group.variables) {
    const auto size = static_cast<Integer>(cfa::size_in_bytes(context_.cfa.variable(id).type));
    Term is_it = terms.equal(base, context_.addresses.address(id).term);
    Term is_known =
        terms.logical_and(has_state(base, {declared}),
                          terms.equal(terms.select(step_.read(context_.object_sizes), base), pointer_number(size)));
    step_.require(terms.logical_or(terms.logical_not(is_it), is_known));
  }
}

Term ObjectTable::reaches_out(const Term& delta, const Term& size, const Term& total) {
  TermManager& terms = context_.terms;
  if (context_.theory == Theory::Integers) {
    return terms.logical_or(terms.less(delta, terms.integer(0)), terms.less(total, terms.add(delta, size)));
  }
  // Without sign: a negative distance is larger than every object.
  Term fits =
      terms.logical_and(context_.scalars->at_most(size, total), context_.scalars->at_most(delta, minus(total, size)));
  return terms.logical_not(fits);
}

Term ObjectTable::is_out_of_bounds(const Access& access) {
  TermManager& terms = context_.terms;
  if (context_.regions.points_nowhere(access.pointer)) {
    return terms.boolean(true);
  }
  const facts::ObjectGroup& group = context_.regions.group_of(access.pointer);
  if (group.is_one_variable()) {
    const cfa::Variable& variable = context_.cfa.variable(group.variables.front());
    Term start = context_.addresses.address(group.variables.front()).term;
    Term delta = context_.scalars->plus(minus(access.address, start), access.offset);
    return reaches_out(delta, access.size, pointer_number(static_cast<Integer>(cfa::size_in_bytes(variable.type))));
  }
  const Term object = base(access);
  assume_congruent(access.pointer, access.address, object);
  assume_variables(group, object);
  Term delta = context_.scalars->plus(minus(access.address, object), access.offset);
  Term total = terms.select(step_.read(context_.object_sizes), object);
  step_.require(context_.scalars->in_range(total, context_.addresses.pointer_type()));
  if (group.has_unknown_objects) {
    step_.over_approximate(); // nobody has noted their sizes
  }
  Term is_alive = has_state(object, {allocated, declared});
  Term is_freed = may_be_freed(group) ? has_state(object, {freed}) : terms.boolean(false);
  return terms.logical_and(terms.logical_not(is_freed),
                           terms.logical_or(terms.logical_not(is_alive), reaches_out(delta, access.size, total)));
}

Term ObjectTable::is_freed_wrongly(const Access& access) {
  if (context_.regions.points_nowhere(access.pointer)) {
    return context_.terms.boolean(true);
  }
  if (context_.regions.group_of(access.pointer).is_one_variable()) {
    return context_.terms.logical_not(is_dead(access));
  }
  const Term object = base(access);
  Term is_at_start = context_.terms.equal(object, access.address);
  Term may_be_freed = context_.terms.logical_and(is_at_start, has_state(object, {allocated}));
  return context_.terms.logical_not(context_.terms.logical_or(may_be_freed, has_state(object, {freed})));
}

std::vector<Term> conditions_of_allocated(EncodingContext& context, SymbolId base_symbol) {
  TermManager& terms = context.terms;
  const auto number = [&](Integer value) {
    return context.scalars->constant(value, context.addresses.pointer_type()).term;
  };
  const Term base = context.symbols.constant(base_symbol);
  const Term size = terms.select(context.symbols.constant(context.object_sizes), base);
  const Term state = terms.select(context.symbols.constant(context.object_states), base);
  return {terms.equal(state, context.scalars->constant(allocated, state_type).term),
          context.scalars->at_most(number(context.addresses.lowest()), base),
          context.scalars->at_most(size, difference(context, number(context.addresses.highest()), base))};
}

std::vector<Term> conditions_of_declared(EncodingContext& context, cfa::VariableId variable) {
  TermManager& terms = context.terms;
  const Term base = context.addresses.address(variable).term;
  const auto size = static_cast<Integer>(cfa::size_in_bytes(context.cfa.variable(variable).type));
  return {terms.equal(terms.select(context.symbols.constant(context.object_states), base),
                      context.scalars->constant(allocated, state_type).term),
          terms.equal(terms.select(context.symbols.constant(context.object_sizes), base),
                      context.scalars->constant(size, context.addresses.pointer_type()).term)};
}

} // namespace vouch::smt
