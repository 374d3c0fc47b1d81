#include "server/formats/run_activations.hpp"

#include "server/support/source_scan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace vouch::server {

namespace {

bool is_return(const TraceStep& step) {
  const bool says_so = word_at(step.text, 0) == "return";
  return step.kind == TraceStepKind::Return || (says_so && step.kind == TraceStepKind::Assignment);
}

/// Whether the text of a call has one of this function.
bool names_call_of(const std::string& text, const std::string& function) {
  const std::size_t at = find_word(text, function);
  return at != std::string::npos && text.compare(at + function.size(), 1, "(") == 0;
}

class CallStack {
public:
  explicit CallStack(const Violation& violation) : violation_(violation), trace_(violation.trace) {
    // A long run has no step that nothing depends on; then ends of functions may be among what was left out.
    const bool is_complete = std::ranges::any_of(
        trace_, [](const TraceStep& step) { return !step.is_relevant && step.kind != TraceStepKind::Input; });
    for (const TraceStep& step : trace_) {
      if (is_complete && step.kind == TraceStepKind::Return && !step.values.empty()) {
        with_told_ends_.insert(step.function);
      }
    }
  }

  std::vector<StepActivation> walk() {
    std::vector<StepActivation> result(trace_.size());
    for (std::size_t step = 0; step < trace_.size(); ++step) {
      if (is_gap(violation_, step)) {
        open_.clear();
        push(trace_[step].function);
      } else if (step > 0 && trace_[step - 1].kind == TraceStepKind::Call && !open_.empty()) {
        if (follow_call(trace_[step - 1], trace_[step])) {
          result[step - 1].entered = open_.back().number;
        }
      } else {
        follow(step > 0 && is_return(trace_[step - 1]) ? Before::Return : Before::Other, trace_[step].function);
      }
      result[step].number = open_.back().number;
      if (is_gap(violation_, step)) {
        open_.clear();
      }
    }
    return result;
  }

private:
  struct Activation {
    std::string function;
    std::size_t number;
  };
  enum class Before { Return, Other };

  void push(const std::string& function) { open_.push_back({function, next_++}); }

  /// Whether it is certain that `step` is the first one of what `call` calls.
  bool follow_call(const TraceStep& call, const TraceStep& step) {
    if (names_call_of(call.text, step.function)) {
      push(step.function);
      return true;
    }
    const auto caller = [&] { return last_of(step.function); };
    if (caller() == open_.end()) { // by a pointer
      push(step.function);
    } else { // by a pointer, or behind a call that has no steps
      open_.erase(std::next(caller()), open_.end());
      open_.back().number = next_++;
    }
    return false;
  }

  void follow(Before before, const std::string& function) {
    if (before == Before::Return && !open_.empty()) {
      open_.pop_back();
    }
    const auto found = last_of(function);
    if (found == open_.end()) {
      push(function);
      return;
    }
    const bool is_recursive =
        std::any_of(open_.begin(), found, [&](const Activation& outer) { return outer.function == function; });
    open_.erase(std::next(found), open_.end());
    if (is_recursive && !with_told_ends_.contains(function)) {
      open_.back().number = next_++; // it may have ended, and this be its caller
    }
  }

  std::vector<Activation>::iterator last_of(const std::string& function) {
    const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                    [&](const Activation& activation) { return activation.function == function; });
    return found == open_.rend() ? open_.end() : std::prev(found.base());
  }

  const Violation& violation_;
  const std::vector<TraceStep>& trace_;
  std::set<std::string> with_told_ends_; ///< functions whose executions all end with a step
  std::vector<Activation> open_;
  std::size_t next_ = 0;
};

} // namespace

bool is_gap(const Violation& violation, std::size_t step) {
  const auto fold = std::ranges::find(violation.folds, step, &FoldedSteps::first);
  return fold != violation.folds.end() && fold->count == 1 && fold->text == violation.trace[step].text;
}

std::vector<StepActivation> activations_of(const Violation& violation) { return CallStack(violation).walk(); }

} // namespace vouch::server
