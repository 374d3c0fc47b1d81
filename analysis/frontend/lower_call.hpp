#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/named_allocator.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Calls: which function it is, what it is passed, and what becomes of its result.
class CallLowering {
public:
  explicit CallLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Returns the value; null for structs, and where there is none or nobody needs it.
  cfa::ExpressionRef call(const clang::CallExpr* expression, const Destination* destination, ResultUse use);
  /// A call whose result is a struct or union.
  void call_into(const clang::CallExpr* expression, const Place& destination);
  /// Evaluates the arguments.
  CallArguments arguments(const clang::CallExpr* expression);
  /// Goes into `callee` and comes back if it `returns`.
  void enter(const FunctionInterface& callee, const CallArguments& arguments, const CallResult& result,
             const Origin& origin, bool returns);
  /// The arguments as they are now, whatever what is called changes in memory.
  CallArguments settled_arguments(const clang::CallExpr* expression);
  /// A call of code that is not at hand; `name` is for messages and tells calls of the same code.
  void call_unknown(const clang::CallExpr* expression, CallArguments passed, const std::string& name,
                    const CallResult& result, const Origin& origin);

private:
  CallArguments settled(CallArguments arguments, const Origin& origin);
  void dispatch(const clang::CallExpr* expression, const CallResult& result, const Origin& origin);
  void call_function(const clang::CallExpr* expression, const FunctionInterface& callee, const CallResult& result,
                     const Origin& origin);
  void call_undefined(const clang::CallExpr* expression, const clang::FunctionDecl* callee, const CallResult& result,
                      const Origin& origin);
  std::vector<cfa::ExpressionRef> argument(const clang::Expr* expression);
  /// Addresses of what a function that is not seen may change; nothing: all that it can get at.
  void change_own_variables(const clang::FunctionDecl* callee, const Origin& origin);
  std::optional<std::vector<cfa::ExpressionRef>> changed_objects(const clang::CallExpr* expression,
                                                                 const CallArguments& arguments);
  void receive_new_object(const NamedAllocator& allocator, const CallArguments& arguments, const CallResult& result,
                          const Origin& origin);
  /// For each of the values, flattened: the type of what it leads to; invalid: it is no pointer to an object.
  std::vector<cfa::GivenTypeId> types_behind(const clang::CallExpr* expression, const CallArguments& arguments);
  /// `received` says all but the target and what follows from the type.
  void receive_unknown(const CallResult& result, clang::QualType type, cfa::Input received, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
