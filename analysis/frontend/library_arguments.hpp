#pragma once

#include <optional>
#include <string_view>

namespace vouch::frontend {

/// What a function of the library does with the memory that an argument leads to.
enum class ArgumentUse {
  Nothing,
  Text,           ///< reads characters up to a zero
  OptionalText,   ///< the same, or it is null
  Stream,         ///< takes it for an open stream
  Object,         ///< writes one object of the type that it points to
  OptionalObject, ///< the same, or it is null
  Block,          ///< reads as many bytes as the last argument says
  KeepsBuffer,    ///< writes there later, if it is not null
  LeftToModel,    ///< what the function's model says
};

/// The name of the library's function that a builtin stands for.
std::string_view without_builtin_prefix(std::string_view name);

/// What one function does with its arguments, from the first on; nothing with those behind the last that is known.
class ArgumentUses {
public:
  /// `letters`: one for each argument; see the table in the implementation.
  explicit ArgumentUses(std::string_view letters) : letters_(letters) {}
  [[nodiscard]] ArgumentUse of(unsigned index) const;
  /// Whether only the function's model knows.
  [[nodiscard]] bool needs_model() const;

private:
  std::string_view letters_;
};

/// Of a function whose own model does not show it, or that has none; `name` without `__builtin_`.
std::optional<ArgumentUses> uses_of_arguments(std::string_view name);

/// Whether a function of the library, with a model or without, reads the characters that the argument leads to up to a zero.
bool reads_text(std::string_view name, unsigned argument);

/// Whether it tells one kind of characters from others, and the zero is none of these: `isspace`.
bool asks_for_kind_of_character(std::string_view name);

/// Whether a function that is given addresses looks at no memory there.
bool only_looks_at_addresses(std::string_view name);

/// Whether the function's result is how much it has printed, or what, unless printing fails: few numbers of all.
bool returns_how_much_it_prints(std::string_view name);

/// Whether a function that has no model, or whose result nobody wants, may change `errno`.
bool may_set_errno(std::string_view name);

} // namespace vouch::frontend
