#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vouch::trace {

/// Which object a pointer was derived from. Slots are reused once an object is dead, generations are not: a stale
/// generation tells a dangling pointer. Slot 0 stands for no object (null, or an address made of nothing).
struct Provenance {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  friend bool operator==(const Provenance&, const Provenance&) = default;
  [[nodiscard]] bool is_none() const { return slot == 0; }
};

/// The value of a scalar; its `cfa::Type` is known from the place where it stands. Integers are kept extended to 64
/// bits according to their signedness, pointers as numeric address with provenance, floats in their own format.
class Value {
public:
  Value() = default;
  static Value of_integer(std::int64_t integer) {
    Value value;
    std::memcpy(value.bytes_.data(), &integer, sizeof integer);
    return value;
  }
  static Value of_pointer(std::uint64_t address, Provenance provenance) {
    Value value;
    std::memcpy(value.bytes_.data(), &address, sizeof address);
    std::memcpy(value.bytes_.data() + sizeof address, &provenance, sizeof provenance);
    return value;
  }
  /// `Float` is float, double or long double.
  template <class Float>
  static Value of_float(Float number) {
    Value value;
    std::memcpy(value.bytes_.data(), &number, float_size<Float>);
    return value;
  }

  [[nodiscard]] std::int64_t integer() const { return read<std::int64_t>(0); }
  [[nodiscard]] std::uint64_t address() const { return read<std::uint64_t>(0); }
  [[nodiscard]] Provenance provenance() const { return read<Provenance>(sizeof(std::uint64_t)); }
  template <class Float>
  [[nodiscard]] Float floating() const {
    Float number = 0;
    std::memcpy(&number, bytes_.data(), float_size<Float>);
    return number;
  }

  /// Little-endian, as in memory.
  [[nodiscard]] const std::uint8_t* bytes() const { return bytes_.data(); }
  std::uint8_t* bytes() { return bytes_.data(); }

private:
  // x86's long double has 10 bytes of value and 6 of padding.
  template <class Float>
  static constexpr std::size_t float_size = sizeof(Float) > sizeof(double) ? 10 : sizeof(Float);

  template <class T>
  [[nodiscard]] T read(std::size_t offset) const {
    T result;
    std::memcpy(&result, bytes_.data() + offset, sizeof result);
    return result;
  }

  alignas(16) std::array<std::uint8_t, 16> bytes_{};
};

/// The number in the lowest `width` bits (1 to 64) in two's complement.
inline std::int64_t sign_extend(std::int64_t bits, unsigned width) {
  unsigned unused = 64 - width;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) << unused) >> unused;
}

/// The number in the lowest `width` bits (1 to 64) without sign.
inline std::uint64_t zero_extend(std::uint64_t bits, unsigned width) {
  unsigned unused = 64 - width;
  return (bits << unused) >> unused;
}

} // namespace vouch::trace
