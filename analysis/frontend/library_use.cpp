#include "analysis/frontend/library_use.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/property_targets.hpp"

/// What functions of the library do with the memory that they are passed, where a property is about it; and with
/// `errno`, where the program looks at it.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::PropertyKind;

bool is_literal(const clang::Expr* argument) {
  return argument != nullptr && llvm::isa<clang::StringLiteral>(argument->IgnoreParenCasts());
}

bool leads_to_memory(clang::ASTContext& context, const clang::Expr* argument) {
  return argument->getType()->isPointerType() && !argument->getType()->isFunctionPointerType() &&
         !is_literal(argument) && !argument->isNullPointerConstant(context, clang::Expr::NPC_NeverValueDependent);
}

} // namespace

void LibraryUse::not_checked(const std::string& what, const Origin& origin) {
  lowering_.emit(cfa::Unsupported{"not checked: " + what, cfa::Unsupported::Hides::Targets}, {origin.range, {}});
}

bool LibraryUse::passes_memory(const clang::CallExpr* expression) const {
  return llvm::any_of(expression->arguments(),
                      [&](const clang::Expr* argument) { return leads_to_memory(unit_.context, argument); });
}

bool LibraryUse::is_checked_by_model(const clang::CallExpr* expression, std::string_view name) const {
  if (!lowering_.targets().checks_accesses()) {
    return false;
  }
  std::optional<ArgumentUses> uses = uses_of_arguments(without_builtin_prefix(name));
  return uses ? uses->needs_model() : passes_memory(expression);
}

ExpressionRef LibraryUse::ask_model(std::string_view name, const std::vector<ExpressionRef>& arguments,
                                    const Origin& origin) {
  const clang::FunctionDecl* model = unit_.linkage.models->find(name);
  if (model == nullptr) {
    lowering_.unknown_behaviour(std::string(name), origin);
    return nullptr;
  }
  CallArguments values;
  std::vector<ExpressionRef> constants;
  for (ExpressionRef argument : arguments) {
    values.values.push_back({argument});
    constants.push_back(constant_value(argument) != nullptr ? argument : nullptr);
  }
  CallResult result{{}, {}, model->getReturnType()};
  if (!model->getReturnType()->isVoidType()) {
    result.scalar = lowering_.temporary("call " + std::string(name), *unit_.types.scalar(model->getReturnType()));
  }
  CallLowering(lowering_).enter(unit_.linkage.models->instance_of(model, constants, origin.range), values, result,
                                {origin.range, {}}, true);
  return result.scalar ? unit_.expressions.read(*result.scalar, unit_.builder.variable(*result.scalar).type) : nullptr;
}

void LibraryUse::change_errno(std::string_view name, const Origin& origin) {
  if (unit_.looks_at_errno()) {
    ask_model(name, {}, origin);
  }
}

void LibraryUse::check_text(ExpressionRef text, const Origin& origin) {
  if (unit_.properties.contains(PropertyKind::OutOfBounds)) {
    ask_model("__vouch_use_text", {text}, origin);
  } else {
    MemoryChecks(lowering_).check_access(text, cfa::IntegerType{8, cfa::Signedness::Unsigned}, origin);
  }
}

void LibraryUse::check_stream(ExpressionRef stream, const Origin& origin) {
  auto& build = unit_.expressions;
  const std::string subject = origin.text.empty() ? "an access" : "\"" + origin.text + "\"";
  lowering_.targets().fail_if_checked(PropertyKind::NullDereference,
                                      build.binary(BinaryOperator::Equal, stream, build.zero(stream->type)),
                                      subject + " can use a null pointer", origin);
}

void LibraryUse::check_object(const std::string& name, ExpressionRef pointer, clang::QualType type,
                              const Origin& origin) {
  clang::QualType pointee = type->isPointerType() ? type->getPointeeType() : clang::QualType();
  auto scalar = pointee.isNull() ? std::nullopt : unit_.types.scalar(pointee);
  if (scalar && !pointee->isVoidType()) {
    MemoryChecks(lowering_).check_access(pointer, *scalar, origin);
  } else {
    not_checked("what " + name + " writes", origin);
  }
}

void LibraryUse::check_argument(ArgumentUse use, const std::string& name, ExpressionRef pointer, clang::QualType type,
                                ExpressionRef size, const Origin& origin) {
  const bool may_be_null =
      use == ArgumentUse::OptionalText || use == ArgumentUse::OptionalObject || use == ArgumentUse::KeepsBuffer;
  DraftLocation after = lowering_.add_location();
  if (may_be_null) {
    DraftLocation some = lowering_.add_location();
    ExpressionRef is_some =
        unit_.expressions.binary(BinaryOperator::NotEqual, pointer, unit_.expressions.zero(pointer->type));
    lowering_.branch(is_some, some, after, {origin.range, {}});
    lowering_.start_at(some);
  }
  switch (use) {
  case ArgumentUse::Nothing:
  case ArgumentUse::LeftToModel:
    break;
  case ArgumentUse::Text:
  case ArgumentUse::OptionalText:
    check_text(pointer, origin);
    break;
  case ArgumentUse::Stream:
    check_stream(pointer, origin);
    break;
  case ArgumentUse::Object:
  case ArgumentUse::OptionalObject:
    check_object(name, pointer, type, origin);
    break;
  case ArgumentUse::Block:
    MemoryChecks(lowering_).check_block(pointer, size, origin);
    break;
  case ArgumentUse::KeepsBuffer:
    not_checked("what is written to the buffer of a stream", origin);
    break;
  }
  lowering_.go_to(after);
  lowering_.start_at(after);
}

void LibraryUse::write_characters(ExpressionRef address, const std::string& name, const Origin& origin) {
  cfa::HavocMemory written{address, name, cfa::InputKind::Overapproximated};
  written.pointers = cfa::HavocMemory::Pointers::Text;
  lowering_.emit(written, origin);
}

void LibraryUse::end_text(ExpressionRef buffer, ExpressionRef end, const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::IntegerType character{8, cfa::Signedness::Signed};
  lowering_.emit(cfa::Store{build.add_elements(buffer, end, 1), build.zero(character)}, {origin.range, {}});
}

bool LibraryUse::check_arguments(std::string_view name, const CallArguments& arguments,
                                 const clang::CallExpr* expression, const Origin& origin) {
  std::string function(without_builtin_prefix(name));
  std::optional<ArgumentUses> uses = uses_of_arguments(function);
  if (!uses || !lowering_.targets().checks_accesses()) {
    return uses.has_value();
  }
  auto& build = unit_.expressions;
  for (unsigned index = 0; index < arguments.values.size(); ++index) {
    const ArgumentUse use = uses->of(index);
    const bool is_harmless = expression != nullptr && is_literal(expression->getArg(index));
    if (use == ArgumentUse::Nothing || is_harmless || arguments.values[index].size() != 1) {
      continue;
    }
    ExpressionRef pointer = build.convert(arguments.values[index].front(), unit_.types.pointer());
    ExpressionRef size = build.convert(arguments.values.back().front(), unit_.types.size_type());
    check_argument(use, function, pointer, arguments.types[index], size, origin);
  }
  return true;
}

} // namespace vouch::frontend
