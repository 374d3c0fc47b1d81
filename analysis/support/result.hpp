#pragma once

#include <string>
#include <utility>
#include <variant>

namespace vouch {

/// Why something could not be had, in words for the user.
struct Error {
  std::string message;
};

/// A value, or the reason why there is none.
template <class T>
class Result {
public:
  Result(T value) : content_(std::move(value)) {} // NOLINT(google-explicit-constructor): reads as `return value`
  Result(Error error)
      : content_(std::move(error)) {} // NOLINT(google-explicit-constructor): reads as `return Error{...}`

  [[nodiscard]] bool has_value() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return has_value(); }

  /// Requires `has_value()`.
  [[nodiscard]] const T& value() const& { return std::get<T>(content_); }
  [[nodiscard]] T& value() & { return std::get<T>(content_); }
  [[nodiscard]] T&& value() && { return std::get<T>(std::move(content_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  /// Requires `!has_value()`.
  [[nodiscard]] const Error& error() const { return std::get<Error>(content_); }

private:
  std::variant<T, Error> content_;
};

} // namespace vouch
