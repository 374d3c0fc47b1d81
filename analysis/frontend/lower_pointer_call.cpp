#include "analysis/frontend/lower_pointer_call.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_functions.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_model_call.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>

/// Calls through pointers, and the bodies of functions without a definition that pointers lead to.
namespace vouch::frontend {
namespace {

/// How a value is passed, as far as caller and callee have to agree on it: signedness does not matter, and all pointers
/// are alike. Of records and the like only those of one translation unit can be compared.
struct Passed {
  cfa::Type type;
  const void* exact = nullptr;
  friend bool operator==(const Passed&, const Passed&) = default;
};

Passed passed(const TypeLowering& types, clang::QualType type) {
  if (type->isVoidType()) {
    return {cfa::AggregateType{0}, nullptr};
  }
  auto scalar = types.scalar(type);
  if (!scalar) {
    return {cfa::AggregateType{0}, plain(type).getTypePtr()};
  }
  if (const auto* integer = cfa::as_integer(*scalar)) {
    return {cfa::IntegerType{integer->width, cfa::Signedness::Unsigned}, nullptr};
  }
  return {*scalar, nullptr};
}

/// Whether a call through a pointer to a function of type `called`, in a translation unit with `types`, may reach
/// `function`, one of a unit with `function_types`. A call of any other function is undefined.
bool may_be_callee(const TypeLowering& types, clang::QualType called, const TypeLowering& function_types,
                   const clang::FunctionDecl* function) {
  const auto* wanted = called->getAs<clang::FunctionType>();
  const auto* offered = function->getType()->getAs<clang::FunctionType>();
  auto same = [&](clang::QualType a, clang::QualType b) { return passed(types, a) == passed(function_types, b); };
  if (wanted == nullptr || offered == nullptr || !same(wanted->getReturnType(), offered->getReturnType())) {
    return false;
  }
  const auto* a = llvm::dyn_cast<clang::FunctionProtoType>(wanted);
  const auto* b = llvm::dyn_cast<clang::FunctionProtoType>(offered);
  if (a == nullptr || b == nullptr) {
    return true; // without a prototype only the call's arguments count
  }
  if (a->getNumParams() != b->getNumParams() || a->isVariadic() != b->isVariadic()) {
    return false;
  }
  for (unsigned index = 0; index < a->getNumParams(); ++index) {
    if (!same(a->getParamType(index), b->getParamType(index))) {
      return false;
    }
  }
  return true;
}

} // namespace

void PointerCallLowering::call_pointer(const clang::CallExpr* expression, const CallResult& result,
                                       const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::ExpressionRef pointer = lowering_.expressions().rvalue(expression->getCallee());
  for (const clang::Expr* later : expression->arguments()) {
    pointer = lowering_.stabilised(pointer, later, expression->getCallee());
  }
  CallArguments values = CallLowering(lowering_).arguments(expression);
  MemoryChecks(lowering_).check_called_pointer(pointer, origin);
  clang::QualType called = expression->getCallee()->getType()->getPointeeType();
  DraftLocation after = lowering_.add_location();
  Unit& program = *unit_.linkage.program;
  for (const clang::FunctionDecl* candidate : program.usage.address_taken_functions) {
    const bool is_possible = may_be_callee(unit_.types, called, program.types, candidate);
    if (!is_possible && !is_error_function(candidate)) {
      continue;
    }
    FunctionInterface interface = program.interface_of(candidate);
    cfa::ExpressionRef is_it = build.binary(cfa::BinaryOperator::Equal, pointer, build.function_address(interface.id));
    program.note_call_through_pointer();
    DraftLocation yes = lowering_.add_location();
    DraftLocation no = lowering_.add_location();
    lowering_.branch(is_it, yes, no, {origin.range, {}});
    lowering_.start_at(yes);
    if (!is_possible) {
      lowering_.unsupported("call of " + candidate->getNameAsString() + " through a pointer of another type",
                            expression);
    } else if (is_renamed(candidate)) {
      lowering_.unsupported("alias of a function", expression);
    } else if (!call_by_convention(candidate, values, origin)) {
      CallLowering(lowering_).enter(interface, values, result, origin, !interface.declaration->isNoReturn());
    }
    lowering_.go_to(after);
    lowering_.start_at(no);
  }
  bool passes_function = std::any_of(expression->arg_begin(), expression->arg_end(), [](const clang::Expr* argument) {
    return is_function_pointer(argument->getType());
  });
  if (unit_.linkage.contents == StaticContents::Unconstrained && !passes_function) {
    // Where the file is a part of an unknown program, so are functions that pointers lead to.
    std::string name = "*" + unit_.source.text(expression->getCallee()->getSourceRange());
    values.values.push_back({pointer}); // calls of other functions may give other results
    CallLowering(lowering_).call_unknown(expression, values, name, result, origin);
    unit_.assume(
        "functions that only pointers lead to, and whose address the file does not take, are assumed to return any "
        "value, to change only what their arguments point to without const, and to fail no assertion",
        lowering_.function());
  } else {
    lowering_.unknown_behaviour("call through a pointer to an unknown function", lowering_.origin_of(expression));
  }
  lowering_.go_to(after);
  lowering_.start_at(after);
}

bool PointerCallLowering::call_by_convention(const clang::FunctionDecl* function, const CallArguments& arguments,
                                             const Origin& origin) {
  if (function->getIdentifier() == nullptr) {
    return false;
  }
  const std::string name = function->getNameAsString();
  const auto known = library_function(name);
  const bool is_defined = function->getDefinition() != nullptr;
  auto first = [&]() -> cfa::ExpressionRef {
    return !arguments.values.empty() && arguments.values.front().size() == 1 ? arguments.values.front().front()
                                                                             : nullptr;
  };
  if (known == LibraryFunction::ReachError &&
      (!is_defined || unit_.properties.contains(cfa::PropertyKind::ErrorCall))) {
    lowering_.targets().fail(cfa::PropertyKind::ErrorCall, "call of \"" + name + "\" can be reached", origin.range);
    return true;
  }
  if (known == LibraryFunction::AssertFail) {
    lowering_.targets().fail(cfa::PropertyKind::Assertion, "assertion can fail", origin.range);
    return true;
  }
  const bool decides = !is_defined && (known == LibraryFunction::Assert || known == LibraryFunction::Assume);
  if (!decides || first() == nullptr) {
    return false;
  }
  DraftLocation holds = lowering_.add_location();
  DraftLocation fails = lowering_.add_location();
  lowering_.branch(first(), holds, fails, {origin.range, {}});
  lowering_.start_at(fails);
  if (known == LibraryFunction::Assert) {
    lowering_.targets().fail(cfa::PropertyKind::Assertion, "assertion can fail", origin.range);
  }
  lowering_.start_at(holds);
  return true;
}

void PointerCallLowering::lower_undefined(const FunctionInterface& interface) {
  lowering_.begin_body(interface);
  const clang::FunctionDecl* function = interface.declaration;
  std::string name = function->getNameAsString();
  Origin origin{lowering_.range_of(clang::SourceRange(function->getLocation())), {}};
  std::vector<cfa::ExpressionRef> values;
  bool may_write = interface.result_address.has_value();
  for (const ParameterInterface& parameter : interface.parameters) {
    for (cfa::VariableId variable : parameter.variables) {
      values.push_back(unit_.expressions.read(variable, unit_.builder.variable(variable).type));
      may_write = may_write || cfa::is_pointer(values.back()->type);
    }
  }
  const bool is_known_by_name = ModelCallLowering(lowering_).may_be_librarys(function);
  if (is_known_by_name && ModelCallLowering(lowering_).lower_as_model(interface, name, origin)) {
    return;
  }
  auto known = is_known_by_name ? library_function(name) : std::nullopt;
  bool is_input = known == LibraryFunction::Nondeterministic;
  if ((known && !is_input) || (function->isVariadic() && function->getNumParams() == 0)) {
    return lowering_.unknown_behaviour(name + " called through a pointer", origin);
  }
  if (may_write) {
    lowering_.change_elsewhere(nullptr, name, function, origin);
  }
  auto kind = values.empty() || is_input ? cfa::InputKind::Nondeterministic : cfa::InputKind::External;
  auto range = is_boolean(function->getReturnType()) ? cfa::Input::Range::Boolean : cfa::Input::Range::WholeType;
  for (cfa::VariableId result : interface.results) {
    lowering_.emit(cfa::Input{result, kind, name, values, range, {}, lowering_.author_of(function)}, origin);
  }
}

} // namespace vouch::frontend
