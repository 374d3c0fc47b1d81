#include "analysis/facts/known_pointer.hpp"

#include <gtest/gtest.h>
#include <ostream>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

/// What is known of pointers against pointers, for random ones: every operator says of its result what holds of the result.
namespace vouch::test {

/// The value of a pointer, and the object that it is derived from, if there is one.
struct Pointer {
  int value = 0;
  bool has_object = false;
  bool lives = false; ///< the object
  int start = 0;
  int size = 0;
};
inline std::ostream& operator<<(std::ostream& out, const Pointer& pointer) {
  out << pointer.value;
  return pointer.has_object ? out << (pointer.lives ? " in " : " once in ") << pointer.start << "+" << pointer.size
                            : out;
}

/// What is left out of what could be said.
struct Silence {
  bool of_nonzero, of_null, of_dead, of_object, of_bytes;
  int fewer_before, fewer_behind; ///< bytes
};
inline std::ostream& operator<<(std::ostream& out, const Silence& silence) {
  return out << silence.of_nonzero << silence.of_null << silence.of_dead << silence.of_object << silence.of_bytes << " "
             << silence.fewer_before << " " << silence.fewer_behind;
}

} // namespace vouch::test

template <>
struct rc::Arbitrary<vouch::test::Pointer> {
  static Gen<vouch::test::Pointer> arbitrary() {
    using vouch::test::Pointer;
    const auto start = gen::inRange(4096, 4100);
    return gen::apply(
        [](int kind, bool lives, int object, int size, int offset) {
          if (kind == 0) {
            return Pointer{};
          }
          return kind == 1 ? Pointer{offset * 1000} : Pointer{object + offset, true, lives, object, size};
        },
        gen::inRange(0, 6), gen::arbitrary<bool>(), start, gen::inRange(0, 24), gen::inRange(-8, 32));
  }
};

template <>
struct rc::Arbitrary<vouch::test::Silence> {
  static Gen<vouch::test::Silence> arbitrary() {
    using vouch::test::Silence;
    const auto rarely = gen::map(gen::inRange(0, 4), [](int number) { return number == 0; });
    return gen::build<Silence>(gen::set(&Silence::of_nonzero, rarely), gen::set(&Silence::of_null, rarely),
                               gen::set(&Silence::of_dead, rarely), gen::set(&Silence::of_object, rarely),
                               gen::set(&Silence::of_bytes, rarely),
                               gen::set(&Silence::fewer_before, gen::inRange(0, 6)),
                               gen::set(&Silence::fewer_behind, gen::inRange(0, 6)));
  }
};

namespace vouch::test {
namespace {

using facts::Bytes;
using facts::KnownPointer;

bool is_null(const Pointer& pointer) { return !pointer.has_object && pointer.value < 4096; }
bool is_dead(const Pointer& pointer) { return pointer.has_object && !pointer.lives; }
bool contains(const Pointer& pointer, const Bytes& bytes) {
  return pointer.has_object && pointer.start <= pointer.value + bytes.begin &&
         pointer.value + bytes.end <= pointer.start + pointer.size;
}
bool is_out_of_bounds(const Pointer& pointer, const Bytes& accessed) {
  return !is_null(pointer) && !is_dead(pointer) && !contains(pointer, accessed);
}
bool leads_to_object(const Pointer& pointer) { return pointer.has_object ? pointer.lives : pointer.value == 0; }

bool describes(const KnownPointer& known, const Pointer& pointer) {
  const bool has_bytes =
      !known.bytes || (known.leads_to_object && (!pointer.has_object || contains(pointer, *known.bytes)));
  return (!known.is_nonzero || pointer.value != 0) && (!known.passes_null || !is_null(pointer)) &&
         (!known.passes_dead || !is_dead(pointer)) && (!known.leads_to_object || leads_to_object(pointer)) && has_bytes;
}

/// Something that describes it.
KnownPointer description(const Pointer& pointer, const Silence& silence) {
  KnownPointer result;
  result.is_nonzero = pointer.value != 0 && !silence.of_nonzero;
  result.passes_null = !is_null(pointer) && !silence.of_null;
  result.passes_dead = !is_dead(pointer) && !silence.of_dead;
  result.leads_to_object = leads_to_object(pointer) && !silence.of_object;
  const Bytes bytes{pointer.start - pointer.value + silence.fewer_before,
                    pointer.start + pointer.size - pointer.value - silence.fewer_behind};
  if (result.leads_to_object && pointer.has_object && bytes.begin < bytes.end && !silence.of_bytes) {
    result.bytes = bytes;
  }
  return result;
}

RC_GTEST_PROP(KnownPointers, SaySomethingOfWhatTheyAreMadeFor, (const Pointer& pointer, const Silence& silence)) {
  RC_ASSERT(describes(description(pointer, silence), pointer));
  RC_ASSERT(describes(facts::null_pointer(), Pointer{}));
  RC_ASSERT(describes(facts::pointer_to_start(pointer.size),
                      Pointer{pointer.start, true, true, pointer.start, pointer.size}) ||
            !pointer.has_object);
  RC_ASSERT(describes(facts::pointer_to_start(pointer.size), Pointer{}));
}

RC_GTEST_PROP(KnownPointers, JoinDescribesBoth,
              (const Pointer& a, const Silence& of_a, const Pointer& b, const Silence& of_b)) {
  const KnownPointer left = description(a, of_a);
  const KnownPointer right = description(b, of_b);
  const KnownPointer both = join(left, right);
  RC_ASSERT(describes(both, a) && describes(both, b));
  RC_ASSERT(both == join(right, left));
  RC_ASSERT(join(left, left) == left);
  RC_ASSERT(join(both, left) == both);
}

RC_GTEST_PROP(KnownPointers, WhatIsLearntDescribesTheSamePointer, (const Pointer& pointer, const Silence& silence)) {
  const KnownPointer known = description(pointer, silence);
  const Bytes accessed{*rc::gen::inRange(-4, 24), 0};
  const Bytes access{accessed.begin, accessed.begin + *rc::gen::inRange(1, 8)};
  RC_ASSERT(is_out_of_bounds(pointer, access) || describes(reaching(known, access), pointer));
  RC_ASSERT(pointer.value == 0 || describes(without_null(known), pointer));
}

RC_GTEST_PROP(KnownPointers, WhenTheObjectEndsNothingIsSaidOfIt, (Pointer pointer, const Silence& silence)) {
  const KnownPointer known = without_life(description(pointer, silence));
  pointer.lives = false;
  RC_ASSERT(describes(known, pointer));
}

RC_GTEST_PROP(KnownPointers, MovingMovesWhatIsKnown, (const Pointer& pointer, const Silence& silence)) {
  const KnownPointer known = description(pointer, silence);
  const int distance = *rc::gen::inRange(-12, 32);
  Pointer moved = pointer;
  moved.value += distance;
  RC_ASSERT(describes(moved_by(known, distance), moved));
  RC_ASSERT(describes(moved_somewhere(known), moved));
  const Bytes distances{distance - *rc::gen::inRange(0, 6), distance + *rc::gen::inRange(1, 6)};
  RC_ASSERT(describes(moved_within(known, distances), moved));
}

} // namespace
} // namespace vouch::test
