#include "analysis/frontend/check_memory.hpp"

#include "analysis/frontend/check_arithmetic.hpp"
#include "analysis/frontend/property_targets.hpp"

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

void MemoryChecks::check_access(ExpressionRef address, const cfa::Type& type, const Origin& origin) {
  auto size = static_cast<Integer>(cfa::size_in_bytes(type));
  check_block(address, unit_.expressions.constant(size, unit_.types.size_type()), origin);
}

void MemoryChecks::check_indices(const std::vector<ElementIndex>& indices, const Origin& origin) {
  auto& build = unit_.expressions;
  if (indices.empty() || !lowering_.targets().checks(PropertyKind::OutOfBounds)) {
    return;
  }
  const Failure failure =
      lowering_.targets().failure(PropertyKind::OutOfBounds, subject(origin) + " can be out of bounds", origin);
  for (const ElementIndex& element : indices) {
    const ExpressionRef index = build.convert(element.index, unit_.types.pointer_difference());
    lowering_.targets().fail_if(build.is_outside(index, {0, element.elements - 1}), failure);
  }
}

void MemoryChecks::check_block(ExpressionRef address, ExpressionRef size, const Origin& origin) {
  auto& build = unit_.expressions;
  if (!lowering_.targets().checks_accesses()) {
    return;
  }
  if (constant_value(size) != nullptr) {
    return *constant_value(size) != 0 ? check_bytes(address, size, origin) : void();
  }
  DraftLocation some = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.branch(build.binary(BinaryOperator::NotEqual, size, build.zero(size->type)), some, after,
                   {origin.range, {}});
  lowering_.start_at(some);
  check_bytes(address, size, origin);
  lowering_.go_to(after);
  lowering_.start_at(after);
}

void MemoryChecks::check_bytes(ExpressionRef address, ExpressionRef size, const Origin& origin) {
  auto& build = unit_.expressions;
  Address access = taken_apart(address);
  const auto* object = std::get_if<cfa::AddressOf>(&access.pointer->node);
  if (object == nullptr) {
    lowering_.targets().fail_if_checked(PropertyKind::NullDereference,
                                        build.memory_check(MemoryFault::Null, {access.pointer}),
                                        subject(origin) + " can use a null pointer", origin);
    lowering_.targets().fail_if_checked(PropertyKind::UseAfterFree,
                                        build.memory_check(MemoryFault::Dead, {access.pointer}),
                                        subject(origin) + " can use an object that does not exist any more", origin);
  }
  if (!lowering_.targets().checks(PropertyKind::OutOfBounds)) {
    return;
  }
  Failure failure =
      lowering_.targets().failure(PropertyKind::OutOfBounds, subject(origin) + " can be out of bounds", origin);
  ExpressionRef offset = build.zero(unit_.types.pointer_difference());
  for (ExpressionRef part : access.offsets) {
    part = build.convert(part, unit_.types.pointer_difference());
    if (!is_zero(offset) && !is_zero(part)) {
      ArithmeticChecks(lowering_).check_overflow(BinaryOperator::Add, offset, part, failure);
    }
    offset = is_zero(offset) ? part : build.binary(BinaryOperator::Add, offset, part);
  }
  if (object == nullptr) {
    lowering_.targets().fail_if(build.memory_check(MemoryFault::OutOfBounds, {access.pointer, offset, size}), failure);
    return;
  }
  Integer total = static_cast<Integer>(cfa::size_in_bytes(unit_.builder.variable(object->variable).type));
  if (const Integer* bytes = constant_value(size)) {
    lowering_.targets().fail_if(*bytes > total ? build.integer(1) : build.is_outside(offset, {0, total - *bytes}),
                                failure);
    return;
  }
  lowering_.targets().fail_if(build.is_outside(size, {0, total}), failure);
  lowering_.targets().fail_if(build.is_outside(offset, {0, total}), failure);
  ExpressionRef end = build.binary(BinaryOperator::Add, offset, build.convert(size, offset->type));
  lowering_.targets().fail_if(build.binary(BinaryOperator::Greater, end, build.constant(total, end->type)), failure);
}

ExpressionRef MemoryChecks::is_usable(ExpressionRef address, ExpressionRef size) {
  auto& build = unit_.expressions;
  const Address block = taken_apart(address);
  ExpressionRef offset = build.zero(unit_.types.pointer_difference());
  for (ExpressionRef part : block.offsets) {
    part = build.convert(part, offset->type);
    offset = is_zero(offset) ? part : build.wrapping_binary(BinaryOperator::Add, offset, part);
  }
  ExpressionRef is_inside = nullptr;
  for (ExpressionRef fault :
       {build.memory_check(MemoryFault::Null, {block.pointer}), build.memory_check(MemoryFault::Dead, {block.pointer}),
        build.memory_check(MemoryFault::OutOfBounds, {block.pointer, offset, size})}) {
    const ExpressionRef passes = build.binary(BinaryOperator::Equal, fault, build.zero(fault->type));
    is_inside = is_inside == nullptr ? passes : build.binary(BinaryOperator::LogicalAnd, is_inside, passes);
  }
  return build.binary(BinaryOperator::LogicalOr, build.binary(BinaryOperator::Equal, size, build.zero(size->type)),
                      is_inside);
}

void MemoryChecks::check_offset(BinaryOperator op, ExpressionRef left, ExpressionRef right, const Origin& origin) {
  if (lowering_.targets().checks(PropertyKind::OutOfBounds)) {
    ArithmeticChecks(lowering_).check_overflow(
        op, left, right,
        lowering_.targets().failure(PropertyKind::OutOfBounds, subject(origin) + " can be out of bounds", origin));
  }
}

void MemoryChecks::check_called_pointer(ExpressionRef pointer, const Origin& origin) {
  auto& build = unit_.expressions;
  if (constant_value(pointer) == nullptr && !std::holds_alternative<cfa::FunctionAddress>(pointer->node)) {
    lowering_.targets().fail_if_checked(PropertyKind::NullDereference,
                                        build.binary(BinaryOperator::Equal, pointer, build.zero(pointer->type)),
                                        subject(origin) + " can call a null pointer", origin);
  }
}

void MemoryChecks::check_free(ExpressionRef pointer, const Origin& origin) {
  auto& build = unit_.expressions;
  lowering_.targets().fail_if_checked(PropertyKind::DoubleFree, build.memory_check(MemoryFault::DoubleFree, {pointer}),
                                      subject(origin) + " can free memory a second time", origin);
  lowering_.targets().fail_if_checked(PropertyKind::InvalidFree,
                                      build.memory_check(MemoryFault::InvalidFree, {pointer}),
                                      subject(origin) + " can free what is not the start of allocated memory", origin);
}

void MemoryChecks::count_allocation(ExpressionRef pointer, BinaryOperator change, const Origin& origin) {
  auto& build = unit_.expressions;
  if (!unit_.properties.contains(PropertyKind::MemoryLeak)) {
    return;
  }
  cfa::VariableId count = unit_.allocation_count();
  cfa::Type type = unit_.builder.variable(count).type;
  ExpressionRef is_object = build.binary(BinaryOperator::NotEqual, pointer, build.zero(pointer->type));
  lowering_.emit(cfa::Assign{count, build.binary(change, build.read(count, type), build.convert(is_object, type))},
                 {origin.range, {}});
}

void MemoryChecks::check_leak_behind(const FunctionInterface& function) {
  SourceRange range = unit_.source.range(clang::SourceRange(function.declaration->getBodyRBrace()));
  check_leak("\"" + function.declaration->getNameAsString() + "\" returns", range);
}

void MemoryChecks::check_leak(const std::string& when, const SourceRange& range) {
  auto& build = unit_.expressions;
  if (!unit_.properties.contains(PropertyKind::MemoryLeak)) {
    return;
  }
  cfa::VariableId count = unit_.allocation_count();
  ExpressionRef allocations = build.read(count, unit_.builder.variable(count).type);
  ExpressionRef is_lost = build.binary(
      BinaryOperator::LogicalAnd, build.binary(BinaryOperator::Greater, allocations, build.zero(allocations->type)),
      build.value_of(build.truth(build.memory_check(MemoryFault::Leak, {}))));
  lowering_.targets().fail_if_checked(PropertyKind::MemoryLeak, is_lost,
                                      "memory can be lost: no pointer to it is left when " + when, {range, {}});
}

} // namespace vouch::frontend
