#pragma once

#include <string_view>

namespace vouch::frontend {

/// Whether `text`, a file of C that was not preprocessed, may define `name` as a function or as a variable outside of
/// functions: it stands outside of braces, and not just in a declaration. In doubt it may. What macros make by pasting
/// names together, and what stands in included files, is not found.
///
/// Example: `int f(int); int g(void) { return f(1) + h(2); }  extern int v;  MODULE(w)  int k = 1;`
///   may define g, w and k, but not f, h or v.
bool may_define(std::string_view text, std::string_view name);

/// Whether `name` stands in `text` in front of parentheses with a body behind them, or with what may stand between
/// these two. Costs little more than to look for the name, so it comes first for names that are everywhere.
bool has_function_head(std::string_view text, std::string_view name);

} // namespace vouch::frontend
