#include "analysis/trace/step_finder.hpp"

namespace vouch::trace {
namespace {

bool writes(const cfa::Edge& edge) {
  return std::holds_alternative<cfa::Store>(edge.operation) || std::holds_alternative<cfa::Assign>(edge.operation) ||
         std::holds_alternative<cfa::SetMemory>(edge.operation);
}

} // namespace

StepFinder::Role StepFinder::role_of_next(cfa::EdgeId id) {
  const cfa::Edge& edge = cfa_.edge(id);
  bool is_visible = !edge.text.empty() && edge.range.is_valid();
  bool continues = is_visible && last_ != nullptr && last_ != &edge && last_->target == edge.source && writes(*last_) &&
                   writes(edge) && last_->text == edge.text && last_->range.begin == edge.range.begin;
  last_ = &edge;
  return !is_visible ? Role::Invisible : continues ? Role::ContinuesStep : Role::BeginsStep;
}

} // namespace vouch::trace
