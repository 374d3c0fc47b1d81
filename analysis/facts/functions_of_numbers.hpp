#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

/// Functions whose runs depend on nothing but their arguments, which are numbers, and on what they receive from outside.
///
/// Such a function, and all that it calls, has its variables in registers and none of static storage; it reads and writes no
/// memory and has no pointers. So where it was called from, and what was done before, makes no difference: what holds of it
/// for all arguments holds of every call.
///
/// Example:  `static int half(int n) { return n / 2; }  int f(int n) { return half(n) + 1; }`     both are
///           `int count; int next(void) { return count++; }  int g(void) { return next(); }`       neither is
namespace vouch::facts {

/// By function; functions without a body are none.
std::vector<bool> functions_of_numbers(const cfa::Cfa& cfa);

/// Whether `entry` gives its function all arguments that there can be: it assumes nothing of them.
bool gives_all_arguments(const cfa::Cfa& cfa, const cfa::EntryPoint& entry);

} // namespace vouch::facts
