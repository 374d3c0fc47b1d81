#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <string>

namespace vouch::frontend {

/// Undefined use of memory. Each check does nothing unless its property is checked.
class MemoryChecks {
public:
  explicit MemoryChecks(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// The access of a value of `type`, or of `size` bytes.
  void check_access(cfa::ExpressionRef address, const cfa::Type& type, const Origin& origin);
  /// The access of an element: an array that is a part of something ends before that does.
  void check_indices(const std::vector<ElementIndex>& indices, const Origin& origin);
  void check_block(cfa::ExpressionRef address, cfa::ExpressionRef size, const Origin& origin);
  /// A number of bytes that is to be added to a pointer.
  void check_offset(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right, const Origin& origin);
  void check_called_pointer(cfa::ExpressionRef pointer, const Origin& origin);
  void check_free(cfa::ExpressionRef pointer, const Origin& origin);
  /// `change`: Add where memory was allocated, Subtract where it is about to be freed.
  void count_allocation(cfa::ExpressionRef pointer, cfa::BinaryOperator change, const Origin& origin);
  /// Whether memory is left over that no pointer leads to. `when`: for the message.
  void check_leak(const std::string& when, const SourceRange& range);
  /// The same when `function` has returned.
  void check_leak_behind(const FunctionInterface& function);

  /// No check: 1 if all of the `size` bytes from `address` on are in one object that exists, or if these are none; else 0.
  /// Requires operands without undefined behaviour, and has none.
  cfa::ExpressionRef is_usable(cfa::ExpressionRef address, cfa::ExpressionRef size);

private:
  void check_bytes(cfa::ExpressionRef address, cfa::ExpressionRef size, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
