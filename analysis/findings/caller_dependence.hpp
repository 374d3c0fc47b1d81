#pragma once

#include "analysis/findings/entry_outcome.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/transformation/program_variants.hpp"

#include <optional>
#include <string>
#include <variant>

/// What a violation in a function that is verified on its own asks of the caller.
///
/// Q. L. Le, A. Raad, J. Villard, J. Berdine, D. Dreyer and P. W. O'Hearn, "Finding real bugs in big programs with
/// incorrectness logic", OOPSLA 2022, tell manifest errors, which occur whatever the caller does, from latent ones.
///
/// Here a failed assertion is the function's own affair, since it says itself what it did not expect, unless it is about
/// nothing but what was passed (unchanged_inputs.hpp). Any other violation is the function's own if whoever takes the
/// same branches has it, or if the function itself tells the case from others. It is the caller's if another value of a
/// parameter takes the same branches and passes the check.
///
/// That is found out by executing: the run of the violation once more, with one of the values changed that the caller
/// chose. Where several of them have to fit each other, as the pointers of a buffer, a random walk among the runs that
/// take the same branches may come to one that passes; it gets back what it does not need to differ in. Not finding such
/// a run leaves a violation with the function, so that nothing is hidden for want of trying.
///
/// Example: `int f(int *p, int i) { if (i == 3) return 1; return p ? *p : *p + i; }` with p = 0 and i = 1
///   no other p takes the second branch: the function's own.
///          `int g(int *p, int i) { if (i == 3) return 1; return *p; }` with p = 0 and i = 1
///   p = &x takes the same branches: the caller's, who must not pass null for p.
///          `int h(const int *a, int n) { int s = 0; for (int i = 0; i <= n; i++) s += a[i]; return s; }`, n elements
///   with n = 0 the first round fails, with n = 1 the second one: whatever is passed, the function's own.
///          `int i(const struct s *s) { return 100 / (s->end - s->begin - 8); }` with 0 and 8
///   where others end is the caller's affair, and so would it be if only both together could be others.
namespace vouch::findings {

/// Everybody who takes these branches has it, or the function asks elsewhere for what went wrong here.
struct OwnFault {
  bool for_every_caller = false; ///< the run has asked nobody for anything
};

/// Only callers that pass that, or functions without a definition that return it or leave it in memory.
struct CallersFault {
  enum class Source { Argument, Result, Memory };
  Source source = Source::Argument;
  /// Of the parameter, of a variable with static storage that others set, or of the function; empty: the value was found
  /// further inside of what is passed.
  std::string name;
  std::string value;        ///< "null", "-1"; may be empty
  std::string precondition; ///< in C, that it does not happen; empty if there is no short one
  /// In C, as far as that goes, what has the value: the name, what it leads to, as `p->next`, or a member far inside.
  std::string place;
  /// That it does not happen, as an assumption about what the caller chooses; nothing if it is not as simple as that.
  std::optional<transformation::ExcludedInput> excluded;
  std::string assumption = {};               ///< the same in words, "p has at least 4 elements"
  bool others_pass = false;                  ///< a run with another value takes the same branches and passes the check
  std::optional<RunInputs> passing_run = {}; ///< where it needs several other values
};

/// The run goes through a pointer from outside that leads nowhere: one that was found in what the caller passed, or that a
/// function without a definition returned. Nobody does that.
struct NeedsWildPointer {};

using CallerDependence = std::variant<OwnFault, CallersFault, NeedsWildPointer>;

/// Of the run with `inputs` from `entry`, which is one of kind `AnyCall`, to a target. What is `known` of it from before
/// need not be found again; its run is executed.
CallerDependence caller_dependence(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                   const cfa::EntryPoint& entry, const RunInputs& inputs,
                                   const std::optional<CallerAnswers>& known);

} // namespace vouch::findings
