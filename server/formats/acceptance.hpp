#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vouch::server {

/// Why the source says that a violation of `code` in `line` (from 1) of `text` is accepted: the reason in a comment
///
///     // vouch: accept(assert): only the simulator calls it so
///
/// in that line or the one before. Nothing if there is no such comment, or none with a reason.
std::optional<std::string> acceptance(std::string_view text, unsigned line, std::string_view code);

/// The comment, without indentation and line end.
std::string acceptance_comment(std::string_view code, std::string_view reason);

} // namespace vouch::server
