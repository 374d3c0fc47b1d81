#pragma once

#include "analysis/cfa/cfa.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// C expressions that outlive names: their places are named only when they are shown, by what they are called then and
/// there.
namespace vouch::cfa {

/// Whether a place is in a variable, or in what the pointer in it leads to; or, with an index behind it, an array as a whole.
enum class Reached { Directly, ThroughPointer, AsArray };

/// A variable, or the scalar part that begins at `offset` of one in memory, or of what one leads to.
struct NamedPlace {
  VariableId variable;
  std::uint64_t offset = 0; ///< in bytes
  Reached reached = Reached::Directly;
  friend auto operator<=>(const NamedPlace&, const NamedPlace&) = default;
};

/// Text with places in between: `pieces[0] places[0] pieces[1] ...`.
struct WrittenExpression {
  std::vector<std::string> pieces = {""}; ///< one more than places
  std::vector<NamedPlace> places;

  void append(std::string_view text) { pieces.back() += text; }
  void append(const NamedPlace& place);
  void append(const WrittenExpression& other);
  /// Of the text, every place counted as one character.
  [[nodiscard]] std::size_t length() const;
  friend auto operator<=>(const WrittenExpression&, const WrittenExpression&) = default;
};

/// What a part of what `pointer` leads to is called: `ring->count`, `*p`.
std::string name_behind(const Variable& pointer, const Part& part);

/// What the place is called where `range` ends; nothing if it cannot be named there.
std::optional<std::string> name_at(const NamedPlace& place, const Cfa& cfa, const SourceRange& range);

/// The expression as C text, to be read where `range` ends; nothing if one of its places cannot be named there.
std::optional<std::string> text_at(const WrittenExpression& expression, const Cfa& cfa, const SourceRange& range);

} // namespace vouch::cfa
