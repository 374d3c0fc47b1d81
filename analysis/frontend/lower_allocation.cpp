#include "analysis/frontend/lower_allocation.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_expression.hpp"

/// `malloc`, `calloc`, `alloca` and `free`.
///
/// No library gives more than half of the address space at once. Where a size may be larger, or where allocation may
/// fail at any time, null is one of the results:
///
///     p = calloc(n, 8)      if (n > PTRDIFF_MAX / 8) p := null;  else p := address of a new object of n * 8 bytes
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

} // namespace

ExpressionRef AllocationLowering::is_above(ExpressionRef value, cfa::Integer bound) {
  auto& build = unit_.expressions;
  return build.interval(value).high > bound
             ? build.binary(BinaryOperator::Greater, value, build.constant(bound, value->type))
             : nullptr;
}

AllocationLowering::AllocationSize AllocationLowering::size_of(ExpressionRef bytes) {
  const ExpressionRef size = unit_.expressions.convert(bytes, unit_.types.size_type());
  return {size, is_above(size, cfa::maximum_value(unit_.types.pointer_difference())), nullptr};
}

AllocationLowering::AllocationSize AllocationLowering::allocation_size(const clang::CallExpr* expression,
                                                                       cfa::AllocationKind kind) {
  auto& build = unit_.expressions;
  if (kind != cfa::AllocationKind::ZeroedHeap) {
    return size_of(lowering_.expressions().rvalue(expression->getArg(0)));
  }
  cfa::Type size_type = unit_.types.size_type();
  const cfa::Integer most = cfa::maximum_value(unit_.types.pointer_difference());
  ExpressionRef first = build.convert(lowering_.expressions().rvalue(expression->getArg(0)), size_type);
  first = lowering_.stabilised(first, expression->getArg(1), expression->getArg(0));
  ExpressionRef second = build.convert(lowering_.expressions().rvalue(expression->getArg(1)), size_type);
  ExpressionRef product = build.binary(BinaryOperator::Multiply, first, second);
  if (constant_value(second) == nullptr) {
    std::swap(first, second);
  }
  if (const cfa::Integer* factor = constant_value(second)) {
    return {product, *factor != 0 ? is_above(first, most / *factor) : nullptr, nullptr};
  }
  if (build.interval(second).high == 0 || build.interval(first).high <= most / build.interval(second).high) {
    return {product, nullptr, nullptr};
  }
  ExpressionRef quotient = build.binary(BinaryOperator::Divide, build.constant(most, size_type), second);
  return {product, build.binary(BinaryOperator::Greater, first, quotient),
          build.binary(BinaryOperator::NotEqual, second, build.zero(size_type))};
}

ExpressionRef AllocationLowering::allocation_alignment(const clang::CallExpr* expression, cfa::AllocationKind kind) {
  auto& build = unit_.expressions;
  if (kind == cfa::AllocationKind::ZeroedHeap || expression->getNumArgs() != 2) {
    return nullptr;
  }
  cfa::Type size_type = unit_.types.size_type();
  ExpressionRef alignment = build.convert(lowering_.expressions().rvalue(expression->getArg(1)), size_type);
  const bool is_in_bits = kind == cfa::AllocationKind::Stack; // __builtin_alloca_with_align
  return is_in_bits ? build.binary(BinaryOperator::Divide, alignment, build.constant(8, size_type)) : alignment;
}

ExpressionRef AllocationLowering::allocate(const clang::CallExpr* expression, cfa::AllocationKind kind,
                                           const Destination* destination) {
  auto& build = unit_.expressions;
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  AllocationSize size = allocation_size(expression, kind);
  ExpressionRef alignment = allocation_alignment(expression, kind);
  cfa::VariableId result = lowering_.result_variable("allocation", unit_.types.pointer(), destination);
  const clang::FunctionDecl* function = expression->getDirectCallee();
  const Allocator allocator{function != nullptr ? function->getNameAsString() : "malloc", cfa::Author::System};
  give(result, size, {{}, size.bytes, kind, failure_of(kind), {}, alignment}, allocator, origin);
  ExpressionRef address = build.read(result, unit_.types.pointer());
  auto type = unit_.types.scalar(expression->getType()); // int, if malloc is not declared
  return type ? build.convert(address, *type) : address;
}

void AllocationLowering::give(cfa::VariableId target, ExpressionRef bytes, cfa::AllocationFailure failure,
                              const Allocator& allocator, const Origin& origin) {
  const AllocationSize size = size_of(bytes);
  give(target, size, {{}, size.bytes, cfa::AllocationKind::Heap, failure, {}, nullptr}, allocator, origin);
}

cfa::AllocationFailure AllocationLowering::failure_of(cfa::AllocationKind kind) const {
  const bool may_fail = cfa::is_from_heap(kind) && unit_.linkage.allocation == Allocation::MayFail;
  return may_fail ? cfa::AllocationFailure::MayReturnNull : cfa::AllocationFailure::Never;
}

void AllocationLowering::give(cfa::VariableId target, const AllocationSize& size, const cfa::Allocate& object,
                              const Allocator& allocator, const Origin& origin) {
  auto& build = unit_.expressions;
  DraftLocation fails = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  const bool is_from_heap = cfa::is_from_heap(object.kind);
  // Models say themselves what is too much for them.
  const bool may_be_too_large = is_from_heap && size.is_too_large != nullptr && unit_.role == UnitRole::Program;
  const bool may_fail = object.failure == cfa::AllocationFailure::MayReturnNull;
  if (may_be_too_large) {
    DraftLocation divides = lowering_.add_location();
    DraftLocation gives = lowering_.add_location();
    if (size.has_quotient != nullptr) {
      lowering_.branch(size.has_quotient, divides, gives, {origin.range, {}});
      lowering_.start_at(divides);
    }
    lowering_.branch(size.is_too_large, fails, gives, {origin.range, {}});
    lowering_.start_at(gives);
  }
  if (may_fail) {
    cfa::IntegerType truth{8, cfa::Signedness::Unsigned};
    cfa::VariableId runs_out = lowering_.temporary("allocation fails", truth);
    cfa::Input failure{runs_out, cfa::InputKind::Failure, allocator.name, {}, cfa::Input::Range::Boolean};
    failure.author = allocator.author;
    lowering_.emit(std::move(failure), {origin.range, {}});
    DraftLocation gives = lowering_.add_location();
    lowering_.branch(build.read(runs_out, truth), fails, gives, {origin.range, {}});
    lowering_.start_at(gives);
  } else if (is_from_heap) {
    unit_.assume("memory allocation is assumed to succeed", lowering_.function());
  }
  lowering_.emit(cfa::Allocate{target, size.bytes, object.kind, cfa::AllocationFailure::Never, {}, object.alignment},
                 origin);
  ExpressionRef address = build.read(target, unit_.types.pointer());
  if (is_from_heap) {
    MemoryChecks(lowering_).count_allocation(address, BinaryOperator::Add, origin);
  }
  if (may_be_too_large || may_fail) {
    lowering_.go_to(after);
    lowering_.start_at(fails);
    lowering_.emit(cfa::Assign{target, build.zero(unit_.types.pointer())}, origin);
    LibraryUse(lowering_).change_errno("__vouch_no_memory", origin);
    lowering_.go_to(after);
    lowering_.start_at(after);
  }
}

void AllocationLowering::free_memory(ExpressionRef pointer, const Origin& origin) {
  MemoryChecks(lowering_).check_free(pointer, origin);
  MemoryChecks(lowering_).count_allocation(pointer, BinaryOperator::Subtract, origin);
  lowering_.emit(cfa::Free{pointer}, origin);
}

} // namespace vouch::frontend
