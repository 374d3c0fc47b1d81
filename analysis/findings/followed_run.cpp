#include "analysis/findings/followed_run.hpp"

#include "analysis/findings/tested_inputs.hpp"

namespace vouch::findings {

FollowedRun::FollowedRun(const cfa::Cfa& cfa, const trace::Program& program, const cfa::EntryPoint& entry,
                         const RunInputs& inputs, const trace::Limits& limits)
    : cfa_(cfa), inputs_(inputs, last_outside_), run_(program, inputs_, limits, nullptr), unchanged_(cfa, program) {
  bool is_inside = false;
  run_.begin(entry.start);
  while (run_.advance()) {
    const cfa::EdgeId edge = run_.last_edge();
    is_inside = is_inside || cfa.edge(edge).source == cfa.function(entry.function).entry;
    note_chosen();
    if (is_inside) {
      note_written(edge);
      const auto* havoc = std::get_if<cfa::HavocMemory>(&cfa.edge(edge).operation);
      const bool is_received = std::holds_alternative<cfa::ReceiveMemory>(cfa.edge(edge).operation);
      last_outside_ = havoc != nullptr ? havoc : is_received ? &by_the_system_ : last_outside_;
      unchanged_.note(run_, edge, chosen_);
    } else {
      arrays_.note(cfa, run_, edge);
      unchanged_.note_of_start(edge);
    }
    if (is_branch_of_user(cfa, edge) || cfa.location(cfa.edge(edge).target).target) {
      unchanged_.note_branch(run_, edge);
    }
    note_branch(edge);
  }
}

/// Takes over what has been chosen since the last edge.
void FollowedRun::note_chosen() {
  while (chosen_.size() < inputs_.chosen().size()) {
    ChosenInput& input = chosen_.emplace_back(inputs_.chosen()[chosen_.size()]);
    std::uint64_t last = 0;
    const auto note_read = [&](cfa::ExpressionRef part) {
      const auto* read = std::get_if<cfa::VariableRead>(&part->node);
      const auto written = read != nullptr ? written_.find(read->variable) : written_.end();
      if (written != written_.end() && written->second.step > last) {
        last = written->second.step;
        input.found_behind = written->second.behind;
      }
    };
    if (input.key.load != nullptr) {
      cfa::for_each_subexpression(input.key.load, note_read);
    }
  }
}

void FollowedRun::note_written(cfa::EdgeId edge) {
  for (const cfa::VariableId variable : cfa::variables_written(cfa_.edge(edge).operation)) {
    written_[variable] = {run_.steps(), cfa_.edge(edge).target};
  }
}

void FollowedRun::note_branch(cfa::EdgeId edge) {
  if (is_branch_of_user(cfa_, edge)) {
    branches_.push_back(edge);
    add_constants_near(std::get<cfa::Assume>(cfa_.edge(edge).operation).condition, compared_with_);
  }
}

} // namespace vouch::findings
