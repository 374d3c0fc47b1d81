#pragma once

#include "analysis/frontend/annotated_source.hpp"
#include "analysis/frontend/source_map.hpp"
#include "analysis/report/report.hpp"

#include <clang/AST/ASTContext.h>
#include <set>
#include <vector>

/// What stands in a program for tools other than compilers, and what compilers other than Clang make of it.
namespace vouch::frontend {

/// A note for each file, the system's headers left out, that has annotations in the manner of ACSL (`/*@ assert x > 0;
/// */`, `//@ requires n >= 0;`), Splint (`/*@notnull@*/`), VCC (`_(requires n >= 0)`), or attributes that claim
/// something (`__attribute__((assume(x > 0)))`): whoever wrote them may take them for checked.
/// Nothing is said of `others_than`.
std::vector<Message> notes_on_annotations(const clang::ASTContext& context, const SourceMap& source,
                                          const std::set<CommentPlace>& others_than);

/// Where gcc turns the byte order of structs around and Clang does not, other than by an attribute of a struct
/// (type_lowering.hpp); empty if nowhere.
std::vector<Message> reversals_of_byte_order(const clang::ASTContext& context, const SourceMap& source);

} // namespace vouch::frontend
