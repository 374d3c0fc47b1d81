#include "analysis/frontend/function_lowering.hpp"

/// Edges to targets where using memory is undefined, in front of the access.
///
/// Of accesses to a variable by name the place in it is known, and the check is arithmetic on offsets. For others
/// `MemoryCheck` asks. An address is taken apart into the pointer that it comes from and what is added to it, because after
/// the addition it may lie anywhere.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::Integer;
using cfa::MemoryFault;
using cfa::PropertyKind;

struct Address {
  ExpressionRef pointer = nullptr;
  std::vector<ExpressionRef> offsets;
};

Address taken_apart(ExpressionRef address) {
  Address result{address, {}};
  while (const auto* sum = std::get_if<cfa::Binary>(&result.pointer->node)) {
    if (sum->op != BinaryOperator::PointerAdd) {
      break;
    }
    result.offsets.insert(result.offsets.begin(), sum->right);
    result.pointer = sum->left;
  }
  return result;
}

/// `"p->x" can ...`, or without the text what is said of memory in general.
std::string subject(const Origin& origin) { return origin.text.empty() ? "an access" : "\"" + origin.text + "\""; }

} // namespace

void FunctionLowering::check_access(ExpressionRef address, const cfa::Type& type, const Origin& origin) {
  auto size = static_cast<Integer>(cfa::size_in_bytes(type));
  check_block(address, unit_.expressions.constant(size, unit_.types.size_type()), origin);
}

void FunctionLowering::check_block(ExpressionRef address, ExpressionRef size, const Origin& origin) {
  auto& build = unit_.expressions;
  if (!checks_accesses()) {
    return;
  }
  if (constant_value(size) != nullptr) {
    return *constant_value(size) != 0 ? check_bytes(address, size, origin) : void();
  }
  DraftLocation some = draft_.add_location();
  DraftLocation after = draft_.add_location();
  branch(build.binary(BinaryOperator::NotEqual, size, build.zero(size->type)), some, after, {origin.range, {}});
  start_at(some);
  check_bytes(address, size, origin);
  go_to(after);
  start_at(after);
}

void FunctionLowering::check_bytes(ExpressionRef address, ExpressionRef size, const Origin& origin) {
  auto& build = unit_.expressions;
  Address access = taken_apart(address);
  const auto* object = std::get_if<cfa::AddressOf>(&access.pointer->node);
  if (object == nullptr) {
    fail_if_checked(PropertyKind::NullDereference, build.memory_check(MemoryFault::Null, {access.pointer}),
                    subject(origin) + " can use a null pointer", origin);
    fail_if_checked(PropertyKind::UseAfterFree, build.memory_check(MemoryFault::Dead, {access.pointer}),
                    subject(origin) + " can use an object that does not exist any more", origin);
  }
  if (!checks(PropertyKind::OutOfBounds)) {
    return;
  }
  Failure failure = this->failure(PropertyKind::OutOfBounds, subject(origin) + " can be out of bounds", origin);
  ExpressionRef offset = build.zero(unit_.types.pointer_difference());
  for (ExpressionRef part : access.offsets) {
    part = build.convert(part, unit_.types.pointer_difference());
    if (!is_zero(offset) && !is_zero(part)) {
      check_overflow(BinaryOperator::Add, offset, part, failure);
    }
    offset = is_zero(offset) ? part : build.binary(BinaryOperator::Add, offset, part);
  }
  if (object == nullptr) {
    fail_if(build.memory_check(MemoryFault::OutOfBounds, {access.pointer, offset, size}), failure);
    return;
  }
  Integer total = static_cast<Integer>(cfa::size_in_bytes(unit_.builder.variable(object->variable).type));
  if (const Integer* bytes = constant_value(size)) {
    fail_if(*bytes > total ? build.integer(1) : build.is_outside(offset, {0, total - *bytes}), failure);
    return;
  }
  fail_if(build.is_outside(size, {0, total}), failure);
  fail_if(build.is_outside(offset, {0, total}), failure);
  ExpressionRef end = build.binary(BinaryOperator::Add, offset, build.convert(size, offset->type));
  fail_if(build.binary(BinaryOperator::Greater, end, build.constant(total, end->type)), failure);
}

void FunctionLowering::check_offset(BinaryOperator op, ExpressionRef left, ExpressionRef right, const Origin& origin) {
  if (checks(PropertyKind::OutOfBounds)) {
    check_overflow(op, left, right,
                   failure(PropertyKind::OutOfBounds, subject(origin) + " can be out of bounds", origin));
  }
}

void FunctionLowering::check_called_pointer(ExpressionRef pointer, const Origin& origin) {
  auto& build = unit_.expressions;
  if (constant_value(pointer) == nullptr && !std::holds_alternative<cfa::FunctionAddress>(pointer->node)) {
    fail_if_checked(PropertyKind::NullDereference,
                    build.binary(BinaryOperator::Equal, pointer, build.zero(pointer->type)),
                    subject(origin) + " can call a null pointer", origin);
  }
}

void FunctionLowering::check_free(ExpressionRef pointer, const Origin& origin) {
  auto& build = unit_.expressions;
  fail_if_checked(PropertyKind::DoubleFree, build.memory_check(MemoryFault::DoubleFree, {pointer}),
                  subject(origin) + " can free memory a second time", origin);
  fail_if_checked(PropertyKind::InvalidFree, build.memory_check(MemoryFault::InvalidFree, {pointer}),
                  subject(origin) + " can free what is not the start of allocated memory", origin);
}

void FunctionLowering::count_allocation(ExpressionRef pointer, BinaryOperator change, const Origin& origin) {
  auto& build = unit_.expressions;
  if (!unit_.properties.contains(PropertyKind::MemoryLeak)) {
    return;
  }
  cfa::VariableId count = unit_.allocation_count();
  cfa::Type type = unit_.builder.variable(count).type;
  ExpressionRef is_object = build.binary(BinaryOperator::NotEqual, pointer, build.zero(pointer->type));
  emit(cfa::Assign{count, build.binary(change, build.read(count, type), build.convert(is_object, type))},
       {origin.range, {}});
}

void FunctionLowering::check_leak_behind(const FunctionInterface& function) {
  SourceRange range = unit_.source.range(clang::SourceRange(function.declaration->getBodyRBrace()));
  check_leak("\"" + function.declaration->getNameAsString() + "\" returns", range);
}

void FunctionLowering::check_leak(const std::string& when, const SourceRange& range) {
  auto& build = unit_.expressions;
  if (!unit_.properties.contains(PropertyKind::MemoryLeak)) {
    return;
  }
  cfa::VariableId count = unit_.allocation_count();
  ExpressionRef allocations = build.read(count, unit_.builder.variable(count).type);
  ExpressionRef is_lost = build.binary(
      BinaryOperator::LogicalAnd, build.binary(BinaryOperator::Greater, allocations, build.zero(allocations->type)),
      build.value_of(build.truth(build.memory_check(MemoryFault::Leak, {}))));
  fail_if_checked(PropertyKind::MemoryLeak, is_lost, "memory can be lost: no pointer to it is left when " + when,
                  {range, {}});
}

} // namespace vouch::frontend
