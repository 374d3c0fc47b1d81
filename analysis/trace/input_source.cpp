#include "analysis/trace/input_source.hpp"

namespace vouch::trace {

std::optional<cfa::Integer> ListedInputs::next(const InputRequest& /*request*/) {
  if (position_ == values_.size()) {
    return std::nullopt;
  }
  return values_[position_++];
}

std::optional<cfa::Integer> ZeroInputs::next(const InputRequest& request) { return request.known.value_or(0); }

std::optional<cfa::Integer> RandomInputs::next(const InputRequest& request) {
  if (request.known) {
    return request.known;
  }
  std::uint64_t bits = next_random(state_);
  if (request.range == cfa::Input::Range::Boolean) {
    return static_cast<cfa::Integer>(bits >> 63U);
  }
  if (cfa::is_float(request.type)) { // of up to 80 bits
    return (static_cast<cfa::Integer>(next_random(state_) >> 1U) << 64U) | bits;
  }
  return static_cast<cfa::Integer>(bits);
}

std::optional<cfa::Integer> RecordedInputs::next(const InputRequest& request) {
  auto value = source_.next(request);
  if (value) {
    values_.push_back(*value);
  }
  return value;
}

std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31U);
}

} // namespace vouch::trace
