#include "analysis/trace/minimised_inputs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vouch::trace {
namespace {

using cfa::Integer;
using Inputs = std::vector<Integer>;

/// Of all runs together.
constexpr std::uint64_t most_steps_tried = 3'000'000;
constexpr std::size_t most_runs = 4000;
/// Of more inputs, no two that are apart are left out together.
constexpr std::size_t most_inputs_in_pairs = 60;

/// The values one after the other, and then nothing but zeros.
class ListedInputsAndZeros : public InputSource {
public:
  explicit ListedInputsAndZeros(Inputs values) : listed_(std::move(values)) {}
  std::optional<Integer> next(const InputRequest& request) override {
    const std::optional<Integer> value = listed_.next(request);
    return value ? value : Integer{0};
  }

private:
  ListedInputs listed_;
};

struct FailingRun {
  Inputs inputs; ///< all that it asked for, and no more
  std::uint64_t steps = 0;
};

Integer magnitude(Integer value) { return value < 0 ? -value : value; }

class Minimiser {
public:
  Minimiser(const Interpreter& interpreter, cfa::LocationId start, cfa::LocationId target)
      : interpreter_(interpreter), start_(start), target_(target) {}

  Inputs minimise(const Inputs& inputs) {
    std::optional<FailingRun> first = run(inputs, most_steps_tried);
    if (!first) {
      return inputs;
    }
    best_ = *std::move(first);
    bool has_improved = true;
    while (has_improved && !is_exhausted()) {
      has_improved = leave_parts_out();
      has_improved = bring_closer_to_zero() || has_improved;
      has_improved = has_improved || leave_pairs_out();
    }
    return best_.inputs;
  }

private:
  [[nodiscard]] bool is_exhausted() const { return runs_ >= most_runs || steps_ >= most_steps_tried; }

  /// Nothing: it does not end at the target, or in more than `limit` steps.
  std::optional<FailingRun> run(const Inputs& inputs, std::uint64_t limit) {
    ListedInputsAndZeros source(inputs);
    RecordedInputs recorded(source);
    const RunResult result = interpreter_.run(start_, recorded, {.steps = limit});
    ++runs_;
    steps_ += result.steps;
    const auto* reached = std::get_if<ReachedTarget>(&result.outcome);
    const bool is_the_same = reached != nullptr && reached->location == target_ && !result.used_overapproximation &&
                             !result.depends_on_addresses;
    return is_the_same ? std::optional(FailingRun{recorded.values(), result.steps}) : std::nullopt;
  }

  bool take_if_shorter(const Inputs& inputs) {
    std::optional<FailingRun> other = run(inputs, best_.steps);
    const bool is_shorter =
        other && std::pair(other->steps, other->inputs.size()) < std::pair(best_.steps, best_.inputs.size());
    if (is_shorter) {
      best_ = *std::move(other);
    }
    return is_shorter;
  }

  bool leave_parts_out() {
    bool has_improved = false;
    for (std::size_t size = std::max<std::size_t>(best_.inputs.size() / 2, 1); size > 0; size /= 2) {
      for (std::size_t begin = 0; begin < best_.inputs.size() && !is_exhausted();) {
        Inputs rest = best_.inputs;
        const auto first = rest.begin() + static_cast<std::ptrdiff_t>(begin);
        rest.erase(first, first + static_cast<std::ptrdiff_t>(std::min(size, rest.size() - begin)));
        if (take_if_shorter(rest)) {
          has_improved = true;
        } else {
          begin += size;
        }
      }
    }
    return has_improved;
  }

  /// What one input does, another may take back.
  bool leave_pairs_out() {
    if (best_.inputs.size() > most_inputs_in_pairs) {
      return false;
    }
    for (std::size_t first = 0; first < best_.inputs.size(); ++first) {
      for (std::size_t second = first + 1; second < best_.inputs.size() && !is_exhausted(); ++second) {
        Inputs rest = best_.inputs;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(second));
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first));
        if (take_if_shorter(rest)) {
          return true;
        }
      }
    }
    return false;
  }

  /// The run gets no longer by it.
  bool take_if_closer(std::size_t index, Integer value) {
    Inputs changed = best_.inputs;
    changed[index] = value;
    std::optional<FailingRun> other = run(changed, best_.steps);
    const bool is_better = other && other->inputs.size() <= best_.inputs.size();
    if (is_better) {
      best_ = *std::move(other);
    }
    return is_better;
  }

  /// By half of the value, then by a quarter, and so on.
  bool bring_closer_by_halves(std::size_t index) {
    bool has_improved = false;
    Integer step = index < best_.inputs.size() ? best_.inputs[index] / 2 : 0;
    for (; step != 0 && index < best_.inputs.size() && !is_exhausted(); step /= 2) {
      has_improved = take_if_closer(index, best_.inputs[index] - step) || has_improved;
    }
    return has_improved;
  }

  bool bring_closer_to_zero() {
    bool has_improved = false;
    for (std::size_t index = 0; index < best_.inputs.size(); ++index) {
      for (const Integer simple : {Integer{0}, Integer{1}, Integer{-1}, Integer{2}}) {
        const bool is_closer = magnitude(simple) < magnitude(best_.inputs[index]);
        if (is_closer && !is_exhausted() && take_if_closer(index, simple)) {
          has_improved = true;
          break;
        }
      }
      has_improved = bring_closer_by_halves(index) || has_improved;
    }
    return has_improved;
  }

  const Interpreter& interpreter_;
  cfa::LocationId start_;
  cfa::LocationId target_;
  FailingRun best_;
  std::size_t runs_ = 0;
  std::uint64_t steps_ = 0;
};

} // namespace

std::vector<cfa::Integer> minimised_inputs(const Interpreter& interpreter, cfa::LocationId start,
                                           cfa::LocationId target, const std::vector<cfa::Integer>& inputs) {
  return Minimiser(interpreter, start, target).minimise(inputs);
}

} // namespace vouch::trace
