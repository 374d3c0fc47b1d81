#pragma once

#include "analysis/cfa/source_symbols.hpp"
#include "analysis/frontend/unit.hpp"

#include <clang/Lex/Preprocessor.h>

namespace vouch::frontend {

/// What a debugger wants to know of the program that `unit` has lowered: all named types, enumerators and macros of the
/// translation unit, and the variables that the automaton has.
cfa::SourceSymbols describe_symbols(const Unit& unit, clang::Preprocessor& preprocessor);

} // namespace vouch::frontend
