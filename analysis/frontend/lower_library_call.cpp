#include "analysis/frontend/lower_library_call.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_allocation.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_entry.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_memory_question.hpp"
#include "analysis/frontend/lower_operator.hpp"
#include "analysis/frontend/lower_print.hpp"
#include "analysis/frontend/lower_scan.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <array>

namespace vouch::frontend {
namespace {

struct SuffixType {
  std::string_view suffix;
  cfa::IntegerType type;
};

/// What the name `__VERIFIER_nondet_<suffix>` of an undeclared function says, where that is less than C's implicit int.
std::optional<cfa::IntegerType> type_of_suffix(std::string_view suffix) {
  using cfa::Signedness;
  static constexpr std::array<SuffixType, 12> types = {{{"bool", {8, Signedness::Unsigned}},
                                                        {"_Bool", {8, Signedness::Unsigned}},
                                                        {"char", {8, Signedness::Signed}},
                                                        {"uchar", {8, Signedness::Unsigned}},
                                                        {"unsigned_char", {8, Signedness::Unsigned}},
                                                        {"int8_t", {8, Signedness::Signed}},
                                                        {"uint8_t", {8, Signedness::Unsigned}},
                                                        {"U8", {8, Signedness::Unsigned}},
                                                        {"short", {16, Signedness::Signed}},
                                                        {"ushort", {16, Signedness::Unsigned}},
                                                        {"unsigned_short", {16, Signedness::Unsigned}},
                                                        {"U16", {16, Signedness::Unsigned}}}};
  for (const SuffixType& candidate : types) {
    if (candidate.suffix == suffix) {
      return candidate.type;
    }
  }
  return std::nullopt;
}

/// A `va_list` as a parameter. Functions that walk over it leave it undetermined, so nobody can look at it again.
bool is_argument_list(const clang::ASTContext& context, clang::QualType type) {
  clang::QualType list = context.getBuiltinVaListType();
  clang::QualType element = list->isArrayType() ? context.getAsArrayType(list)->getElementType() : clang::QualType();
  return !element.isNull() && context.hasSameUnqualifiedType(type->getPointeeType(), element);
}

/// `sprintf` and its relatives.
bool writes_only_to_first_argument(std::string_view name) { return name.find("printf") != std::string_view::npos; }

bool says_boolean(std::string_view suffix) { return suffix == "bool" || suffix == "_Bool" || suffix == "Bool"; }

} // namespace

void LibraryCallLowering::assertion_failure(const clang::CallExpr* expression) {
  // `__assert_fail(text, file, line, function)`; the BSD family has the text last.
  std::string text;
  for (const clang::Expr* argument : expression->arguments()) {
    const auto* literal = llvm::dyn_cast<clang::StringLiteral>(argument->IgnoreParenCasts());
    if (literal == nullptr || literal->getCharByteWidth() != 1) {
      continue;
    }
    const clang::FunctionDecl* callee = direct_callee(expression);
    bool text_is_last = callee->getName() == "__assert_rtn" || callee->getName() == "__assert_func" ||
                        callee->getName() == "__assert2" || callee->getName() == "__assert13";
    if (text.empty() || text_is_last) {
      text = literal->getString().str();
    }
  }
  std::string message = text.empty() ? "assertion can fail" : "assertion \"" + text + "\" can fail";
  lowering_.targets().fail(cfa::PropertyKind::Assertion, message,
                           unit_.source.expansion_range(expression->getSourceRange()));
}

void LibraryCallLowering::checked_assertion(const clang::CallExpr* expression) {
  DraftLocation holds = lowering_.add_location();
  DraftLocation fails = lowering_.add_location();
  const clang::Expr* checked = expression->getArg(0);
  lowering_.conditions().condition(checked, holds, fails);
  lowering_.start_at(fails);
  lowering_.targets().fail(cfa::PropertyKind::Assertion, "assertion " + lowering_.quoted(checked) + " can fail",
                           unit_.source.expansion_range(expression->getSourceRange()));
  lowering_.start_at(holds);
}

void LibraryCallLowering::annotated_assertion(const clang::CallExpr* expression) {
  const clang::Expr* condition = expression->getArg(0);
  const clang::Expr* written = condition->IgnoreParenImpCasts();
  for (int negations = 0; negations < 2; ++negations) { // which the translation puts around what was written
    const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(written);
    written = negation != nullptr ? negation->getSubExpr()->IgnoreParenImpCasts() : written;
  }
  DraftLocation holds = lowering_.add_location();
  DraftLocation fails = lowering_.add_location();
  lowering_.targets().annotated_condition(condition, holds, fails);
  lowering_.start_at(fails);
  lowering_.targets().fail(cfa::PropertyKind::Annotation, "annotation " + lowering_.quoted(written) + " can fail",
                           unit_.source.expansion_range(expression->getSourceRange()));
  lowering_.start_at(holds);
}

std::optional<cfa::ExpressionRef> LibraryCallLowering::library_call(const clang::CallExpr* expression,
                                                                    const clang::FunctionDecl* callee,
                                                                    LibraryFunction function,
                                                                    const Destination* destination, ResultUse use) {
  auto& build = unit_.expressions;
  std::string name = callee->getNameAsString();
  unsigned count = expression->getNumArgs();
  auto arguments_effects = [&] {
    for (const clang::Expr* argument : expression->arguments()) {
      lowering_.expressions().effects(argument);
    }
  };
  auto type = unit_.types.scalar(expression->getType());
  bool has_value = type && !expression->getType()->isVoidType();
  // Behind what does not return. Where control goes on, the result is any value.
  auto result_of_dead_code = [&]() -> cfa::ExpressionRef { return has_value ? build.zero(*type) : nullptr; };
  auto size_argument = [&](unsigned index) {
    return build.convert(lowering_.expressions().rvalue(expression->getArg(index)), unit_.types.size_type());
  };

  switch (function) {
  case LibraryFunction::ReachError:
    arguments_effects();
    if (callee->getDefinition() != nullptr && !unit_.properties.contains(cfa::PropertyKind::ErrorCall)) {
      return std::nullopt; // an ordinary function then
    }
    lowering_.targets().fail(cfa::PropertyKind::ErrorCall, "call of \"" + name + "\" can be reached",
                             lowering_.range_of(expression->getSourceRange()));
    return result_of_dead_code();
  case LibraryFunction::AssertFail:
    assertion_failure(expression);
    return result_of_dead_code();
  case LibraryFunction::Assert:
    if (count != 1 && !(count == 2 && expression->getArg(1)->getType()->isPointerType())) {
      return std::nullopt;
    }
    checked_assertion(expression);
    return any_result(expression, destination, use);
  case LibraryFunction::Assume: {
    if (count != 1) {
      return std::nullopt;
    }
    DraftLocation holds = lowering_.add_location();
    DraftLocation fails = lowering_.add_location();
    lowering_.conditions().condition(expression->getArg(0), holds, fails);
    lowering_.start_at(fails);
    // `assume(0)` is how programs say that they end here.
    bool value = false;
    const bool is_constant = expression->getArg(0)->EvaluateAsBooleanCondition(value, unit_.context);
    const bool is_end = name == "assume_abort_if_not" || (is_constant && !value);
    if (!is_end) {
      lowering_.targets().cut_off(lowering_.range_of(expression->getSourceRange()));
    }
    lowering_.start_at(holds);
    return any_result(expression, destination, use);
  }
  case LibraryFunction::Ends:
    arguments_effects();
    if (name == "exit") {
      EntryLowering(lowering_).run_exit_handlers();
      EntryLowering(lowering_).run_destructors();
    }
    if (name == "exit" || name == "_exit" || name == "_Exit" || name == "quick_exit") {
      MemoryChecks(lowering_).check_leak("\"" + name + "\" is called",
                                         unit_.source.range(expression->getSourceRange()));
    } else if (name == "__builtin_unreachable") {
      lowering_.targets().cut_off(lowering_.range_of(expression->getSourceRange()));
    }
    lowering_.continue_unreachable();
    return result_of_dead_code();
  case LibraryFunction::Nondeterministic:
    return expression->getType()->isRecordType() || !has_value
               ? std::nullopt
               : std::optional(nondeterministic(expression, callee, destination));
  case LibraryFunction::Malloc:
    return count == 1 ? std::optional(
                            AllocationLowering(lowering_).allocate(expression, cfa::AllocationKind::Heap, destination))
                      : std::nullopt;
  case LibraryFunction::AlignedMalloc:
    return count == 2 ? std::optional(
                            AllocationLowering(lowering_).allocate(expression, cfa::AllocationKind::Heap, destination))
                      : std::nullopt;
  case LibraryFunction::Alloca:
    return count >= 1 ? std::optional(
                            AllocationLowering(lowering_).allocate(expression, cfa::AllocationKind::Stack, destination))
                      : std::nullopt;
  case LibraryFunction::Calloc:
    return count == 2 ? std::optional(AllocationLowering(lowering_).allocate(
                            expression, cfa::AllocationKind::ZeroedHeap, destination))
                      : std::nullopt;
  case LibraryFunction::Free:
    if (count != 1) {
      return std::nullopt;
    }
    AllocationLowering(lowering_).free_memory(
        build.convert(lowering_.expressions().rvalue(expression->getArg(0)), unit_.types.pointer()),
        lowering_.origin_of(expression));
    return any_result(expression, destination, use);
  case LibraryFunction::CopyMemory:
  case LibraryFunction::SetMemory: {
    if (count < 3) {
      return std::nullopt;
    }
    auto stable = [&](cfa::ExpressionRef value, unsigned index) {
      for (unsigned later = index + 1; later < 3; ++later) {
        value = lowering_.stabilised(value, expression->getArg(later), expression->getArg(index));
      }
      return value;
    };
    cfa::ExpressionRef target =
        stable(build.convert(lowering_.expressions().rvalue(expression->getArg(0)), unit_.types.pointer()), 0);
    cfa::ExpressionRef second = stable(lowering_.expressions().rvalue(expression->getArg(1)), 1);
    cfa::ExpressionRef size = size_argument(2);
    bool is_used = use == ResultUse::Needed && has_value;
    if (is_used && !build.is_total(target)) {
      cfa::VariableId saved = lowering_.temporary("destination", target->type);
      lowering_.emit(cfa::Assign{saved, target}, {lowering_.origin_of(expression).range, {}});
      target = build.read(saved, target->type);
    }
    if (function == LibraryFunction::CopyMemory) {
      MemoryChecks(lowering_).check_block(build.convert(second, unit_.types.pointer()), size,
                                          lowering_.origin_of(expression));
    }
    MemoryChecks(lowering_).check_block(target, size, lowering_.origin_of(expression));
    if (function == LibraryFunction::CopyMemory) {
      lowering_.emit(cfa::CopyMemory{target, build.convert(second, unit_.types.pointer()), size},
                     lowering_.origin_of(expression));
    } else {
      cfa::IntegerType byte{8, cfa::Signedness::Unsigned};
      lowering_.emit(cfa::SetMemory{target, build.convert(second, byte), size}, lowering_.origin_of(expression));
    }
    return is_used ? target : nullptr;
  }
  case LibraryFunction::Abs:
    return count == 1 && has_value ? std::optional(absolute_value(expression, destination)) : std::nullopt;
  case LibraryFunction::IsConstant:
    return has_value ? std::optional(build.zero(*type)) : std::nullopt; // constants were found before
  case LibraryFunction::Expect: {
    if (count == 0 || !has_value) {
      return std::nullopt;
    }
    cfa::ExpressionRef value = lowering_.expressions().rvalue(expression->getArg(0));
    return build.convert(value, *type);
  }
  case LibraryFunction::NoEffect:
  case LibraryFunction::Computes:
  case LibraryFunction::ReadsInput:
  case LibraryFunction::WritesComputed:
    if (auto result = lower_print(lowering_, expression, name, destination, use)) {
      return *result;
    }
    if (auto kind = function == LibraryFunction::ReadsInput ? cfa::InputKind::Nondeterministic
                                                            : cfa::InputKind::Overapproximated;
        auto result = lower_scan(lowering_, expression, name, kind, destination)) {
      return use == ResultUse::Needed && has_value ? build.convert(*result, *type) : nullptr;
    }
    return unknown_library_result(expression, function, destination, use);
  case LibraryFunction::SomeValue:
    if (use == ResultUse::Needed) {
      cfa::VariableId result = lowering_.result_variable("call " + name, *type, destination);
      lowering_.emit(cfa::Input{result, cfa::InputKind::Overapproximated, name, {}, cfa::Input::Range::WholeType},
                     lowering_.origin_of(expression));
      return build.read(result, *type);
    }
    return build.zero(*type);
  case LibraryFunction::ReadBytes:
    lowering_.emit(cfa::HavocMemory{lowering_.expressions().rvalue(expression->getArg(0)), "read",
                                    cfa::InputKind::Nondeterministic},
                   lowering_.origin_of(expression));
    return nullptr;
  case LibraryFunction::Receive: {
    const cfa::ExpressionRef target =
        build.convert(lowering_.expressions().rvalue(expression->getArg(0)), unit_.types.pointer());
    const cfa::ExpressionRef size = size_argument(1);
    MemoryChecks(lowering_).check_block(target, size, lowering_.origin_of(expression));
    lowering_.emit(cfa::ReceiveMemory{target, size}, lowering_.origin_of(expression));
    return nullptr;
  }
  case LibraryFunction::SomeBytes:
    lowering_.emit(cfa::HavocMemory{lowering_.expressions().rvalue(expression->getArg(0)), "library",
                                    cfa::InputKind::Overapproximated},
                   lowering_.origin_of(expression));
    return nullptr;
  case LibraryFunction::UseBlock:
    MemoryChecks(lowering_).check_block(
        build.convert(lowering_.expressions().rvalue(expression->getArg(0)), unit_.types.pointer()), size_argument(1),
        lowering_.origin_of(expression));
    return nullptr;
  case LibraryFunction::Readable:
  case LibraryFunction::IsString: {
    const std::optional<cfa::ExpressionRef> answer = lower_memory_question(lowering_, expression, function);
    if (!answer) {
      lowering_.unsupported("\"" + name + "\" with such arguments", expression);
      return result_of_dead_code();
    }
    return has_value ? build.convert(*answer, *type) : nullptr;
  }
  case LibraryFunction::CopyObject: {
    std::array<cfa::ExpressionRef, 3> operands = {lowering_.expressions().rvalue(expression->getArg(0)),
                                                  lowering_.expressions().rvalue(expression->getArg(1)),
                                                  size_argument(2)};
    MemoryChecks(lowering_).check_free(
        operands[1], lowering_.origin_of(expression)); // what is copied from is about to be freed: `realloc`
    lowering_.emit(cfa::CopyMemory{operands[0], operands[1], operands[2], cfa::CopyMemory::Extent::AtMostSource},
                   lowering_.origin_of(expression));
    return nullptr;
  }
  case LibraryFunction::AnnotatedAssert:
    annotated_assertion(expression);
    return nullptr;
  case LibraryFunction::Witness:
    return lowering_.targets().witness_expression(expression);
  case LibraryFunction::Unsupported:
    arguments_effects();
    if (name.starts_with("__builtin_")) {
      lowering_.unsupported(name, expression);
      return result_of_dead_code();
    }
    lowering_.unknown_behaviour(name, lowering_.origin_of(expression));
    return any_result(expression, destination, use);
  }
  return std::nullopt;
}

cfa::ExpressionRef LibraryCallLowering::any_result(const clang::CallExpr* expression, const Destination* destination,
                                                   ResultUse use) {
  auto type = unit_.types.scalar(expression->getType());
  if (!type || expression->getType()->isVoidType()) {
    return nullptr;
  }
  if (use == ResultUse::Discarded) {
    return unit_.expressions.zero(*type);
  }
  std::string name = direct_callee(expression)->getNameAsString();
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  cfa::VariableId result = lowering_.result_variable("call " + name, *type, destination);
  lowering_.unconstrained(RegisterPlace{result}, expression->getType(), cfa::InputKind::Overapproximated, name, origin);
  return unit_.expressions.read(result, *type);
}

cfa::ExpressionRef LibraryCallLowering::nondeterministic(const clang::CallExpr* expression,
                                                         const clang::FunctionDecl* callee,
                                                         const Destination* destination) {
  auto& build = unit_.expressions;
  std::string name = callee->getNameAsString();
  std::string_view suffix = std::string_view(name).substr(std::string_view("__VERIFIER_nondet_").size());
  for (const clang::Expr* argument : expression->arguments()) {
    lowering_.expressions().effects(argument);
  }
  cfa::Type type = *unit_.types.scalar(expression->getType());
  // An input even if nobody looks at it: whoever gives a program its inputs has to give this one, too.
  cfa::Type input_type = type;
  if (callee->isImplicit()) {
    input_type = type_of_suffix(suffix).value_or(std::get<cfa::IntegerType>(type));
  }
  cfa::VariableId result = lowering_.result_variable("call " + name, input_type, destination);
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  auto range = is_boolean(expression->getType()) || says_boolean(suffix) ? cfa::Input::Range::Boolean
                                                                         : cfa::Input::Range::WholeType;
  lowering_.emit(cfa::Input{result, cfa::InputKind::Nondeterministic, name, {}, range}, origin);
  return build.convert(build.read(result, input_type), type);
}

cfa::ExpressionRef LibraryCallLowering::absolute_value(const clang::CallExpr* expression,
                                                       const Destination* destination) {
  auto& build = unit_.expressions;
  cfa::Type type = *unit_.types.scalar(expression->getType());
  cfa::ExpressionRef value = build.convert(lowering_.expressions().rvalue(expression->getArg(0)), type);
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  cfa::VariableId result = lowering_.result_variable("call abs", type, destination);
  DraftLocation negative = lowering_.add_location();
  DraftLocation positive = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.branch(build.binary(cfa::BinaryOperator::Less, value, build.zero(type)), negative, positive,
                   {origin.range, {}});
  lowering_.start_at(negative);
  lowering_.emit(cfa::Assign{result, OperatorLowering(lowering_).negation(value, expression)}, origin);
  lowering_.go_to(after);
  lowering_.start_at(positive);
  lowering_.emit(cfa::Assign{result, value}, origin);
  lowering_.go_to(after);
  lowering_.start_at(after);
  return build.read(result, type);
}

cfa::ExpressionRef LibraryCallLowering::unknown_library_result(const clang::CallExpr* expression,
                                                               LibraryFunction function, const Destination* destination,
                                                               ResultUse use) {
  auto& build = unit_.expressions;
  std::string name = direct_callee(expression)->getNameAsString();
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  bool writes = function == LibraryFunction::ReadsInput || function == LibraryFunction::WritesComputed;
  std::vector<cfa::ExpressionRef> pointers;
  const bool uses_memory =
      uses_of_arguments(without_builtin_prefix(name)) || LibraryUse(lowering_).passes_memory(expression);
  const bool is_checked = lowering_.targets().checks_accesses() && uses_memory;
  CallArguments values;
  if (is_checked) {
    values = CallLowering(lowering_).settled_arguments(expression);
    const bool is_known = LibraryUse(lowering_).check_arguments(name, values, expression, origin);
    if (!is_known && !only_looks_at_addresses(without_builtin_prefix(name))) {
      LibraryUse(lowering_).not_checked("what " + name + " does with memory", origin);
    }
  }
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    const clang::Expr* argument = expression->getArg(index);
    bool may_write_there =
        writes && argument->getType()->isPointerType() && !argument->getType()->getPointeeType().isConstQualified() &&
        !is_argument_list(unit_.context, argument->getType()) && !(index > 0 && writes_only_to_first_argument(name)) &&
        !argument->isNullPointerConstant(unit_.context, clang::Expr::NPC_NeverValueDependent);
    if (may_write_there) {
      pointers.push_back(is_checked ? values.values[index].front()
                                    : lowering_.settled(lowering_.expressions().rvalue(argument), origin));
    } else if (!is_checked) {
      lowering_.expressions().effects(argument);
    }
  }
  bool is_determined = function == LibraryFunction::Computes || function == LibraryFunction::WritesComputed;
  const bool is_free = !is_determined && !returns_how_much_it_prints(without_builtin_prefix(name));
  auto kind = is_free ? cfa::InputKind::Nondeterministic : cfa::InputKind::Overapproximated;
  for (cfa::ExpressionRef pointer : pointers) {
    // Of the object that the pointer leads into, the function may write a part only.
    lowering_.emit(cfa::HavocMemory{pointer, name, cfa::InputKind::Overapproximated}, origin);
  }
  if (may_set_errno(without_builtin_prefix(name))) {
    const bool may_really_fail = !is_determined && use == ResultUse::Discarded;
    LibraryUse(lowering_).change_errno(may_really_fail ? "__vouch_may_fail" : "__vouch_may_have_failed", origin);
  }
  auto type = unit_.types.scalar(expression->getType());
  if (!type || expression->getType()->isVoidType()) {
    return nullptr;
  }
  const bool is_one_of_a_sequence = !is_determined && expression->getNumArgs() == 0; // `rand`, `getchar`
  if (use == ResultUse::Discarded && !is_one_of_a_sequence) {
    return build.zero(*type);
  }
  cfa::VariableId result = lowering_.result_variable("call " + name, *type, destination);
  lowering_.unconstrained(RegisterPlace{result}, expression->getType(), kind, name, origin);
  return build.read(result, *type);
}

} // namespace vouch::frontend
