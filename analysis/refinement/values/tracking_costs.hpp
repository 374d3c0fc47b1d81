#pragma once

#include "analysis/cfa/cfa.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace vouch::refinement {

/// How many states it may cost to track a variable, as far as the program's text tells: many where it counts the rounds of a loop,
/// some where it is moved by a number elsewhere, else few. In no unit; the sums are compared with each other, and with `little`.
class TrackingCosts {
public:
  explicit TrackingCosts(const cfa::Cfa& cfa);

  [[nodiscard]] std::size_t of(cfa::VariableId variable) const;
  [[nodiscard]] bool is_counter(cfa::VariableId variable) const { return of(variable) > of_others; }
  /// All that the program writes and that costs no more than `most`.
  [[nodiscard]] std::vector<cfa::VariableId> variables_up_to(std::size_t most) const;

  static constexpr std::size_t of_others = 1;
  static constexpr std::size_t of_moved = 25;
  static constexpr std::size_t of_memory = 50;
  static constexpr std::size_t of_loop_counter = 100;

private:
  std::unordered_map<cfa::VariableId, std::size_t> of_written_;
};

} // namespace vouch::refinement
