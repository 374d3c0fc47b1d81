#include "analysis/frontend/lower_initialiser.hpp"

#include "analysis/frontend/lower_aggregate.hpp"
#include "analysis/frontend/lower_assignment.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_wide_integer.hpp"
#include "analysis/frontend/number_bytes.hpp"
#include "analysis/support/overloaded.hpp"

#include <clang/AST/ExprCXX.h>

namespace vouch::frontend {
namespace {

bool has_bit_fields(const clang::RecordDecl& record) {
  return llvm::any_of(record.fields(), [](const clang::FieldDecl* field) { return field->isBitField(); });
}

/// Whether `initialiser` leaves some part of an object of `type` to be zero, and so many that setting all bytes first
/// is simpler.
bool leaves_parts_out(const clang::Expr* initialiser, const clang::ASTContext& context) {
  initialiser = initialiser->IgnoreParens();
  if (llvm::isa<clang::ImplicitValueInitExpr>(initialiser)) {
    return true;
  }
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(initialiser);
  if (list == nullptr) {
    return false;
  }
  if (const auto* array = context.getAsConstantArrayType(list->getType());
      array != nullptr && list->getNumInits() < array->getSize().getZExtValue() &&
      !(list->getNumInits() == 1 && llvm::isa<clang::StringLiteral>(list->getInit(0)->IgnoreParens()))) {
    return true;
  }
  // Writing a bit-field reads the bits beside it.
  const auto* record = list->getType()->getAsRecordDecl();
  if (record != nullptr && (record->isUnion() || has_bit_fields(*record->getDefinition()))) {
    return true;
  }
  for (const clang::Expr* part : list->inits()) {
    if (leaves_parts_out(part, context)) {
      return true;
    }
  }
  return false;
}

} // namespace

bool InitialiserLowering::initialise_at_once(const StaticObject& object, const Origin& origin) {
  constexpr std::uint64_t longest_one_by_one = 256; // bytes, which formulas know one by one
  const auto* memory = std::get_if<MemoryPlace>(&object.place);
  if (memory == nullptr || object.variable == nullptr || unit_.types.size_in_bytes(object.type) <= longest_one_by_one) {
    return false;
  }
  std::optional<NumberBytes> initial = bytes_of_numbers(unit_.context, object.variable);
  if (!initial || (initial->has_gaps && !leaves_parts_out(object.initialiser, unit_.context))) {
    return false;
  }
  lowering_.emit(
      cfa::WriteBytes{memory->address, std::make_shared<const std::vector<std::uint8_t>>(std::move(initial->bytes))},
      origin);
  return true;
}

void InitialiserLowering::initialise(const Place& place, clang::QualType type, const clang::Expr* initialiser,
                                     const Origin& origin) {
  initialiser = initialiser->IgnoreParens();
  if (const auto* memory = std::get_if<MemoryPlace>(&place);
      memory != nullptr && !unit_.types.scalar(type) && leaves_parts_out(initialiser, unit_.context)) {
    set_to_zero(place, type, {origin.range, {}});
  }
  initialise_elements(place, type, initialiser, origin);
}

void InitialiserLowering::initialise_elements(const Place& place, clang::QualType type, const clang::Expr* initialiser,
                                              const Origin& origin) {
  initialiser = initialiser->IgnoreParens();
  EvaluationScope scope(lowering_, initialiser);
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(initialiser)) {
    return initialise_elements(place, type, constant->getSubExpr(), origin);
  }
  if (unit_.types.scalar(type)) {
    return AssignmentLowering(lowering_).assign_scalar(place, initialiser, origin);
  }
  if (llvm::isa<clang::ImplicitValueInitExpr>(initialiser)) {
    if (!std::holds_alternative<MemoryPlace>(place)) {
      set_to_zero(place, type, origin);
    }
    return; // memory was set to zero as a whole
  }
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(initialiser)) {
    return initialise_list(place, type, list, origin);
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(initialiser)) {
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(cast->getSubExpr()->IgnoreParens())) {
      return initialise(place, type, literal->getInitializer(), origin);
    }
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(initialiser)) {
    return initialise(place, type, literal->getInitializer(), origin); // GNU: an array from a compound literal
  }
  if (const auto* memory = std::get_if<MemoryPlace>(&place); memory != nullptr && type->isArrayType()) {
    if (const auto* predefined = llvm::dyn_cast<clang::PredefinedExpr>(initialiser)) {
      return initialise_string(*memory, type, predefined->getFunctionName(), origin);
    }
    if (const auto* string = llvm::dyn_cast<clang::StringLiteral>(initialiser)) {
      return initialise_string(*memory, type, string, origin);
    }
  }
  if (is_approximated(lowering_, type)) {
    lowering_.expressions().effects(initialiser);
    return approximate(lowering_, place, type, origin);
  }
  if (!type->isRecordType()) {
    return lowering_.unsupported(std::string("initialiser ") + initialiser->getStmtClassName(), initialiser);
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(initialiser)) {
    return CallLowering(lowering_).call_into(call, place);
  }
  AggregateLowering(lowering_).copy(place, AggregateLowering(lowering_).aggregate(initialiser), type, origin);
}

void InitialiserLowering::initialise_list(const Place& place, clang::QualType type, const clang::InitListExpr* list,
                                          const Origin& origin) {
  if (list->isTransparent()) {
    return initialise_elements(place, type, list->getInit(0), origin);
  }
  if (type->isArrayType()) {
    return initialise_array(std::get<MemoryPlace>(place), type, list, origin);
  }
  if (!type->isRecordType()) {
    return lowering_.unsupported("initialiser of type " + type.getAsString(), list);
  }
  if (type->isUnionType()) {
    const clang::FieldDecl* field = list->getInitializedFieldInUnion();
    if (field != nullptr && list->getNumInits() != 0) {
      initialise_elements(lowering_.places().member_place(place, field), field->getType(), list->getInit(0), origin);
    }
    return;
  }
  unsigned next = 0;
  for (const clang::FieldDecl* field : record_of(type)->getDefinition()->fields()) {
    if (field->isUnnamedBitField()) {
      continue;
    }
    if (next >= list->getNumInits()) {
      break;
    }
    const clang::Expr* part = list->getInit(next++);
    if (field->getType()->isIncompleteArrayType()) {
      // A flexible array member has the size that its initialiser gives it, behind the struct.
      if (!llvm::isa<clang::ImplicitValueInitExpr>(part)) {
        initialise(lowering_.places().member_place(place, field), part->getType(), part, origin);
      }
    } else {
      initialise_elements(lowering_.places().member_place(place, field), field->getType(), part, origin);
    }
  }
}

void InitialiserLowering::initialise_array(const MemoryPlace& place, clang::QualType type,
                                           const clang::InitListExpr* list, const Origin& origin) {
  const clang::ArrayType* array = unit_.context.getAsArrayType(type);
  clang::QualType element = array->getElementType();
  if (list->getNumInits() == 1 && list->isStringLiteralInit()) {
    return initialise_elements(place, type, list->getInit(0), origin);
  }
  auto size = static_cast<cfa::Integer>(unit_.types.size_in_bytes(element));
  for (unsigned index = 0; index < list->getNumInits(); ++index) {
    MemoryPlace part{unit_.expressions.add_bytes(place.address, size * index)};
    initialise_elements(part, element, list->getInit(index), origin);
  }
  const clang::Expr* filler = list->getArrayFiller();
  const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array);
  if (filler == nullptr || llvm::isa<clang::ImplicitValueInitExpr>(filler) || constant == nullptr) {
    return; // zero already
  }
  for (std::uint64_t index = list->getNumInits(); index < constant->getSize().getZExtValue(); ++index) {
    MemoryPlace part{unit_.expressions.add_bytes(place.address, size * static_cast<cfa::Integer>(index))};
    initialise_elements(part, element, filler, origin);
  }
}

void InitialiserLowering::initialise_string(const MemoryPlace& place, clang::QualType type,
                                            const clang::StringLiteral* literal, const Origin& origin) {
  const clang::ArrayType* array = unit_.context.getAsArrayType(type);
  cfa::Type character = *unit_.types.scalar(array->getElementType());
  auto width = static_cast<cfa::Integer>(cfa::size_in_bytes(character));
  std::uint64_t length = literal->getLength() + 1;
  if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
    std::uint64_t capacity = constant->getSize().getZExtValue();
    if (capacity > length) {
      set_to_zero(place, type, {origin.range, {}});
      length = literal->getLength();
    }
    length = std::min(length, capacity);
  }
  for (std::uint64_t index = 0; index < length; ++index) {
    cfa::Integer unit = index < literal->getLength() ? literal->getCodeUnit(index) : 0;
    lowering_.emit(cfa::Store{unit_.expressions.add_bytes(place.address, width * static_cast<cfa::Integer>(index)),
                              unit_.expressions.constant(unit, character)},
                   index == 0 ? origin : Origin{origin.range, {}});
  }
}

void InitialiserLowering::set_to_zero(const Place& place, clang::QualType type, const Origin& origin) {
  auto& build = unit_.expressions;
  auto assign_zero = [&](cfa::VariableId variable) {
    lowering_.emit(cfa::Assign{variable, build.zero(unit_.builder.variable(variable).type)}, origin);
  };
  std::visit(Overloaded{
                 [&](const RegisterPlace& object) { assign_zero(object.variable); },
                 [&](const LeavesPlace& object) {
                   for (cfa::VariableId leaf : object.leaves) {
                     assign_zero(leaf);
                   }
                 },
                 [&](const MemoryPlace& object) {
                   if (auto scalar = unit_.types.scalar(type)) {
                     lowering_.emit(cfa::Store{object.address, build.zero(*scalar)}, origin);
                     return;
                   }
                   auto size = static_cast<cfa::Integer>(unit_.types.size_in_bytes(type));
                   if (size != 0) {
                     lowering_.emit(cfa::SetMemory{object.address,
                                                   build.zero(cfa::IntegerType{8, cfa::Signedness::Unsigned}),
                                                   build.constant(size, unit_.types.size_type())},
                                    origin);
                   }
                 },
                 [&](const BitFieldPlace& object) {
                   lowering_.places().write_bit_field(object, build.zero(object.field), origin);
                 },
             },
             place);
}

} // namespace vouch::frontend
