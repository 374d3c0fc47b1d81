#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/ASTUnit.h>
#include <map>
#include <string>
#include <vector>

/// Some C that GCC compiles, Clang rejects, and preprocessed files are full of it. These errors are mended in the text,
/// without moving a line:
///   - arguments of attributes that take none for Clang (`__malloc__ (free)` in glibc's headers) are blanked out;
///   - a function that is used before its definition with another return type than the implicit `int` (GCC warns if it
///     is `void`) gets a prototype before the function that uses it.
namespace vouch::frontend {

/// An error of Clang with the place of the note behind it, if there was one.
struct RepairableError {
  unsigned id = 0;
  clang::SourceLocation location;
  clang::SourceLocation note_location;
};

/// Whether `repaired_files` knows a remedy for errors with this id.
bool is_repairable(unsigned diagnostic_id);
bool is_note_of_repairable(unsigned diagnostic_id);

/// The mended contents of the files that `errors` are in, by path; empty if one of them has no remedy.
std::map<std::string, std::string> repaired_files(const std::vector<RepairableError>& errors,
                                                  const clang::ASTUnit& unit);

} // namespace vouch::frontend
