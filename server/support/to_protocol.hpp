#pragma once

#include "analysis/report/report.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "protocol/lsp_text.hpp"
#include "server/support/line_index.hpp"

#include <cstddef>
#include <string_view>

/// Positions between the engine (lines and columns from 1, columns in bytes), the protocol (from 0, columns in units of
/// the negotiated encoding) and offsets into UTF-8 text. Nothing else in the server converts positions.
///
/// Lines are those of `LineIndex`. Bytes that are not UTF-8 count as one character each, as editors show them.
namespace vouch::server {

/// The byte at `position`; positions behind the end of a line or of the text mean that end.
std::size_t to_offset(std::string_view text, protocol::Position position, protocol::PositionEncoding encoding);

/// The place of the byte at `offset`, which may be `text.size()`.
protocol::Position to_position(std::string_view text, std::size_t offset, protocol::PositionEncoding encoding);

/// The range of `place` in `text`, the content of `place.file`. Where the engine gives no end it is the word there; a
/// place without a line is the first line. Never leaves the text.
protocol::Range to_range(std::string_view text, const Place& place, protocol::PositionEncoding encoding);

/// The same for many places of one text.
protocol::Range to_range(const LineIndex& lines, const Place& place, protocol::PositionEncoding encoding);

/// The other way round, in the file at `path` with the content `text`.
Place to_place(std::string_view text, const std::string& path, const protocol::Range& range,
               protocol::PositionEncoding encoding);

} // namespace vouch::server
