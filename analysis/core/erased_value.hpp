#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace vouch::core {

/// An immutable value of a type that only its maker knows; copies share it, and are all in one thread. `Tag` keeps states and precisions apart.
/// This file and analysis.hpp are the only ones that convert between typed and erased values.
template <class Tag>
class ErasedValue {
public:
  template <class T>
  static ErasedValue of(T value) {
    const std::size_t hash = hash_or_zero(value);
    return ErasedValue(new const BoxOf<T>(&operations_of<T>, hash, std::move(value)));
  }

  /// The value if it is a `T`, otherwise null.
  template <class T>
  [[nodiscard]] const T* find() const {
    return box_->operations == &operations_of<T> ? &static_cast<const BoxOf<T>&>(*box_).value : nullptr;
  }

  /// Requires the value to be a `T`.
  template <class T>
  [[nodiscard]] const T& as() const {
    const T* value = find<T>();
    assert(value != nullptr);
    return *value;
  }

  /// Equal for copies of one value; a cheap key for tables of values that are kept alive elsewhere.
  [[nodiscard]] const void* identity() const { return box_.get(); }
  [[nodiscard]] bool has_type_of(const ErasedValue& other) const { return box_->operations == other.box_->operations; }

  friend bool operator==(const ErasedValue& left, const ErasedValue& right) {
    return left.box_ == right.box_ || (left.has_type_of(right) && left.box_->hash == right.box_->hash &&
                                       left.box_->operations->equal(*left.box_, *right.box_));
  }

  /// The value's own `hash_value`, computed once; 0 for types without one.
  friend std::size_t hash_value(const ErasedValue& erased) { return erased.box_->hash; }

private:
  struct Box;
  /// One object per type; its address identifies the type.
  struct Operations {
    bool (*equal)(const Box&, const Box&);
    void (*destroy)(const Box*);
  };
  /// What all values have is with them and not in each copy: there are several of these for each state.
  struct Box {
    Box(const Operations* of_type, std::size_t of_value) : operations(of_type), hash(of_value) {}
    const Operations* operations;
    std::size_t hash;
    mutable std::uint32_t copies = 0;

    friend void intrusive_ptr_add_ref(const Box* box) { ++box->copies; }
    friend void intrusive_ptr_release(const Box* box) {
      if (--box->copies == 0) {
        box->operations->destroy(box);
      }
    }
  };
  template <class T>
  struct BoxOf : Box {
    BoxOf(const Operations* of_type, std::size_t of_value, T contents)
        : Box(of_type, of_value), value(std::move(contents)) {}
    T value;
  };

  template <class T>
  static bool equal_as(const Box& left, const Box& right) {
    return static_cast<const BoxOf<T>&>(left).value == static_cast<const BoxOf<T>&>(right).value;
  }
  template <class T>
  static void destroy_as(const Box* box) {
    delete static_cast<const BoxOf<T>*>(box);
  }
  template <class T>
  static constexpr Operations operations_of = {&equal_as<T>, &destroy_as<T>};

  template <class T>
  static std::size_t hash_or_zero(const T& value) {
    if constexpr (requires { hash_value(value); }) {
      return hash_value(value);
    } else {
      return 0;
    }
  }

  explicit ErasedValue(const Box* box) : box_(box) {}

  boost::intrusive_ptr<const Box> box_;
};

/// Some domain's abstract state.
using AbstractState = ErasedValue<struct AbstractStateTag>;

/// Some domain's precision.
using Precision = ErasedValue<struct PrecisionTag>;

} // namespace vouch::core
