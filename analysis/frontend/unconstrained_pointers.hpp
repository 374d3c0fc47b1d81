#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <string>
#include <vector>

namespace vouch::frontend {

/// A pointer that a function was given, and that another one may be equal to.
struct GivenPointer {
  clang::QualType pointee;
  cfa::ExpressionRef pointer = nullptr;
};
using GivenPointers = std::vector<GivenPointer>;

/// Pointers that some caller could pass to a function which is verified on its own.
class UnconstrainedPointers {
public:
  explicit UnconstrainedPointers(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Adds what callers can pass of the file's own objects.
  void add_static_pointees(GivenPointers& given);
  [[nodiscard]] bool can_be_made(clang::QualType pointer) const;
  /// Requires `can_be_made(type)`. `given` are the pointers that it may be equal to; the new one is added.
  cfa::ExpressionRef unconstrained_pointer(clang::QualType type, const std::string& name, const Origin& origin,
                                           unsigned depth, GivenPointers& given);

private:
  void make_array(cfa::VariableId pointer, clang::QualType element, const std::string& name, const Origin& origin);
  void follow_pointers(cfa::ExpressionRef object, clang::QualType type, const std::string& name, const Origin& origin,
                       unsigned depth, GivenPointers& given);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
