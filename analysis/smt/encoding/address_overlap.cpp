#include "analysis/smt/encoding/address_overlap.hpp"

#include "analysis/cfa/shared_literals.hpp"

#include <algorithm>
#include <limits>

namespace vouch::smt {
namespace {

using cfa::Integer;
using cfa::VariableId;

/// With more pairs of objects than this, nothing is said about which of them the pointers point to.
constexpr std::size_t most_pairs = 64;
/// Pairs of literals that are looked at, to find those that can share memory.
constexpr std::size_t most_comparisons = 10000;

bool may_be(const facts::Offsets& offsets, Integer offset) {
  if (offsets.unknown) {
    return true;
  }
  return offsets.known && (offsets.known->is_exact() ? offsets.known->residue == offset
                                                     : (offset - offsets.known->residue) % offsets.known->modulus == 0);
}

Integer size_of(const cfa::Variable& variable) { return static_cast<Integer>(cfa::size_in_bytes(variable.type)); }

std::optional<Integer> size_of(const cfa::Allocate& allocation) {
  const auto* constant = std::get_if<cfa::Constant>(&allocation.size->node);
  return constant != nullptr ? std::optional(constant->value) : std::nullopt;
}

} // namespace

Term AddressOverlap::plus(const Term& address, Integer bytes) {
  return bytes == 0 ? address
                    : context_.scalars->plus(address,
                                             context_.scalars->constant(bytes, context_.addresses.pointer_type()).term);
}

Term AddressOverlap::at(VariableId variable, Integer offset) {
  return plus(context_.addresses.address(variable).term, offset);
}

Term AddressOverlap::is_in_heap(const Place& place) {
  return place.group.has_unknown_objects
             ? context_.terms.boolean(true)
             : context_.scalars->at_most(context_.addresses.heap_base(), place.pointer.address);
}

std::vector<AddressOverlap::Candidate> AddressOverlap::ends(const Place& place) {
  std::vector<Candidate> result;
  for (VariableId id : place.group.variables) {
    const Integer size = size_of(context_.cfa.variable(id));
    if (may_be(place.offsets, size)) {
      result.push_back({id, context_.terms.equal(place.pointer.address, at(id, size))});
    }
  }
  const bool is_start = place.offsets.known && place.offsets.known->is_exact() && place.offsets.known->residue <= 0 &&
                        !place.offsets.unknown;
  const auto may_end_there = [&](cfa::EdgeId edge) {
    const auto& allocation = std::get<cfa::Allocate>(context_.cfa.edge(edge).operation);
    const std::optional<Integer> size = size_of(allocation);
    if (allocation.kind == cfa::AllocationKind::Automatic && size == Integer{0}) {
      return false; // stands for what is there no more, and of that nothing is to be compared
    }
    return size ? may_be(place.offsets, *size) : !is_start;
  };
  if ((place.group.has_unknown_objects && !is_start) || std::ranges::any_of(place.group.allocations, may_end_there)) {
    result.push_back({VariableId(), is_in_heap(place)});
  }
  return result;
}

std::vector<AddressOverlap::Candidate> AddressOverlap::starts(const Place& place) {
  std::vector<Candidate> result;
  if (!may_be(place.offsets, 0)) {
    return result;
  }
  for (VariableId id : place.group.variables) {
    result.push_back({id, context_.terms.equal(place.pointer.address, at(id, 0))});
  }
  if (place.group.has_unknown_objects || !place.group.allocations.empty()) {
    result.push_back({VariableId(), is_in_heap(place)});
  }
  return result;
}

/// An address within the bytes that follow `start` is in its object, if all that it can be have so many.
Term AddressOverlap::are_apart(const Place& end, const Place& start) {
  if (&end.group != &start.group) {
    return context_.terms.boolean(true);
  }
  Integer smallest = start.group.has_unknown_objects ? 0 : std::numeric_limits<std::int64_t>::max();
  for (cfa::EdgeId edge : start.group.allocations) {
    smallest =
        std::min(smallest, size_of(std::get<cfa::Allocate>(context_.cfa.edge(edge).operation)).value_or(Integer{0}));
  }
  Term is_within =
      context_.terms.logical_and(context_.scalars->at_most(start.pointer.address, end.pointer.address),
                                 context_.scalars->at_most(end.pointer.address, plus(start.pointer.address, smallest)));
  return context_.terms.logical_not(is_within);
}

Term AddressOverlap::touch(const Place& end, const Place& start) {
  TermManager& terms = context_.terms;
  if (&end.group == &start.group && end.group.is_one_variable()) {
    return terms.boolean(false);
  }
  const std::vector<Candidate> all_ends = ends(end);
  const std::vector<Candidate> all_starts = starts(start);
  if (all_ends.size() * all_starts.size() > most_pairs) {
    return terms.boolean(true);
  }
  std::vector<Term> pairs;
  for (const Candidate& first : all_ends) {
    for (const Candidate& second : all_starts) {
      if (!first.object.is_valid() && !second.object.is_valid()) {
        pairs.push_back(terms.logical_and(std::vector<Term>{first.is_there, second.is_there, are_apart(end, start)}));
      } else if (first.object != second.object) {
        pairs.push_back(terms.logical_and(first.is_there, second.is_there));
      }
    }
  }
  return terms.logical_or(pairs);
}

Term AddressOverlap::share_literals(const Place& a, const Place& b) {
  TermManager& terms = context_.terms;
  const auto literals = [this](const facts::ObjectGroup& group) {
    std::vector<VariableId> result;
    std::ranges::copy_if(group.variables, std::back_inserter(result),
                         [this](VariableId id) { return context_.cfa.variable(id).literal.has_value(); });
    return result;
  };
  const std::vector<VariableId> of_a = literals(a.group);
  const std::vector<VariableId> of_b = literals(b.group);
  if (of_a.size() * of_b.size() > most_comparisons) {
    return terms.boolean(true);
  }
  std::vector<Term> pairs;
  for (VariableId first : of_a) {
    for (VariableId second : of_b) {
      const cfa::Variable& whole = context_.cfa.variable(first);
      const std::optional<Integer> distance =
          first == second ? std::nullopt : cfa::shared_distance(whole, context_.cfa.variable(second));
      if (!distance) {
        continue;
      }
      // One place in both: so far behind the start of the one, and so far behind that of the other.
      Term start = at(first, 0);
      Term other = at(second, 0);
      Term is_same_place = *distance >= 0
                               ? terms.equal(context_.scalars->plus(a.pointer.address, other),
                                             context_.scalars->plus(b.pointer.address, at(first, *distance)))
                               : terms.equal(context_.scalars->plus(a.pointer.address, at(second, -*distance)),
                                             context_.scalars->plus(b.pointer.address, start));
      pairs.push_back(terms.logical_and(
          std::vector<Term>{is_same_place, context_.scalars->at_most(start, a.pointer.address),
                            context_.scalars->at_most(a.pointer.address, at(first, size_of(whole)))}));
    }
  }
  return pairs.size() > most_pairs ? terms.boolean(true) : terms.logical_or(pairs);
}

Term AddressOverlap::may_be_equal(const Pointer& a, const Pointer& b) {
  const facts::AbstractPointer first = context_.regions.points_to().pointer(a.expression);
  const facts::AbstractPointer second = context_.regions.points_to().pointer(b.expression);
  const bool has_objects = first.target.is_valid() && second.target.is_valid();
  if (!has_objects || first.offsets.is_empty() || second.offsets.is_empty()) {
    return context_.terms.boolean(false); // null, a function or indeterminate
  }
  const std::optional<cfa::EdgeId> source = context_.sources.only_allocation(a.expression);
  if (source && source == context_.sources.only_allocation(b.expression)) {
    return context_.terms.boolean(false); // one object
  }
  const Place left{a, context_.regions.group_of(a.expression), first.offsets};
  const Place right{b, context_.regions.group_of(b.expression), second.offsets};
  return context_.terms.logical_or(
      std::vector<Term>{touch(left, right), touch(right, left), share_literals(left, right)});
}

} // namespace vouch::smt
