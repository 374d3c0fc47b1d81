#include "analysis/findings/changed_inputs.hpp"

namespace vouch::findings {
namespace {

using cfa::Integer;

/// Numbers of new objects begin behind it; no other input has one of these.
constexpr Integer first_new_object = Integer{1} << 40U;

} // namespace

std::optional<Integer> ChangedInputs::next(const trace::InputRequest& request) {
  const InputKey key{request.edge, request.load, occurrences_[{request.edge.index(), request.load}]++};
  const std::optional<Integer> value = value_for(key, request);
  if (value) {
    given_.emplace(key, *value);
  }
  return value;
}

std::optional<Integer> ChangedInputs::value_for(const InputKey& key, const trace::InputRequest& request) {
  if (changed_ == key) {
    return value_;
  }
  const auto known = original_.find(key);
  if (known != original_.end()) {
    return known->second;
  }
  if (request.given.is_valid()) {
    return filling_.objects == Filling::Objects::New ? first_new_object + ++new_objects_ : 0;
  }
  const bool is_callers = request.load != nullptr || request.kind == cfa::InputKind::Parameter;
  return is_callers ? std::optional(filling_.number) : std::nullopt;
}

Integer as_held(Integer value, const cfa::Type& type) {
  return cfa::as_integer(type) != nullptr || cfa::is_pointer(type) ? cfa::wrap(value, type) : value;
}

std::optional<Integer> NotedInputs::next(const trace::InputRequest& request) {
  const std::optional<Integer> value = inputs_.next(request);
  if (!value) {
    return value;
  }
  const InputKey key{request.edge, request.load, occurrences_[{request.edge.index(), request.load}]++};
  values_.emplace(key, *value);
  const bool is_load = request.load != nullptr;
  const bool is_failure = request.kind == cfa::InputKind::Failure;
  const bool is_pointer = cfa::is_pointer(request.type);
  ChosenInput input{key, as_held(*value, request.type), request.type, std::string(request.origin), request.variable};
  input.is_failure = is_failure;
  input.is_given = request.given.is_valid();
  // A function without a definition and without arguments is a source of values like any other.
  const bool is_result = !is_load && (request.kind == cfa::InputKind::External ||
                                      request.kind == cfa::InputKind::Nondeterministic || is_failure);
  // Behind a function that may write memory, what is found there need not be the caller's.
  const bool is_left_in_memory = is_load && request.kind == cfa::InputKind::External && last_outside_ != nullptr;
  if (is_result) {
    input.source = CallersFault::Source::Result;
  } else if (is_left_in_memory) {
    input.source = CallersFault::Source::Memory;
    input.origin = last_outside_->origin;
  }
  const bool is_from_outside =
      is_result || request.kind == cfa::InputKind::Parameter || request.kind == cfa::InputKind::External;
  if (is_pointer && is_from_outside && !input.is_given) {
    pointers_.push_back(input);
  }
  const bool is_callers = !is_result && !is_left_in_memory && is_from_outside;
  const bool is_left_by_code = is_left_in_memory && last_outside_->kind == cfa::InputKind::External &&
                               last_outside_->author == cfa::Author::Code;
  const bool is_result_of_code =
      is_result && (request.kind == cfa::InputKind::External || is_failure) && request.author == cfa::Author::Code;
  const bool is_from_code = is_left_by_code || is_result_of_code;
  if (is_callers || is_from_code || (is_pointer && (is_result || is_left_in_memory))) {
    chosen_.push_back(std::move(input));
  }
  return value;
}

} // namespace vouch::findings
