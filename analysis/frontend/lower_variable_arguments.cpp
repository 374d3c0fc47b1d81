#include "analysis/frontend/function_lowering.hpp"

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

cfa::ExpressionRef FunctionLowering::variable_arguments(const FunctionInterface& callee, const Arguments& arguments,
                                                        const Origin& origin) {
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
  block.function = function_;
  block.alignment = block_alignment;
  block.declaration = origin.range;
  cfa::VariableId object = unit_.builder.add_variable(std::move(block));
  Origin invisible{origin.range, {}};
  emit(cfa::Declare{object}, invisible);
  cfa::ExpressionRef address = build.address_of(object);
  std::uint64_t offset = 0;
  for (std::size_t index = callee.parameters.size(); index < arguments.values.size(); ++index) {
    const std::vector<cfa::ExpressionRef>& values = arguments.values[index];
    clang::QualType type = arguments.types[index];
    MemoryPlace slot{build.add_bytes(address, static_cast<cfa::Integer>(offset))};
    if (!type->isRecordType()) {
      write(slot, build.convert(values.front(), type_in_block(values.front()->type)), invisible);
    } else if (unit_.types.is_splittable(type)) {
      std::vector<Place> parts = leaf_places(slot, type);
      for (std::size_t part = 0; part < parts.size(); ++part) {
        write(parts[part], values[part], invisible);
      }
    } else {
      copy(slot, MemoryPlace{values.front()}, type, invisible);
    }
    offset += slot_size(unit_.types.size_in_bytes(type));
  }
  return address;
}

bool FunctionLowering::variable_arguments_builtin(const clang::CallExpr* expression, std::string_view name) {
  if (name == "__builtin_va_start" || name == "__builtin_c23_va_start" || name == "__builtin_stdarg_start") {
    if (interface_ == nullptr || !interface_->variable_arguments) {
      unsupported("va_start", expression);
      return true;
    }
    write(list_place(expression->getArg(0)),
          unit_.expressions.read(*interface_->variable_arguments, unit_.types.pointer()), origin_of(expression));
    return true;
  }
  if (name == "__builtin_va_copy") {
    Place target = stabilised(list_place(expression->getArg(0)), expression->getArg(1), expression->getArg(0));
    const clang::Expr* source = expression->getArg(1);
    bool is_object = unit_.context.getBuiltinVaListType()->isArrayType();
    cfa::ExpressionRef next =
        is_object ? read(list_place(source), unit_.context.VoidPtrTy, expression) : rvalue(source);
    write(target, next, origin_of(expression));
    return true;
  }
  if (name == "__builtin_va_end") {
    list_place(expression->getArg(0));
    return true;
  }
  return false;
}

Place FunctionLowering::list_place(const clang::Expr* list) {
  // Where `va_list` is an array, expressions of it are pointers to its element.
  return list->isPRValue() ? Place(MemoryPlace{rvalue(list)}) : place(list);
}

MemoryPlace FunctionLowering::next_argument(const clang::VAArgExpr* expression) {
  auto& build = unit_.expressions;
  Origin invisible{origin_of(expression).range, {}};
  Place list = list_place(expression->getSubExpr());
  cfa::VariableId current = temporary("argument", unit_.types.pointer());
  emit(cfa::Assign{current, read(list, unit_.context.VoidPtrTy, expression)}, invisible);
  cfa::ExpressionRef address = build.read(current, unit_.types.pointer());
  auto size = static_cast<cfa::Integer>(slot_size(unit_.types.size_in_bytes(expression->getType())));
  write(list, build.add_bytes(address, size), invisible);
  return MemoryPlace{address};
}

cfa::ExpressionRef FunctionLowering::variable_argument(const clang::VAArgExpr* expression, const cfa::Type& type) {
  auto& build = unit_.expressions;
  MemoryPlace argument = next_argument(expression);
  // A temporary: it is read here, whatever becomes of the list.
  cfa::Type stored = type_in_block(type);
  cfa::VariableId value = temporary("va_arg", stored);
  emit(cfa::Assign{value, build.load(argument.address, stored)}, {origin_of(expression).range, {}});
  return build.convert(build.read(value, stored), type);
}

} // namespace vouch::frontend
