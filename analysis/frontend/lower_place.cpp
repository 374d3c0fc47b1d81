#include "analysis/frontend/lower_place.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/lower_aggregate.hpp"
#include "analysis/frontend/lower_block.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_initialiser.hpp"
#include "analysis/frontend/lower_operator.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/property_targets.hpp"
#include "analysis/support/overloaded.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>

namespace vouch::frontend {

namespace {

/// The array that becomes the pointer; null: it is another pointer.
const clang::Expr* array_behind(const clang::Expr* pointer) {
  const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer->IgnoreParens());
  const bool is_array = decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
  return is_array ? decay->getSubExpr() : nullptr;
}

/// How many elements the array has that becomes the pointer, if it is a part of something larger; nothing: as many as there
/// is room for.
std::optional<std::uint64_t> elements_of_part(const clang::Expr* pointer, clang::ASTContext& context) {
  const clang::Expr* array = array_behind(pointer);
  const auto* type = array != nullptr ? context.getAsConstantArrayType(array->getType()) : nullptr;
  const bool is_part = array != nullptr && (llvm::isa<clang::MemberExpr>(array->IgnoreParens()) ||
                                            llvm::isa<clang::ArraySubscriptExpr>(array->IgnoreParens()));
  if (type == nullptr || !is_part ||
      array->isFlexibleArrayMemberLike(context, context.getLangOpts().getStrictFlexArraysLevel())) {
    return std::nullopt;
  }
  return type->getSize().getZExtValue();
}

} // namespace

Place PlaceLowering::place(const clang::Expr* lvalue) {
  lvalue = lvalue->IgnoreParens();
  EvaluationScope scope(lowering_, lvalue);
  return scope.used(place_by_kind(lvalue));
}

Place PlaceLowering::place_by_kind(const clang::Expr* lvalue) {
  using clang::Stmt;
  switch (lvalue->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(llvm::cast<clang::DeclRefExpr>(lvalue)->getDecl())) {
      if (variable->hasAttr<clang::AliasAttr>()) {
        lowering_.unsupported("alias of a variable", lvalue);
        break;
      }
      if (!variable->getType()->isIncompleteType() || !is_static_storage(variable) ||
          !variable->getMostRecentDecl()->getType()->isIncompleteType()) {
        return variable_place(variable);
      }
      lowering_.unsupported("variable of incomplete type", lvalue);
    }
    break;
  case Stmt::MemberExprClass: {
    const auto* member = llvm::cast<clang::MemberExpr>(lvalue);
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr) {
      break;
    }
    if (member->isArrow()) {
      return member_place(first_element(member->getBase()), field);
    }
    const clang::Expr* base = member->getBase();
    return member_place(base->isPRValue() ? AggregateLowering(lowering_).aggregate(base) : place(base), field);
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto* subscript = llvm::cast<clang::ArraySubscriptExpr>(lvalue);
    if (!subscript->getBase()->getType()->isPointerType()) {
      break;
    }
    return element(subscript);
  }
  case Stmt::UnaryOperatorClass: {
    const auto* operation = llvm::cast<clang::UnaryOperator>(lvalue);
    if (operation->getOpcode() == clang::UO_Deref) {
      return MemoryPlace{lowering_.expressions().rvalue(operation->getSubExpr())};
    }
    if (operation->getOpcode() == clang::UO_Extension) {
      return place(operation->getSubExpr());
    }
    break;
  }
  case Stmt::StringLiteralClass:
    return unit_.string_literal(llvm::cast<clang::StringLiteral>(lvalue));
  case Stmt::PredefinedExprClass:
    return unit_.string_literal(llvm::cast<clang::PredefinedExpr>(lvalue)->getFunctionName());
  case Stmt::CompoundLiteralExprClass:
    return compound_literal(llvm::cast<clang::CompoundLiteralExpr>(lvalue));
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
    if (llvm::cast<clang::CastExpr>(lvalue)->getCastKind() == clang::CK_NoOp) {
      return place(llvm::cast<clang::CastExpr>(lvalue)->getSubExpr());
    }
    break;
  case Stmt::OpaqueValueExprClass:
    if (const clang::Expr* source = llvm::cast<clang::OpaqueValueExpr>(lvalue)->getSourceExpr()) {
      return place(source);
    }
    break;
  case Stmt::ConstantExprClass:
    return place(llvm::cast<clang::ConstantExpr>(lvalue)->getSubExpr());
  default:
    break;
  }
  if (lvalue->isPRValue() && lvalue->getType()->isRecordType()) {
    return AggregateLowering(lowering_).aggregate(lvalue);
  }
  lowering_.unsupported(std::string("object ") + lvalue->getStmtClassName(), lvalue);
  return MemoryPlace{unit_.expressions.zero(unit_.types.pointer())};
}

cfa::ExpressionRef PlaceLowering::address_of_weak_symbol(const clang::DeclaratorDecl* symbol,
                                                         cfa::ExpressionRef address) {
  const Place holder = unit_.address_of_weak_symbol(symbol, address);
  return unit_.expressions.read(std::get<RegisterPlace>(holder).variable, unit_.types.pointer());
}

Place PlaceLowering::element(const clang::ArraySubscriptExpr* subscript) {
  const clang::Expr* base = subscript->getBase();
  const bool base_is_first = base == subscript->getLHS();
  MemoryPlace array = base_is_first ? first_element(base) : MemoryPlace{};
  const cfa::ExpressionRef first =
      lowering_.stabilised(base_is_first ? array.address : lowering_.expressions().rvalue(subscript->getLHS()),
                           subscript->getRHS(), subscript->getLHS());
  const cfa::ExpressionRef second = lowering_.expressions().rvalue(subscript->getRHS());
  const cfa::ExpressionRef index = base_is_first ? second : first;
  if (const std::optional<std::uint64_t> elements = elements_of_part(base, unit_.context)) {
    array.indices.push_back({index, static_cast<cfa::Integer>(*elements)});
  }
  return MemoryPlace{OperatorLowering(lowering_).element_address(base_is_first ? first : second, index,
                                                                 base->getType()->getPointeeType(), subscript),
                     std::move(array.indices)};
}

/// Where the pointer leads; of an array that becomes one with the indices that lead to the array.
MemoryPlace PlaceLowering::first_element(const clang::Expr* pointer) {
  const clang::Expr* array = array_behind(pointer);
  if (array == nullptr) {
    return MemoryPlace{lowering_.expressions().rvalue(pointer)};
  }
  EvaluationScope scope(lowering_, pointer->IgnoreParens());
  return std::get<MemoryPlace>(scope.used(in_memory(skip_wrappers(array))));
}

MemoryPlace PlaceLowering::in_memory(const clang::Expr* lvalue) {
  Place object = place(lvalue);
  if (auto* memory = std::get_if<MemoryPlace>(&object)) {
    return std::move(*memory);
  }
  lowering_.unsupported("address of an object in registers", lvalue);
  return {unit_.expressions.zero(unit_.types.pointer())};
}

Place PlaceLowering::variable_place(const clang::VarDecl* variable) {
  if (is_static_storage(variable)) {
    Place object = unit_.static_variable(variable);
    const auto* memory = std::get_if<MemoryPlace>(&object);
    return memory != nullptr && may_be_absent(variable)
               ? Place(MemoryPlace{address_of_weak_symbol(variable, memory->address)})
               : object;
  }
  const clang::VarDecl* key = variable->getCanonicalDecl();
  if (auto known = locals_.find(key); known != locals_.end()) {
    return known->second;
  }
  auto storage = unit_.is_address_taken(variable) ? cfa::Storage::Memory : cfa::Storage::Register;
  Place made = unit_.make_place(variable->getNameAsString(), variable->getType(), cfa::VariableKind::Local, storage,
                                lowering_.function(), lowering_.range_of(clang::SourceRange(variable->getLocation())));
  unit_.remember_declaration(made, variable, variable->getType(), lowering_.function());
  locals_.emplace(key, made);
  return made;
}

void PlaceLowering::settle(const clang::VarDecl* variable, const Place& place) {
  locals_.insert_or_assign(variable->getCanonicalDecl(), place);
}

Place PlaceLowering::member_place(const Place& base, const clang::FieldDecl* field) {
  if (const auto* in_registers = std::get_if<LeavesPlace>(&base)) {
    auto leaf_count = [&](const clang::FieldDecl* part) -> std::size_t {
      if (part->isUnnamedBitField()) {
        return 0;
      }
      return part->getType()->isRecordType() ? unit_.types.leaves(record_of(part->getType())).leaves.size() : 1;
    };
    std::size_t first = 0;
    for (const clang::FieldDecl* part : field->getParent()->fields()) {
      if (part == field) {
        break;
      }
      first += leaf_count(part);
    }
    if (!field->getType()->isRecordType()) {
      return RegisterPlace{in_registers->leaves[first]};
    }
    auto begin = in_registers->leaves.begin() + static_cast<std::ptrdiff_t>(first);
    return LeavesPlace{{begin, begin + static_cast<std::ptrdiff_t>(leaf_count(field))}};
  }
  if (unit_.types.is_reversed(field)) {
    lowering_.unsupported("member in big-endian byte order", Origin{lowering_.range_of(field->getSourceRange()), {}});
  }
  cfa::ExpressionRef record_address = std::get<MemoryPlace>(base).address;
  const clang::ASTRecordLayout& layout = unit_.context.getASTRecordLayout(field->getParent());
  std::uint64_t offset = layout.getFieldOffset(field->getFieldIndex());
  Leaf leaf{"", field->getType(), offset / 8, std::nullopt};
  if (field->isBitField()) {
    leaf.bit_field = BitField{offset, static_cast<unsigned>(field->getBitWidthValue(unit_.context))};
  }
  Place result = place_of_leaf(record_address, leaf, static_cast<std::uint64_t>(layout.getSize().getQuantity()));
  std::visit(Overloaded{
                 [&](MemoryPlace& object) { object.indices = std::get<MemoryPlace>(base).indices; },
                 [&](BitFieldPlace& object) { object.indices = std::get<MemoryPlace>(base).indices; },
                 [](auto&) {},
             },
             result);
  return result;
}

Place PlaceLowering::place_of_leaf(cfa::ExpressionRef record_address, const Leaf& leaf, std::uint64_t record_size) {
  if (!leaf.bit_field) {
    return MemoryPlace{unit_.expressions.add_bytes(record_address, static_cast<cfa::Integer>(leaf.offset_bytes))};
  }
  // The declared type's unit, so that neighbouring bit-fields share it; where the field does not fit into one (packed
  // structs), just the bytes that it touches.
  const BitField& field = *leaf.bit_field;
  auto unit_bits = 8 * unit_.types.size_in_bytes(leaf.type);
  std::uint64_t first_bit = field.offset_bits / unit_bits * unit_bits;
  bool fits = field.offset_bits + field.width <= first_bit + unit_bits && (first_bit + unit_bits) / 8 <= record_size;
  if (!fits) {
    first_bit = field.offset_bits / 8 * 8;
    unit_bits = (field.offset_bits + field.width - first_bit + 7) / 8 * 8;
  }
  cfa::IntegerType unit{static_cast<unsigned>(unit_bits), cfa::Signedness::Unsigned};
  return BitFieldPlace{unit_.expressions.add_bytes(record_address, static_cast<cfa::Integer>(first_bit / 8)), unit,
                       static_cast<unsigned>(field.offset_bits - first_bit),
                       unit_.types.bit_field_type(leaf.type, field.width)};
}

Place PlaceLowering::compound_literal(const clang::CompoundLiteralExpr* literal) {
  if (literal->isFileScope()) {
    return unit_.static_compound_literal(literal);
  }
  Origin origin = lowering_.origin_of(literal);
  Place object = literal_place(literal);
  if (!lowering_.blocks().begins_with_block(literal)) {
    lowering_.blocks().begin_lifetime(object, {origin.range, {}});
  }
  InitialiserLowering(lowering_).initialise(object, literal->getType(), literal->getInitializer(), origin);
  return object;
}

Place PlaceLowering::literal_place(const clang::CompoundLiteralExpr* literal) {
  auto known = literals_.find(literal);
  if (known == literals_.end()) {
    known = literals_
                .emplace(literal, unit_.make_place("<compound literal>", literal->getType(), cfa::VariableKind::Local,
                                                   cfa::Storage::Memory, lowering_.function(),
                                                   lowering_.range_of(literal->getSourceRange())))
                .first;
  }
  return known->second;
}

cfa::ExpressionRef PlaceLowering::address(const clang::Expr* lvalue) {
  lvalue = skip_wrappers(lvalue);
  if (lvalue->getType()->isFunctionType()) {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue)) {
      return lowering_.expressions().declaration_value(reference, unit_.types.pointer());
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
        operation != nullptr && operation->getOpcode() == clang::UO_Deref) {
      return lowering_.expressions().rvalue(operation->getSubExpr());
    }
  }
  return in_memory(lvalue).address;
}

cfa::ExpressionRef PlaceLowering::read(const Place& place, clang::QualType type, const clang::Stmt* origin) {
  // Finding the source's text takes longer than all the rest.
  bool is_plain = !lowering_.targets().checks_accesses() && !type.isVolatileQualified() && unit_.types.scalar(type);
  Origin here = is_plain ? Origin() : lowering_.origin_of(origin);
  check_place(place, type, here);
  return value_at(place, type, here);
}

void PlaceLowering::check_place(const Place& place, clang::QualType type, const Origin& origin) {
  const std::optional<cfa::Type> lowered = unit_.types.scalar(type);
  check(place, lowered ? *lowered : unit_.types.object(type), origin);
}

void PlaceLowering::check(const Place& place, const cfa::Type& type, const Origin& origin) {
  if (const auto* bits = std::get_if<BitFieldPlace>(&place)) {
    MemoryChecks(lowering_).check_indices(bits->indices, origin);
    MemoryChecks(lowering_).check_access(bits->address, bits->unit, origin);
  } else if (const auto* memory = std::get_if<MemoryPlace>(&place)) {
    MemoryChecks(lowering_).check_indices(memory->indices, origin);
    MemoryChecks(lowering_).check_access(memory->address, type, origin);
  }
}

cfa::ExpressionRef PlaceLowering::value_at(const Place& place, clang::QualType type, const Origin& origin) {
  auto lowered = unit_.types.scalar(type);
  if (!lowered) {
    lowering_.unsupported("value of type " + type.getAsString(), origin);
    return unit_.expressions.zero(cfa::IntegerType{});
  }
  if (type.isVolatileQualified()) {
    cfa::VariableId value = lowering_.temporary("volatile", *lowered);
    lowering_.unconstrained(RegisterPlace{value}, type, cfa::InputKind::Overapproximated, "volatile " + origin.text,
                            origin);
    return unit_.expressions.read(value, *lowered);
  }
  return std::visit(
      Overloaded{
          [&](const RegisterPlace& object) {
            cfa::Type own_type = unit_.builder.variable(object.variable).type;
            cfa::ExpressionRef constant = unit_.constant_in_place_of(object.variable);
            return unit_.expressions.convert(
                constant != nullptr ? constant : unit_.expressions.read(object.variable, own_type), *lowered);
          },
          [&](const LeavesPlace&) { return unit_.expressions.zero(*lowered); }, // a struct is no scalar: not reached
          [&](const MemoryPlace& object) { return unit_.expressions.load(object.address, *lowered); },
          [&](const BitFieldPlace& object) { return unit_.expressions.convert(read_bit_field(object), *lowered); },
      },
      place);
}

void PlaceLowering::write(const Place& place, cfa::ExpressionRef value, const Origin& origin) {
  check(place, value->type, origin);
  put(place, value, origin);
}

void PlaceLowering::put(const Place& place, cfa::ExpressionRef value, const Origin& origin) {
  std::visit(Overloaded{
                 [&](const RegisterPlace& object) {
                   cfa::Type own_type = unit_.builder.variable(object.variable).type;
                   lowering_.emit(cfa::Assign{object.variable, unit_.expressions.convert(value, own_type)}, origin);
                 },
                 [&](const LeavesPlace&) { lowering_.unsupported("scalar assigned to a struct", origin); },
                 [&](const MemoryPlace& object) { lowering_.emit(cfa::Store{object.address, value}, origin); },
                 [&](const BitFieldPlace& object) { write_bit_field(object, value, origin); },
             },
             place);
}

cfa::ExpressionRef PlaceLowering::read_bit_field(const BitFieldPlace& place) {
  auto& build = unit_.expressions;
  cfa::ExpressionRef unit = build.load(place.address, place.unit);
  if (place.shift != 0) {
    unit = build.binary(cfa::BinaryOperator::ShiftRight, unit, build.integer(place.shift));
  }
  return build.convert(unit, place.field);
}

void PlaceLowering::write_bit_field(const BitFieldPlace& place, cfa::ExpressionRef value, const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::IntegerType bits{place.field.width, cfa::Signedness::Unsigned};
  cfa::ExpressionRef moved = build.convert(build.convert(value, bits), place.unit);
  if (place.shift != 0) {
    moved = build.binary(cfa::BinaryOperator::ShiftLeft, moved, build.integer(place.shift));
  }
  cfa::Integer mask = ((cfa::Integer{1} << place.field.width) - 1) << place.shift;
  cfa::ExpressionRef others = build.binary(cfa::BinaryOperator::BitAnd, build.load(place.address, place.unit),
                                           build.constant(cfa::maximum_value(place.unit) - mask, place.unit));
  bool is_whole_unit = mask == cfa::maximum_value(place.unit);
  lowering_.emit(
      cfa::Store{place.address, is_whole_unit ? moved : build.binary(cfa::BinaryOperator::BitOr, others, moved)},
      origin);
}

std::vector<Place> PlaceLowering::leaf_places(const Place& record, clang::QualType type) {
  std::vector<Place> result;
  if (const auto* in_registers = std::get_if<LeavesPlace>(&record)) {
    for (cfa::VariableId leaf : in_registers->leaves) {
      result.emplace_back(RegisterPlace{leaf});
    }
    return result;
  }
  std::uint64_t size = unit_.types.size_in_bytes(type);
  for (const Leaf& leaf : unit_.types.leaves(record_of(type)).leaves) {
    result.push_back(place_of_leaf(std::get<MemoryPlace>(record).address, leaf, size));
  }
  return result;
}

} // namespace vouch::frontend
