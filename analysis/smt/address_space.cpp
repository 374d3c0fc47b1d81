#include "analysis/smt/address_space.hpp"

#include <algorithm>
#include <unordered_set>

namespace vouch::smt {
namespace {

using cfa::Integer;

constexpr Integer page = 4096;
constexpr Integer gap_bytes = 16;

} // namespace

AddressSpace::AddressSpace(TermManager& terms, const cfa::Cfa& cfa, ScalarTheory& scalars, Theory theory)
    : terms_(terms), cfa_(cfa), scalars_(scalars), theory_(theory),
      pointer_type_(cfa::PointerType{cfa.data_model().pointer_width}) {
  std::unordered_set<std::string> names;
  Integer next = page;
  auto add = [&](std::string name, Integer size, Integer alignment) {
    if (!names.insert(name).second) { // two variables of a function may share their name
      name += "#" + std::to_string(places_.size());
    }
    next = (next + alignment - 1) / alignment * alignment;
    places_.push_back({std::move(name), next, std::max(size, Integer{1}), {}});
    next += places_.back().size + gap_bytes;
  };
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    add("&" + cfa.function(cfa::FunctionId(index)).name, 1, 1);
  }
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    std::string scope = variable.function.is_valid() ? cfa.function(variable.function).name + "::" : "";
    bool is_object = variable.storage == cfa::Storage::Memory;
    add("&" + scope + variable.name, is_object ? static_cast<Integer>(cfa::size_in_bytes(variable.type)) : 0,
        static_cast<Integer>(std::max<std::uint64_t>(variable.alignment, 1)));
  }
  add("<heap>", 1, page);
}

Integer AddressSpace::lowest() const { return page; }

Integer AddressSpace::highest() const { return cfa::maximum_value(pointer_type_) - page; }

Integer AddressSpace::gap() const { return gap_bytes; }

Value AddressSpace::value_of(std::size_t position) {
  Place& place = places_[position];
  if (theory_ == Theory::Bitvectors) {
    return scalars_.constant(cfa::wrap(place.number, pointer_type_), pointer_type_);
  }
  if (place.constant.is_null()) {
    place.constant = terms_.constant(place.name, scalars_.sort_of(pointer_type_));
    positions_.emplace(place.constant, position);
  }
  return {place.constant, {lowest(), std::max(lowest(), highest() - place.size)}};
}

Value AddressSpace::address(cfa::FunctionId function) { return value_of(function.index()); }

Value AddressSpace::address(cfa::VariableId variable) { return value_of(cfa_.function_count() + variable.index()); }

Term AddressSpace::heap_base() { return value_of(heap_position()).term; }

Term AddressSpace::background(std::span<const Term> constants) {
  std::vector<std::size_t> present;
  for (const Term& constant : constants) {
    if (auto position = positions_.find(constant); position != positions_.end()) {
      present.push_back(position->second);
    }
  }
  std::sort(present.begin(), present.end());
  std::vector<Term> axioms;
  for (std::size_t i = 0; i < present.size(); ++i) {
    const Place& place = places_[present[i]];
    Term lower_bound = terms_.integer(lowest());
    if (i > 0) {
      const Place& previous = places_[present[i - 1]];
      lower_bound = terms_.add(previous.constant, terms_.integer(previous.size));
    }
    axioms.push_back(terms_.less_equal(lower_bound, place.constant));
    axioms.push_back(terms_.less_equal(place.constant, terms_.integer(highest() - place.size)));
  }
  return terms_.logical_and(axioms);
}

} // namespace vouch::smt
