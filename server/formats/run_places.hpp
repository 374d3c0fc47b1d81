#pragma once

#include <string>
#include <string_view>

/// How steps of a run name variables and parts of them: `n`, `ring.count`, `a[2]`.
namespace vouch::server {

/// `ring` of `ring.count`; empty for what is the name of no place, such as `f()` or `*p`.
std::string variable_of(const std::string& name);
/// Whether it names a part of a variable.
inline bool is_part(const std::string& name) { return variable_of(name) != name; }

/// What the text of a step writes to.
struct WrittenPlace {
  std::string text;               ///< as written; empty: it does not look like an assignment
  std::string variable = {};      ///< that is named for itself, and not followed as a pointer; empty: none
  std::string assigned_text = {}; ///< what stands behind `=`
  enum class Kind { Assignment, Declaration } kind = Kind::Assignment;
};
WrittenPlace written_place(std::string_view text);

/// Whether `text` has the place `name` in it for itself: `k > 8` has `k`, `*k > 8` and `k->next` have not. A part counts if
/// its variable is followed by a part.
bool mentions_place(std::string_view text, const std::string& name);

} // namespace vouch::server
