#include "analysis/frontend/lower_variable_arguments.hpp"

#include "analysis/frontend/lower_aggregate.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_place.hpp"

#include <algorithm>

/// Variable arguments. The caller lays them out one behind the other, at multiples of 8 bytes, in an object of its own
/// and passes its address as a further parameter. A `va_list`, whatever its type on the target, holds in its first
/// bytes the address of the argument that comes next. To read more arguments than were passed is then to leave the
/// object: undefined behaviour, as in C.
///
///     f(2, 'a', "b")      block: { i64 97, pointer to "b" }      va_arg(ap, int): load i64 at *ap, then *ap += 8
namespace vouch::frontend {
namespace {

constexpr std::uint64_t slot_bytes = 8;
constexpr std::uint64_t block_alignment = 16;

std::uint64_t slot_size(std::uint64_t size) { return (size + slot_bytes - 1) / slot_bytes * slot_bytes; }

/// All integers have the same size in the block, so that it is regular.
cfa::Type type_in_block(const cfa::Type& type) {
  return cfa::as_integer(type) != nullptr ? cfa::IntegerType{64, cfa::Signedness::Signed} : type;
}

} // namespace

cfa::ExpressionRef VariableArgumentLowering::variable_arguments(const FunctionInterface& callee,
                                                                const CallArguments& arguments, const Origin& origin) {
  if (arguments.rest != nullptr) {
    return arguments.rest;
  }
  auto& build = unit_.expressions;
  std::uint64_t size = 0;
  for (std::size_t index = callee.parameters.size(); index < arguments.values.size(); ++index) {
    size += slot_size(unit_.types.size_in_bytes(arguments.types[index]));
  }
  if (size == 0) {
    return build.zero(unit_.types.pointer());
  }
  cfa::Variable block;
  block.name = "<variable arguments>";
  block.type = cfa::AggregateType{size};
  block.kind = cfa::VariableKind::Temporary;
  block.storage = cfa::Storage::Memory;
  block.function = lowering_.function();
  block.alignment = block_alignment;
  block.declaration = origin.range;
  cfa::VariableId object = unit_.builder.add_variable(std::move(block));
  Origin invisible{origin.range, {}};
  lowering_.emit(cfa::Declare{object}, invisible);
  cfa::ExpressionRef address = build.address_of(object);
  std::uint64_t offset = 0;
  for (std::size_t index = callee.parameters.size(); index < arguments.values.size(); ++index) {
    const std::vector<cfa::ExpressionRef>& values = arguments.values[index];
    clang::QualType type = arguments.types[index];
    MemoryPlace slot{build.add_bytes(address, static_cast<cfa::Integer>(offset))};
    if (!type->isRecordType()) {
      lowering_.places().write(slot, build.convert(values.front(), type_in_block(values.front()->type)), invisible);
    } else if (unit_.types.is_splittable(type)) {
      std::vector<Place> parts = lowering_.places().leaf_places(slot, type);
      for (std::size_t part = 0; part < parts.size(); ++part) {
        lowering_.places().write(parts[part], values[part], invisible);
      }
    } else {
      AggregateLowering(lowering_).copy(slot, MemoryPlace{values.front()}, type, invisible);
    }
    offset += slot_size(unit_.types.size_in_bytes(type));
  }
  return address;
}

bool VariableArgumentLowering::variable_arguments_builtin(const clang::CallExpr* expression, std::string_view name) {
  if (name == "__builtin_va_start" || name == "__builtin_c23_va_start" || name == "__builtin_stdarg_start") {
    if (lowering_.interface() == nullptr || !lowering_.interface()->variable_arguments) {
      lowering_.unsupported("va_start", expression);
      return true;
    }
    lowering_.places().write(list_place(expression->getArg(0)),
                             unit_.expressions.read(*lowering_.interface()->variable_arguments, unit_.types.pointer()),
                             lowering_.origin_of(expression));
    return true;
  }
  if (name == "__builtin_va_copy") {
    Place target =
        lowering_.stabilised(list_place(expression->getArg(0)), expression->getArg(1), expression->getArg(0));
    const clang::Expr* source = expression->getArg(1);
    bool is_object = unit_.context.getBuiltinVaListType()->isArrayType();
    cfa::ExpressionRef next = is_object
                                  ? lowering_.places().read(list_place(source), unit_.context.VoidPtrTy, expression)
                                  : lowering_.expressions().rvalue(source);
    lowering_.places().write(target, next, lowering_.origin_of(expression));
    return true;
  }
  if (name == "__builtin_va_end") {
    list_place(expression->getArg(0));
    return true;
  }
  return false;
}

Place VariableArgumentLowering::list_place(const clang::Expr* list) {
  // Where `va_list` is an array, expressions of it are pointers to its element.
  return list->isPRValue() ? Place(MemoryPlace{lowering_.expressions().rvalue(list)}) : lowering_.places().place(list);
}

MemoryPlace VariableArgumentLowering::next_argument(const clang::VAArgExpr* expression) {
  auto& build = unit_.expressions;
  Origin invisible{lowering_.origin_of(expression).range, {}};
  Place list = list_place(expression->getSubExpr());
  cfa::VariableId current = lowering_.temporary("argument", unit_.types.pointer());
  lowering_.emit(cfa::Assign{current, lowering_.places().read(list, unit_.context.VoidPtrTy, expression)}, invisible);
  cfa::ExpressionRef address = build.read(current, unit_.types.pointer());
  auto size = static_cast<cfa::Integer>(slot_size(unit_.types.size_in_bytes(expression->getType())));
  lowering_.places().write(list, build.add_bytes(address, size), invisible);
  return MemoryPlace{address};
}

cfa::ExpressionRef VariableArgumentLowering::variable_argument(const clang::VAArgExpr* expression,
                                                               const cfa::Type& type) {
  auto& build = unit_.expressions;
  MemoryPlace argument = next_argument(expression);
  // A temporary: it is read here, whatever becomes of the list.
  cfa::Type stored = type_in_block(type);
  cfa::VariableId value = lowering_.temporary("va_arg", stored);
  lowering_.emit(cfa::Assign{value, build.load(argument.address, stored)}, {lowering_.origin_of(expression).range, {}});
  return build.convert(build.read(value, stored), type);
}

} // namespace vouch::frontend
