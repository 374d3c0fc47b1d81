#pragma once

#include "analysis/smt/encoding/encoding_context.hpp"

namespace vouch::smt {

/// When pointers into different objects may be equal, although the address space of formulas keeps all objects apart.
///
/// - The end of one object may be the start of another (C 6.5.9 6): `a + 4 == b` for `int a[4], b[4]`.
/// - String literals may share memory (cfa/shared_literals.hpp): `"abc" == "abc"`.
///
/// Where that can be the case, a formula leaves it open whether the two are equal. What objects there are, and where in
/// them a pointer may point, is known from the points-to analysis. It does not know whether two objects from the heap
/// are one: then it is left open wherever the addresses allow it.
class AddressOverlap {
public:
  explicit AddressOverlap(EncodingContext& context) : context_(context) {}

  /// An operand of a comparison, and its address in formulas.
  struct Pointer {
    cfa::ExpressionRef expression = nullptr;
    Term address;
  };
  /// Holds where `a` and `b` may be equal in spite of different addresses; false if they never are.
  Term may_be_equal(const Pointer& a, const Pointer& b);

private:
  /// What a pointer points to, and where.
  struct Place {
    const Pointer& pointer;
    const facts::ObjectGroup& group;
    const facts::Offsets& offsets;
  };
  /// A place in an object, as a condition on the pointer.
  struct Candidate {
    cfa::VariableId object; ///< invalid: one that is not a variable
    Term is_there;
  };
  [[nodiscard]] std::vector<Candidate> ends(const Place& place);
  [[nodiscard]] std::vector<Candidate> starts(const Place& place);
  /// `end` is the end of an object, `start` the start of another.
  Term touch(const Place& end, const Place& start);
  /// Both are in string literals that may be one.
  Term share_literals(const Place& a, const Place& b);
  Term is_in_heap(const Place& place);
  /// Whether pointers into one object are surely told from others by their distance.
  Term are_apart(const Place& end, const Place& start);
  Term plus(const Term& address, cfa::Integer bytes);
  Term at(cfa::VariableId variable, cfa::Integer offset);

  EncodingContext& context_;
};

} // namespace vouch::smt
