#include "analysis/trace/path_inputs.hpp"

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
}

std::optional<cfa::Integer> PathInputs::next(const InputRequest& request) {
  const cfa::Operation& operation = cfa_.edge(request.edge).operation;
  if (request.load != nullptr && cfa::size_in_bytes(request.load->type) == cfa::size_in_bytes(request.type)) {
    auto known = loaded_.find({request.step, request.load});
    return known != loaded_.end() ? known->second : 0;
  }
  if (request.load != nullptr || !std::holds_alternative<cfa::Input>(operation)) {
    return 0;
  }
  if (position_ == planned_.size() || planned_[position_].edge != request.edge) {
    return std::nullopt;
  }
  return planned_[position_++].value;
}

} // namespace vouch::trace
