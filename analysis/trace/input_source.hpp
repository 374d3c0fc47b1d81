#pragma once

#include "analysis/cfa/cfa.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace vouch::trace {

/// A value that the program does not determine and that the run needs now.
struct InputRequest {
  cfa::EdgeId edge;
  std::uint64_t step = 0; ///< edges executed before this one
  cfa::InputKind kind = cfa::InputKind::Nondeterministic;
  cfa::Type type;
  cfa::Input::Range range = cfa::Input::Range::WholeType;
  std::string_view origin;
  /// Valid: a pointer to an object of callers, or null. 0 is null; every other number stands for an object, small ones for
  /// the first that the run has met, as many as there are.
  cfa::GivenTypeId given = {};
  /// `Object::made_at` of the objects for 1, 2, ...; empty if `given` is invalid. Few want to know it, and a run may have
  /// met thousands.
  std::function<std::vector<std::optional<std::uint64_t>>()> given_since = {};
  cfa::Author author = cfa::Author::Code; ///< of an operation's External input
  cfa::VariableId variable;               ///< the register that gets the value; invalid if a load asks
  /// The load that reads undetermined bytes; null if something else asks.
  cfa::ExpressionRef load = nullptr;
  /// What the same external function gave for the same arguments earlier in the run. Another answer contradicts it.
  std::optional<cfa::Integer> known;
};

/// Where a run gets its inputs from.
class InputSource {
public:
  virtual ~InputSource() = default;

  /// An integer or pointer in any representation (it is wrapped to `request.type`), a float as its bit pattern. No
  /// value ends the run.
  virtual std::optional<cfa::Integer> next(const InputRequest& request) = 0;
};

/// The given values one after the other, then none.
class ListedInputs : public InputSource {
public:
  explicit ListedInputs(std::vector<cfa::Integer> values) : values_(std::move(values)) {}
  std::optional<cfa::Integer> next(const InputRequest& request) override;

private:
  std::vector<cfa::Integer> values_;
  std::size_t position_ = 0;
};

/// Always zero.
class ZeroInputs : public InputSource {
public:
  std::optional<cfa::Integer> next(const InputRequest& request) override;
};

/// Uniformly distributed bits; the same seed gives the same values.
class RandomInputs : public InputSource {
public:
  explicit RandomInputs(std::uint64_t seed) : state_(seed) {}
  std::optional<cfa::Integer> next(const InputRequest& request) override;

private:
  std::uint64_t state_;
};

/// Passes another source's answers on and keeps them, so that the run can be repeated with `ListedInputs`.
class RecordedInputs : public InputSource {
public:
  explicit RecordedInputs(InputSource& source) : source_(source) {}
  std::optional<cfa::Integer> next(const InputRequest& request) override;
  [[nodiscard]] const std::vector<cfa::Integer>& values() const { return values_; }

private:
  InputSource& source_;
  std::vector<cfa::Integer> values_;
};

/// The next 64 bits of the sequence that `state` stands for.
/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
std::uint64_t next_random(std::uint64_t& state);

} // namespace vouch::trace
