#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/support/stack_place.hpp"
#include "analysis/trace/recorded_run.hpp"

#include <string>
#include <vector>

/// What a run finds in local variables that it has not written, as C that puts it there.
///
/// A compiler called with `-finstrument-functions` lets the program call `__cyg_profile_func_enter` whenever it enters
/// a function, before the first statement. There a test writes into the frame of that function, at the places of its
/// variables. The text leaves the places open: they are known when a compiler has seen it.
namespace vouch::trace {

struct StackContents {
  /// Defines `vouch_set_variables(void *function, char *frame, char *end)`, which writes to nothing at or below `end`.
  /// Empty: it is enough to clear such memory.
  std::string text;
  std::vector<StackPlace> places;
  std::string obstacle;            ///< why it cannot be done; empty if it can
  std::vector<std::string> doubts; ///< what may not be there when the program looks
};

/// The text calls the function `main` of the program `main_name`.
StackContents write_stack_contents(const cfa::Cfa& cfa, const std::vector<FoundContents>& found,
                                   const std::string& main_name);

} // namespace vouch::trace
