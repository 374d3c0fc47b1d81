#include "analysis/trace/path_inputs.hpp"

#include "analysis/trace/program.hpp"

namespace vouch::trace {

PathInputs::PathInputs(const cfa::Cfa& cfa, const core::ErrorPath& path) : cfa_(cfa) {
  for (cfa::EdgeId edge : path.edges) {
    if (std::holds_alternative<cfa::Input>(cfa.edge(edge).operation) && planned_.size() < path.inputs.size()) {
      planned_.push_back({edge, path.inputs[planned_.size()]});
    }
  }
  for (const core::ErrorPath::LoadedValue& loaded : path.loads) {
    loaded_.insert({{loaded.step, loaded.load}, loaded.value});
  }
  for (const core::ErrorPath::MadeObject& object : path.objects) {
    objects_.insert({object.step, object.address});
  }
  for (const auto& [address, function] : path.functions) {
    functions_.emplace(address, static_cast<cfa::Integer>(address_of_function(function)));
  }
}

cfa::Integer PathInputs::as_asked(const InputRequest& request, cfa::Integer value) const {
  if (const auto function = functions_.find(value); function != functions_.end() && cfa::is_pointer(request.type)) {
    return function->second;
  }
  if (!request.given_since || value == 0) {
    return value;
  }
  const std::vector<std::optional<std::uint64_t>> given_since = request.given_since();
  for (std::size_t index = 0; index < given_since.size(); ++index) {
    const auto object = given_since[index] ? objects_.find(*given_since[index]) : objects_.end();
    if (object != objects_.end() && object->second == value) {
      return static_cast<cfa::Integer>(index) + 1;
    }
  }
  return value; // any number that stands for no object yet makes one, and stands for it from then on
}

std::optional<cfa::Integer> PathInputs::next(const InputRequest& request) {
  const cfa::Operation& operation = cfa_.edge(request.edge).operation;
  if (request.load != nullptr && cfa::size_in_bytes(request.load->type) == cfa::size_in_bytes(request.type)) {
    auto known = loaded_.find({request.step, request.load});
    return known != loaded_.end() ? as_asked(request, known->second) : 0;
  }
  if (request.load != nullptr || !std::holds_alternative<cfa::Input>(operation)) {
    return 0;
  }
  if (position_ == planned_.size() || planned_[position_].edge != request.edge) {
    return std::nullopt;
  }
  return as_asked(request, planned_[position_++].value);
}

} // namespace vouch::trace
