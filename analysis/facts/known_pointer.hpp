#pragma once

#include "analysis/cfa/expression.hpp"
#include "analysis/cfa/ids.hpp"

#include <optional>

/// What can be said of the value of a pointer without saying where it leads: abstract values, see usable_pointers.hpp.
namespace vouch::facts {

/// From `begin` to before `end`, counted from where a pointer leads to. Never empty.
struct Bytes {
  cfa::Integer begin = 0;
  cfa::Integer end = 1;
  [[nodiscard]] bool contain(const Bytes& others) const { return begin <= others.begin && others.end <= end; }
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

/// All members say what holds in every run; without any of them, the value may be anything. The faults are those of
/// `cfa::MemoryCheck`.
struct KnownPointer {
  bool is_nonzero = false;         ///< the value, which may be that of a number, too
  bool passes_null = false;        ///< there is no fault `Null`
  bool passes_dead = false;        ///< there is no fault `Dead`
  bool leads_to_object = false;    ///< it is null, or derived from an object that lives
  std::optional<Bytes> bytes = {}; ///< are in this object; only if it leads to one
  /// Where the object ends that it is derived from, if there is one. WhereFreed: or never. BehindReturn: or when the function
  /// has returned that has the pointer. WithVariable: or where a life of `variable` ends, one of this function.
  enum class End { Unknown, WhereFreed, BehindReturn, WithVariable } end = End::Unknown;
  cfa::VariableId variable = {};

  friend bool operator==(const KnownPointer&, const KnownPointer&) = default;
};

std::size_t hash_value(const KnownPointer& pointer);

KnownPointer null_pointer();

/// Null, or the start of an object that lives until it is freed, and has at least so many bytes.
KnownPointer pointer_to_start(cfa::Integer size);

/// The same value if it is not null.
KnownPointer without_null(KnownPointer pointer);

/// The same value when the object may have ended.
KnownPointer without_life(KnownPointer pointer);

/// The same value when the life of a variable may have ended.
KnownPointer behind_end_of(cfa::VariableId variable, const KnownPointer& pointer);

/// The same value in a function that it is passed to.
KnownPointer passed(KnownPointer pointer);
/// The same value where it is returned to.
KnownPointer returned(KnownPointer pointer);

/// The same value if an access of these bytes is not out of bounds.
KnownPointer reaching(KnownPointer pointer, const Bytes& accessed);

/// The value of `pointer + distance`, in bytes.
KnownPointer moved_by(const KnownPointer& pointer, cfa::Integer distance);
/// The same for one of these distances, which may be any of them.
KnownPointer moved_within(const KnownPointer& pointer, const Bytes& distances);
/// The same for a distance that is not known.
KnownPointer moved_somewhere(const KnownPointer& pointer);

/// What holds of both.
KnownPointer join(const KnownPointer& a, const KnownPointer& b);

} // namespace vouch::facts
