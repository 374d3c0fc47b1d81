#include "analysis/trace/input_reader.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/support/overloaded.hpp"

namespace vouch::trace {
namespace {

/// In the canonical form for `request`, so that equal values are equal integers.
cfa::Integer normalised(cfa::Integer value, const InputRequest& request) {
  if (request.range == cfa::Input::Range::Boolean) {
    return value != 0 ? 1 : 0;
  }
  return std::visit(Overloaded{[&](const cfa::FloatType& t) { return cfa::canonical_float_bits(value, t); },
                               [&](const cfa::AggregateType&) { return value; },
                               [&](const auto&) { return cfa::wrap(value, request.type); }},
                    request.type);
}

Value to_value(cfa::Integer value, const cfa::Type& type, const Memory& memory) {
  return std::visit(Overloaded{[&](const cfa::PointerType&) {
                                 return memory.pointer_from_address(static_cast<std::uint64_t>(value));
                               },
                               [&](const cfa::FloatType&) {
                                 Value result;
                                 std::memcpy(result.bytes(), &value, 10);
                                 return result;
                               },
                               [&](const auto&) { return Value::of_integer(static_cast<std::int64_t>(value)); }},
                    type);
}

} // namespace

InputReader::Answer InputReader::read(const InputRequest& request, const Memory& memory) {
  auto value = source_.next(request);
  if (!value) {
    return {{}, Fault::InputsExhausted};
  }
  ++count_;
  has_overapproximated_ = has_overapproximated_ || request.kind == cfa::InputKind::Overapproximated;
  cfa::Integer number = normalised(*value, request);
  if (request.known && number != *request.known) {
    return {{}, Fault::InconsistentInput};
  }
  return {to_value(number, request.type, memory), Fault::None};
}

InputReader::Answer InputReader::read_external(InputRequest request, std::vector<std::string> arguments,
                                               const Memory& memory) {
  auto known = external_results_.find(arguments);
  if (known != external_results_.end()) {
    request.known = known->second;
    return read(request, memory);
  }
  Answer answer = read(request, memory);
  if (answer.fault == Fault::None) {
    cfa::Integer result = 0;
    if (cfa::is_float(request.type)) {
      std::memcpy(&result, answer.value.bytes(), 10);
    } else if (const auto* integer = cfa::as_integer(request.type); integer != nullptr && integer->is_signed()) {
      result = answer.value.integer();
    } else {
      result = answer.value.address();
    }
    external_results_.emplace(std::move(arguments), result);
  }
  return answer;
}

} // namespace vouch::trace
