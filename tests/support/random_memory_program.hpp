#pragma once

#include "tests/support/program.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace vouch::test {

/// A random straight-line program on two objects of 24 bytes, which are written in whole cells, across them, byte by byte,
/// by copies and by fills; and what it loads at its end, by a simulation of the bytes.
class RandomMemoryProgram {
  using ExpressionRef = cfa::ExpressionRef;
  using Integer = cfa::Integer;
  using Type = cfa::Type;
  using VariableId = cfa::VariableId;
  static constexpr Integer object_size = 24;

public:
  enum class Index { IsInput, IsConstant };

  explicit RandomMemoryProgram(std::uint64_t seed, Index index = Index::IsInput) : random_(seed) {
    objects_[0] = p_.memory_variable("a", cfa::AggregateType{object_size}, 8);
    objects_[1] = p_.memory_variable("b", cfa::AggregateType{object_size}, 8);
    pointer_ = p_.register_variable("p", pointer_type);
    index_ = p_.register_variable("i", i64);
    pointee_ = pick(2);
    index_value_ = static_cast<Integer>(pick(3));
    // Both objects are possible targets; the input decides.
    bool shares = pick(3) != 0;
    if (shares) {
      p_.then(cfa::Assign{pointer_, p_.address_of(objects_[1 - pointee_])});
    }
    p_.then(cfa::Assign{pointer_, p_.address_of(objects_[pointee_])});
    if (index == Index::IsInput) {
      p_.then(cfa::Input{index_, cfa::InputKind::Nondeterministic, "i", {}});
    } else {
      p_.then(cfa::Assign{index_, p_.number(index_value_, i64)});
    }
    views_ = pick(2) == 0 ? std::vector<Type>{i32, u32} : std::vector<Type>{i32, i64, u8, i16};
    if (pick(2) == 0) { // a structure of fields at fixed places
      views_ = {};
    }
    for (VariableId object : objects_) {
      p_.then(cfa::SetMemory{p_.address_of(object), p_.number(0), p_.number(object_size, u64)});
    }
    for (std::size_t step = 0, steps = 3 + pick(6); step < steps; ++step) {
      add_step();
    }
    for (int loads = 0; loads < 3; ++loads) {
      add_load();
    }
    for (const auto& [variable, value] : loaded_) { // so that they live on until here
      const Type type = p_.read(variable)->type;
      p_.then(cfa::Assign{p_.register_variable("last", type), p_.read(variable)});
    }
  }

  /// The program, built when it is first asked for.
  const cfa::Cfa& cfa() {
    if (!is_built_) {
      cfa_ = p_.build();
      is_built_ = true;
    }
    return cfa_;
  }
  [[nodiscard]] VariableId index() const { return index_; }
  [[nodiscard]] Integer index_value() const { return index_value_; }
  /// The variables that the program loads something into at its end, and what that is by the simulation.
  [[nodiscard]] const std::vector<std::pair<VariableId, Integer>>& loaded() const { return loaded_; }

private:
  struct Place {
    ExpressionRef address = nullptr;
    std::size_t object = 0;
    Integer offset = 0;
  };

  std::size_t pick(std::size_t count) { return random_() % count; }

  /// A place for `size` bytes at a multiple of `alignment`.
  Place place(Integer size, Integer alignment) {
    Place result;
    bool by_pointer = pick(2) == 0;
    result.object = by_pointer ? pointee_ : pick(2);
    ExpressionRef base = by_pointer ? p_.read(pointer_) : p_.address_of(objects_[result.object]);
    Integer slots = (object_size - size) / alignment + 1;
    if (pick(3) == 0 && index_value_ * alignment + size <= object_size) {
      result.offset = index_value_ * alignment;
      result.address = p_.element(base, p_.read(index_), alignment);
      return result;
    }
    result.offset = alignment * static_cast<Integer>(pick(static_cast<std::size_t>(slots)));
    result.address = p_.plus(base, result.offset);
    return result;
  }

  std::pair<Place, Type> typed_place() {
    if (!views_.empty()) {
      Type type = views_[pick(views_.size())];
      auto size = static_cast<Integer>(cfa::size_in_bytes(type));
      return {place(size, pick(12) == 0 ? 1 : size), type};
    }
    static const std::array<std::pair<Integer, Type>, 4> fields = {
        std::pair{Integer{0}, i32}, std::pair{Integer{4}, i16}, std::pair{Integer{8}, i64},
        std::pair{Integer{16}, u32}};
    const auto& [offset, type] = fields[pick(fields.size())];
    Place result;
    bool by_pointer = pick(2) == 0;
    result.object = by_pointer ? pointee_ : pick(2);
    result.offset = offset;
    result.address = p_.plus(by_pointer ? p_.read(pointer_) : p_.address_of(objects_[result.object]), offset);
    return {result, type};
  }

  Integer bytes_at(const Place& place, const Type& type) {
    __extension__ unsigned __int128 value = 0;
    for (std::uint64_t byte = cfa::size_in_bytes(type); byte-- > 0;) {
      value = value << 8U | memory_[place.object][static_cast<std::size_t>(place.offset) + byte];
    }
    return cfa::wrap(static_cast<Integer>(value), type);
  }

  /// A size as a number, or computed from the index where that gives the same.
  ExpressionRef written(Integer size) {
    if (index_value_ == 0 || size % index_value_ != 0 || pick(2) == 0) {
      return p_.number(size, u64);
    }
    auto& build = p_.expressions();
    return build.binary(cfa::BinaryOperator::Multiply, build.convert(p_.read(index_), u64),
                        p_.number(size / index_value_, u64));
  }

  void add_step() {
    std::size_t kind = pick(6);
    if (kind == 0) {
      Integer size = 1 + static_cast<Integer>(pick(12));
      Place to = place(size, pick(2) == 0 ? 4 : 1);
      auto byte = static_cast<unsigned char>(pick(3) * 127);
      p_.then(cfa::SetMemory{to.address, p_.number(byte), written(size)});
      std::fill_n(memory_[to.object].begin() + static_cast<std::ptrdiff_t>(to.offset), static_cast<int>(size), byte);
    } else if (kind == 1) {
      Integer size = 1 + static_cast<Integer>(pick(16));
      Integer alignment = pick(3) == 0 ? 1 : 8;
      Place to = place(size, alignment);
      Place from = place(size, alignment);
      p_.then(cfa::CopyMemory{to.address, from.address, written(size)});
      std::array<unsigned char, object_size> old = memory_[from.object];
      std::copy_n(old.begin() + static_cast<std::ptrdiff_t>(from.offset), static_cast<int>(size),
                  memory_[to.object].begin() + static_cast<std::ptrdiff_t>(to.offset));
    } else {
      auto [to, type] = typed_place();
      Integer value = cfa::wrap(static_cast<Integer>(random_() >> pick(64)), type);
      p_.then(cfa::Store{to.address, p_.number(value, type)});
      for (std::uint64_t byte = 0; byte < cfa::size_in_bytes(type); ++byte) {
        memory_[to.object][static_cast<std::size_t>(to.offset) + byte] =
            static_cast<unsigned char>(value >> (8 * byte));
      }
    }
  }

  void add_load() {
    auto [from, type] = typed_place();
    VariableId variable = p_.register_variable("r" + std::to_string(loaded_.size()), type);
    p_.then(cfa::Assign{variable, p_.expressions().load(from.address, type)});
    loaded_.emplace_back(variable, bytes_at(from, type));
  }

  std::mt19937_64 random_;
  Program p_;
  cfa::Cfa cfa_;
  bool is_built_ = false;
  std::array<VariableId, 2> objects_;
  VariableId pointer_;
  VariableId index_;
  std::size_t pointee_ = 0;
  Integer index_value_ = 0;
  std::vector<Type> views_;
  std::array<std::array<unsigned char, object_size>, 2> memory_{};
  std::vector<std::pair<VariableId, Integer>> loaded_;
};

} // namespace vouch::test
