#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The base protocol that LSP and DAP share: a header with `Content-Length`, an empty line, the body.
namespace vouch::protocol {

struct FrameLimits {
  std::size_t header_bytes = 8U * 1024U;
  std::size_t body_bytes = 256U * 1024U * 1024U;
};

/// `body` with its header.
std::string frame(std::string_view body);

/// Cuts a stream of bytes, arriving in pieces of any size, into bodies.
///
/// A bad header is final: where the next message begins can then only be guessed, and a guess could lose an edit and
/// leave both sides with different texts.
class FrameDecoder {
public:
  explicit FrameDecoder(FrameLimits limits = {});

  /// Takes the next bytes of the stream. Requires that there was no error.
  void feed(std::string_view bytes);

  /// The next complete body; nothing if more bytes are needed or the stream is broken.
  std::optional<std::string> next();

  /// What is wrong with the stream, if something is.
  [[nodiscard]] const std::optional<std::string>& error() const { return error_; }

  /// Whether the stream may end here: no frame has been begun.
  [[nodiscard]] bool is_at_boundary() const { return !body_length_ && position_ == buffer_.size(); }

private:
  void read_header();
  void drop_consumed();

  FrameLimits limits_;
  std::string buffer_;
  std::size_t position_ = 0; ///< where the current header or body begins in `buffer_`
  std::size_t searched_ = 0; ///< up to where the end of the header has been looked for
  std::optional<std::size_t> body_length_;
  std::optional<std::string> error_;
};

} // namespace vouch::protocol
