#include "protocol/framing.hpp"

#include <algorithm>
#include <charconv>
#include <variant>

namespace vouch::protocol {

namespace {

constexpr std::string_view header_end = "\r\n\r\n";

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The body's length, or what is wrong with the header.
std::variant<std::size_t, std::string> content_length(std::string_view header, std::size_t maximum) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 2, header.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      return "header line without a colon";
    }
    const std::string name = lower_case(trimmed(line.substr(0, colon)));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "content-type") {
      const std::string type = lower_case(value);
      const bool is_utf8 = type.find("utf-8") != std::string::npos || type.find("utf8") != std::string::npos;
      if (type.find("charset") != std::string::npos && !is_utf8) {
        return "the only supported charset is utf-8";
      }
    }
    if (name != "content-length") {
      continue;
    }
    std::size_t number = 0;
    const auto [rest, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (problem != std::errc() || rest != value.data() + value.size()) {
      return "Content-Length is not a number";
    }
    if (number > maximum) {
      return "Content-Length is above the limit of " + std::to_string(maximum) + " bytes";
    }
    if (length && *length != number) {
      return "two different Content-Lengths";
    }
    length = number;
  }
  if (!length) {
    return "header without Content-Length";
  }
  return *length;
}

} // namespace

std::string frame(std::string_view body) {
  std::string text = "Content-Length: " + std::to_string(body.size());
  text += header_end;
  text += body;
  return text;
}

FrameDecoder::FrameDecoder(FrameLimits limits) : limits_(limits) {}

void FrameDecoder::feed(std::string_view bytes) {
  drop_consumed();
  buffer_ += bytes;
}

std::optional<std::string> FrameDecoder::next() {
  if (!error_ && !body_length_) {
    read_header();
  }
  if (error_ || !body_length_ || buffer_.size() - position_ < *body_length_) {
    return std::nullopt;
  }
  std::string body = buffer_.substr(position_, *body_length_);
  position_ += *body_length_;
  searched_ = position_;
  body_length_.reset();
  return body;
}

void FrameDecoder::read_header() {
  const std::size_t end = buffer_.find(header_end, searched_);
  const std::size_t length = (end == std::string::npos ? buffer_.size() : end) - position_;
  if (length > limits_.header_bytes) {
    error_ = "header is longer than " + std::to_string(limits_.header_bytes) + " bytes";
    return;
  }
  if (end == std::string::npos) {
    // The terminator may have begun in what is here.
    const std::size_t overlap = header_end.size() - 1;
    searched_ = std::max(position_, buffer_.size() < overlap ? 0 : buffer_.size() - overlap);
    return;
  }
  auto parsed = content_length(std::string_view(buffer_).substr(position_, length), limits_.body_bytes);
  if (auto* problem = std::get_if<std::string>(&parsed)) {
    error_ = std::move(*problem);
    return;
  }
  body_length_ = std::get<std::size_t>(parsed);
  position_ = end + header_end.size();
  searched_ = position_;
}

void FrameDecoder::drop_consumed() {
  // Half of the buffer at a time keeps the cost per byte constant.
  if (position_ == 0 || position_ < buffer_.size() / 2) {
    return;
  }
  buffer_.erase(0, position_);
  searched_ -= position_;
  position_ = 0;
}

} // namespace vouch::protocol
