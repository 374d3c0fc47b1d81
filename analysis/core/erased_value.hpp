#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>

namespace vouch::core {

/// An immutable value of a type that only its maker knows; copies share it. `Tag` keeps states and precisions apart.
/// This file and analysis.hpp are the only ones that convert between typed and erased values.
template <class Tag>
class ErasedValue {
public:
  template <class T>
  static ErasedValue of(T value) {
    std::size_t hash = hash_or_zero(value);
    return ErasedValue(std::make_shared<const T>(std::move(value)), &operations_of<T>, hash);
  }

  /// The value if it is a `T`, otherwise null.
  template <class T>
  [[nodiscard]] const T* find() const {
    return operations_ == &operations_of<T> ? static_cast<const T*>(value_.get()) : nullptr;
  }

  /// Requires the value to be a `T`.
  template <class T>
  [[nodiscard]] const T& as() const {
    const T* value = find<T>();
    assert(value != nullptr);
    return *value;
  }

  /// Equal for copies of one value; a cheap key for tables of values that are kept alive elsewhere.
  [[nodiscard]] const void* identity() const { return value_.get(); }
  [[nodiscard]] bool has_type_of(const ErasedValue& other) const { return operations_ == other.operations_; }

  friend bool operator==(const ErasedValue& left, const ErasedValue& right) {
    return left.value_ == right.value_ || (left.has_type_of(right) && left.hash_ == right.hash_ &&
                                           left.operations_->equal(left.value_.get(), right.value_.get()));
  }

  /// The value's own `hash_value`, computed once; 0 for types without one.
  friend std::size_t hash_value(const ErasedValue& erased) { return erased.hash_; }

private:
  /// One object per type; its address identifies the type.
  struct Operations {
    bool (*equal)(const void*, const void*);
  };

  template <class T>
  static bool equal_as(const void* left, const void* right) {
    return *static_cast<const T*>(left) == *static_cast<const T*>(right);
  }
  template <class T>
  static constexpr Operations operations_of = {&equal_as<T>};

  template <class T>
  static std::size_t hash_or_zero(const T& value) {
    if constexpr (requires { hash_value(value); }) {
      return hash_value(value);
    } else {
      return 0;
    }
  }

  ErasedValue(std::shared_ptr<const void> value, const Operations* operations, std::size_t hash)
      : value_(std::move(value)), operations_(operations), hash_(hash) {}

  std::shared_ptr<const void> value_;
  const Operations* operations_;
  std::size_t hash_;
};

/// Some domain's abstract state.
using AbstractState = ErasedValue<struct AbstractStateTag>;

/// Some domain's precision.
using Precision = ErasedValue<struct PrecisionTag>;

} // namespace vouch::core
