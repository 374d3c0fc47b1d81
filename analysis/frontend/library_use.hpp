#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/library_arguments.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <string>
#include <string_view>
#include <vector>

namespace vouch::frontend {

/// What calls of library functions do beside giving a result, at the place where a function's lowering is: with memory
/// that they are passed, where a property is about it, and with `errno`, where the program looks at it.
class LibraryUse {
public:
  explicit LibraryUse(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// What a property is about happens here, and nobody looks at it: runs that come here make the verdict unknown.
  void not_checked(const std::string& what, const Origin& origin);
  /// Whether an argument leads to memory that is no literal.
  [[nodiscard]] bool passes_memory(const clang::CallExpr* expression) const;
  /// Whether accesses are checked, and what this call accesses shows in the function's model.
  [[nodiscard]] bool is_checked_by_model(const clang::CallExpr* expression, std::string_view name) const;
  /// Of a library function, by what is known of `name`. `expression` may be null. Returns whether anything is known.
  bool check_arguments(std::string_view name, const CallArguments& arguments, const clang::CallExpr* expression,
                       const Origin& origin);
  /// What is read of a string.
  void check_text(cfa::ExpressionRef text, const Origin& origin);
  void check_stream(cfa::ExpressionRef stream, const Origin& origin);
  /// What `scanf` stores for a conversion that takes characters (lower_scan.cpp).
  struct ScannedText {
    cfa::Integer width = 0; ///< characters, at most those that are stored; 0: any number
    enum class End { Zero, None } end = End::Zero;
  };
  void store_scanned(cfa::ExpressionRef target, const ScannedText& text, const std::string& name, cfa::InputKind kind,
                     const Origin& origin);
  /// Characters that nothing is known of, or a number: no pointers, and nobody keeps the address.
  void write_characters(cfa::ExpressionRef address, const std::string& name, const Origin& origin);
  /// A zero at `end` of the buffer.
  void end_text(cfa::ExpressionRef buffer, cfa::ExpressionRef end, const Origin& origin);

  /// Calls a function of the models; returns its result, null if it has none.
  cfa::ExpressionRef ask_model(std::string_view name, const std::vector<cfa::ExpressionRef>& arguments,
                               const Origin& origin);
  /// Calls one that changes `errno`, if the program looks at that.
  void change_errno(std::string_view model, const Origin& origin);

private:
  /// `size`: for blocks.
  void check_argument(ArgumentUse use, const std::string& name, cfa::ExpressionRef pointer, clang::QualType type,
                      cfa::ExpressionRef size, const Origin& origin);
  void check_object(const std::string& name, cfa::ExpressionRef pointer, clang::QualType type, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
