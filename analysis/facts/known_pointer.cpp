#include "analysis/facts/known_pointer.hpp"

#include "analysis/support/hash.hpp"

#include <algorithm>

namespace vouch::facts {
namespace {

/// With what follows from what is said.
KnownPointer completed(KnownPointer pointer) {
  pointer.passes_dead = pointer.passes_dead || pointer.leads_to_object;
  pointer.passes_null = pointer.passes_null || (pointer.leads_to_object && pointer.is_nonzero);
  return pointer;
}

void join_ends(const KnownPointer& a, const KnownPointer& b, KnownPointer& result) {
  using End = KnownPointer::End;
  const bool are_two_variables = a.variable.is_valid() && b.variable.is_valid() && a.variable != b.variable;
  if (a.end != End::Unknown && b.end != End::Unknown && !are_two_variables) {
    result.end = std::max(a.end, b.end); // the earlier end comes later in the enumeration
    result.variable = a.variable.is_valid() ? a.variable : b.variable;
  }
}

} // namespace

std::size_t hash_value(const KnownPointer& pointer) {
  const std::size_t known =
      hash_of(pointer.is_nonzero, pointer.passes_null, pointer.passes_dead, pointer.leads_to_object,
              static_cast<int>(pointer.end), pointer.variable, pointer.bytes.has_value());
  return pointer.bytes ? hash_of(known, static_cast<std::uint64_t>(pointer.bytes->begin),
                                 static_cast<std::uint64_t>(pointer.bytes->end))
                       : known;
}

KnownPointer null_pointer() {
  // Whatever is asked of its bytes: an access of them is a fault, but not of bounds. More than any sum of offsets.
  constexpr Bytes all{-(cfa::Integer{1} << 100), cfa::Integer{1} << 100};
  return completed({.leads_to_object = true, .bytes = all, .end = KnownPointer::End::WhereFreed});
}

KnownPointer pointer_to_start(cfa::Integer size) {
  return completed({.leads_to_object = true,
                    .bytes = size > 0 ? std::optional(Bytes{0, size}) : std::nullopt,
                    .end = KnownPointer::End::WhereFreed});
}

KnownPointer without_null(KnownPointer pointer) {
  pointer.is_nonzero = true;
  return completed(pointer);
}

KnownPointer without_life(KnownPointer pointer) {
  pointer.passes_dead = false;
  pointer.leads_to_object = false;
  pointer.bytes.reset();
  return pointer;
}

KnownPointer behind_end_of(cfa::VariableId variable, const KnownPointer& pointer) {
  if (pointer.variable != variable || pointer.end != KnownPointer::End::WithVariable) {
    return pointer;
  }
  KnownPointer result = without_life(pointer);
  result.end = KnownPointer::End::Unknown;
  result.variable = {};
  return result;
}

KnownPointer passed(KnownPointer pointer) {
  if (pointer.end == KnownPointer::End::WithVariable) {
    pointer.end = KnownPointer::End::BehindReturn;
    pointer.variable = {};
  }
  return pointer;
}

KnownPointer returned(KnownPointer pointer) {
  if (pointer.end == KnownPointer::End::BehindReturn) {
    pointer.end = KnownPointer::End::Unknown; // perhaps it is a variable of the caller
  }
  return behind_end_of(pointer.variable, pointer);
}

KnownPointer reaching(KnownPointer pointer, const Bytes& accessed) {
  const bool is_in_object = pointer.leads_to_object || (pointer.passes_null && pointer.passes_dead);
  if (!is_in_object) {
    return pointer;
  }
  pointer.leads_to_object = true;
  const Bytes known = pointer.bytes.value_or(accessed);
  pointer.bytes = Bytes{std::min(known.begin, accessed.begin), std::max(known.end, accessed.end)};
  return completed(pointer);
}

KnownPointer moved_within(const KnownPointer& pointer, const Bytes& distances) {
  const bool stays_inside =
      pointer.leads_to_object && pointer.passes_null && pointer.bytes && pointer.bytes->contain(distances);
  if (!stays_inside) {
    return moved_somewhere(pointer);
  }
  KnownPointer result = without_null(pointer);
  result.bytes = Bytes{pointer.bytes->begin - distances.begin, pointer.bytes->end - (distances.end - 1)};
  return result;
}

KnownPointer moved_by(const KnownPointer& pointer, cfa::Integer distance) {
  return distance == 0 ? pointer : moved_within(pointer, {distance, distance + 1});
}

KnownPointer moved_somewhere(const KnownPointer& pointer) {
  const bool is_derived = pointer.leads_to_object && pointer.passes_null;
  return {.passes_null = is_derived, .passes_dead = is_derived, .end = pointer.end, .variable = pointer.variable};
}

KnownPointer join(const KnownPointer& a, const KnownPointer& b) {
  KnownPointer result{.is_nonzero = a.is_nonzero && b.is_nonzero,
                      .passes_null = a.passes_null && b.passes_null,
                      .passes_dead = a.passes_dead && b.passes_dead,
                      .leads_to_object = a.leads_to_object && b.leads_to_object};
  join_ends(a, b, result);
  if (result.leads_to_object && a.bytes && b.bytes) {
    const Bytes common{std::max(a.bytes->begin, b.bytes->begin), std::min(a.bytes->end, b.bytes->end)};
    if (common.begin < common.end) {
      result.bytes = common;
    }
  }
  return result;
}

} // namespace vouch::facts
