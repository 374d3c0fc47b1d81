#include "analysis/smt/address_space.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

constexpr cfa::Integer page = 4096;

} // namespace

AddressSpace::AddressSpace(TermManager& terms, const cfa::Cfa& cfa, ScalarTheory& theory)
    : terms_(terms), cfa_(cfa), theory_(theory), pointer_type_(cfa::PointerType{cfa.data_model().pointer_width}) {}

cfa::Integer AddressSpace::lowest() const { return page; }

cfa::Integer AddressSpace::highest() const { return cfa::maximum_value(pointer_type_) - page; }

const AddressSpace::Place& AddressSpace::place(std::size_t position, const std::string& name, cfa::Integer size) {
  auto [entry, is_new] = places_.try_emplace(position);
  if (is_new) {
    // Two variables of a function may share their name.
    auto has_name = [&](const auto& other) {
      return other.first != position && !other.second.constant.is_null() && terms_.name(other.second.constant) == name;
    };
    bool is_taken = std::any_of(places_.begin(), places_.end(), has_name);
    std::string unique = is_taken ? name + "#" + std::to_string(position) : name;
    entry->second = {terms_.constant(unique, theory_.sort_of(pointer_type_)), std::max(size, cfa::Integer{1})};
    positions_.emplace(entry->second.constant, position);
  }
  return entry->second;
}

Value AddressSpace::value_of(const Place& place) {
  return {place.constant, {lowest(), std::max(lowest(), highest() - place.size)}};
}

Value AddressSpace::address(cfa::FunctionId function) {
  return value_of(place(function.index(), "&" + cfa_.function(function).name, 1));
}

Value AddressSpace::address(cfa::VariableId id) {
  const cfa::Variable& variable = cfa_.variable(id);
  std::string scope = variable.function.is_valid() ? cfa_.function(variable.function).name + "::" : "";
  return value_of(place(cfa_.function_count() + id.index(), "&" + scope + variable.name,
                        static_cast<cfa::Integer>(cfa::size_in_bytes(variable.type))));
}

Term AddressSpace::heap_base() {
  return place(cfa_.function_count() + cfa_.variable_count(), "<heap>", 1).constant;
}

Term AddressSpace::background(std::span<const Term> constants) {
  std::map<std::size_t, const Place*> present;
  for (const Term& constant : constants) {
    if (auto position = positions_.find(constant); position != positions_.end()) {
      present.emplace(position->second, &places_.at(position->second));
    }
  }
  std::vector<Term> axioms;
  const Place* previous = nullptr;
  for (const auto& [position, current] : present) {
    if (previous == nullptr) {
      axioms.push_back(theory_.at_most(theory_.constant(lowest(), pointer_type_).term, current->constant));
    } else {
      Term end = theory_.plus(previous->constant, theory_.constant(previous->size, pointer_type_).term);
      axioms.push_back(theory_.at_most(end, current->constant));
    }
    // So that the sum above does not wrap around.
    Term last = theory_.constant(highest() - current->size, pointer_type_).term;
    axioms.push_back(theory_.at_most(current->constant, last));
    previous = current;
  }
  return terms_.logical_and(axioms);
}

} // namespace vouch::smt
