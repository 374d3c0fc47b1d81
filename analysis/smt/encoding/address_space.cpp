#include "analysis/smt/encoding/address_space.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <span>

namespace vouch::smt {
namespace {

using cfa::Integer;

constexpr Integer page = 4096;
constexpr Integer gap_bytes = 16;

} // namespace

AddressSpace::AddressSpace(TermManager& terms, const cfa::Cfa& cfa, ScalarTheory& scalars, Theory theory)
    : terms_(terms), cfa_(cfa), scalars_(scalars), theory_(theory),
      pointer_type_(cfa::PointerType{cfa.data_model().pointer_width}) {
  numbers_.reserve(cfa.function_count() + cfa.variable_count() + 1);
  Integer next = page;
  auto add = [&](Integer alignment) {
    next = (next + alignment - 1) / alignment * alignment;
    numbers_.push_back(next);
    next += size_of(numbers_.size() - 1) + gap_bytes;
  };
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    add(1);
  }
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    add(static_cast<Integer>(std::max<std::uint64_t>(cfa.variable(cfa::VariableId(index)).alignment, 1)));
  }
  add(page);
}

const cfa::Variable* AddressSpace::variable_at(Position position) const {
  const std::size_t functions = cfa_.function_count();
  const bool is_variable = position >= functions && position < functions + cfa_.variable_count();
  return is_variable ? &cfa_.variable(cfa::VariableId(position - functions)) : nullptr;
}

Integer AddressSpace::size_of(Position position) const {
  const cfa::Variable* variable = variable_at(position);
  const bool is_object = variable != nullptr && variable->storage == cfa::Storage::Memory;
  return is_object ? std::max(static_cast<Integer>(cfa::size_in_bytes(variable->type)), Integer{1}) : 1;
}

std::string AddressSpace::name_of(Position position) const {
  if (position < cfa_.function_count()) {
    return "&" + cfa_.function(cfa::FunctionId(position)).name;
  }
  const cfa::Variable* variable = variable_at(position);
  if (variable == nullptr) {
    return "<heap>";
  }
  const std::string scope = variable->function.is_valid() ? cfa_.function(variable->function).name + "::" : "";
  return "&" + scope + variable->name;
}

Integer AddressSpace::lowest() const { return page; }

Integer AddressSpace::highest() const { return cfa::maximum_value(pointer_type_) - page; }

Integer AddressSpace::lowest_given() const { return (cfa::maximum_value(pointer_type_) + 1) / 2; }

Integer AddressSpace::highest_own() const { return cfa_.given_type_count() > 0 ? lowest_given() - page : highest(); }

Integer AddressSpace::gap() const { return gap_bytes; }

Value AddressSpace::value_of(Position position) {
  if (theory_ == Theory::Bitvectors) {
    return scalars_.constant(cfa::wrap(numbers_[position], pointer_type_), pointer_type_);
  }
  Term& constant = constants_[position];
  if (constant.is_null()) {
    std::string name = name_of(position);
    if (!names_.insert(name).second) { // two variables of a function may share their name
      name += "#" + std::to_string(position);
    }
    constant = terms_.constant(name, scalars_.sort_of(pointer_type_));
    positions_.emplace(constant, position);
  }
  return {constant, {lowest(), std::max(lowest(), highest_own() - size_of(position))}};
}

Value AddressSpace::address(cfa::FunctionId function) { return value_of(function.index()); }

Value AddressSpace::address(cfa::VariableId variable) { return value_of(cfa_.function_count() + variable.index()); }

Term AddressSpace::address(const AddressMeaning& meaning) {
  return std::visit(
      Overloaded{[this](const HeapBase&) { return heap_base(); }, [this](auto id) { return address(id).term; }},
      meaning);
}

std::optional<AddressMeaning> AddressSpace::meaning(const Term& constant) const {
  auto found = positions_.find(constant);
  if (found == positions_.end()) {
    return std::nullopt;
  }
  const std::size_t functions = cfa_.function_count();
  if (found->second < functions) {
    return cfa::FunctionId(found->second);
  }
  return found->second == heap_position() ? AddressMeaning(HeapBase{})
                                          : AddressMeaning(cfa::VariableId(found->second - functions));
}

std::optional<cfa::FunctionId> AddressSpace::function_at(cfa::Integer number) const {
  const auto functions = std::span(numbers_).first(cfa_.function_count());
  const auto found = std::ranges::lower_bound(functions, number);
  return found != functions.end() && *found == number
             ? std::optional(cfa::FunctionId(static_cast<std::size_t>(found - functions.begin())))
             : std::nullopt;
}

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
    const Term& address = constants_.at(present[i]);
    Term lower_bound = terms_.integer(lowest());
    if (i > 0) {
      lower_bound = terms_.add(constants_.at(present[i - 1]), terms_.integer(size_of(present[i - 1])));
    }
    axioms.push_back(terms_.less_equal(lower_bound, address));
    axioms.push_back(terms_.less_equal(address, terms_.integer(highest_own() - size_of(present[i]))));
  }
  return terms_.logical_and(axioms);
}

} // namespace vouch::smt
