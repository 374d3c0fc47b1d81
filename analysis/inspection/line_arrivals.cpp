#include "analysis/inspection/line_arrivals.hpp"

namespace vouch::inspection {
namespace {

constexpr std::size_t no_line = static_cast<std::size_t>(-1);

bool contains(const SourceRange& outer, const SourceRange& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end && (outer.begin < inner.begin || inner.end < outer.end);
}

/// Whether a statement at `range` goes on with the one before it on the same line.
bool continues(const SourceRange& before, const SourceRange& range) {
  return before.begin < range.begin || contains(range, before);
}

} // namespace

LineArrivals::LineArrivals(const cfa::Cfa& cfa, const std::vector<RecordedStep>& steps) {
  std::vector<std::size_t> line_of(cfa.edge_count(), no_line); // there are more steps than edges
  for (std::size_t i = 0; i < cfa.edge_count(); ++i) {
    const SourceRange& range = cfa.edge(cfa::EdgeId(i)).range;
    if (range.is_valid()) {
      line_of[i] =
          lines_.try_emplace({*range.file, static_cast<unsigned>(range.begin.line)}, lines_.size()).first->second;
    }
  }
  arrivals_.resize(lines_.size());
  const auto line = [&](const RecordedStep& step) {
    return step.edge.is_valid() ? line_of[step.edge.index()] : no_line;
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t own = line(steps[i]);
    if (own == no_line) {
      continue;
    }
    const RecordedStep* before = steps[i].previous != RecordedStep::none ? &steps[steps[i].previous] : nullptr;
    const bool stays = before != nullptr && line(*before) == own &&
                       continues(cfa.edge(before->edge).range, cfa.edge(steps[i].edge).range);
    if (!stays) {
      arrivals_[own].push_back(static_cast<std::uint32_t>(i));
    }
  }
}

std::vector<std::size_t> LineArrivals::at(const std::string& file, unsigned line) const {
  const auto known = lines_.find({file, line});
  if (known == lines_.end()) {
    return {};
  }
  const std::vector<std::uint32_t>& steps = arrivals_[known->second];
  return {steps.begin(), steps.end()};
}

} // namespace vouch::inspection
