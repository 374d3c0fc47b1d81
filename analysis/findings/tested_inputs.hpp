#pragma once

#include "analysis/findings/changed_inputs.hpp"

#include <string>

/// What a function looks at of what its callers choose, as its branches are written.
namespace vouch::findings {

/// Whether the edge is one of two ways on in a function that the user wrote, and no check of ours.
bool is_branch_of_user(const cfa::Cfa& cfa, cfa::EdgeId edge);

/// Whether `function` compares with null somewhere what has the value of `input`: the parameter, or what it leads to. Of
/// what code elsewhere left in memory only where it is still the same place, as `found_behind` says.
bool is_compared_with_null(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input);

/// Whether runs take the branch where what they read there, contents of memory, is not null.
bool says_not_null(const cfa::Cfa& cfa, cfa::EdgeId branch, const ChosenInput& input);

/// Whether it asks what is the larger one, that or something else.
bool is_ordered(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input);

/// Whether one of the branches that a run takes in `function` is for numbers below a limit alone, and the number was returned
/// by a call with the parameter of the input among its arguments: `strlen(s) < size` for what s leads to.
bool limits_what_was_measured(const cfa::Cfa& cfa, cfa::FunctionId function, const std::vector<cfa::EdgeId>& branches,
                              const ChosenInput& input);

/// Whether it compares it with anything where none of the branches `here` begins, by which an assertion fails, and while it
/// is still the same place. Comparisons that only tell apart what the assertion allows do not count.
bool is_compared_elsewhere(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input,
                           const std::vector<cfa::EdgeId>& here);

/// Adds the numbers in a condition, and those beside them.
void add_constants_near(cfa::ExpressionRef condition, std::vector<cfa::Integer>& numbers);
/// Values to try in place of that of `input`: those around it, and those that the branches of `condition` compare with, also in
/// the bit-fields that `cfa` reads there. All branches are assumptions.
std::vector<cfa::Integer> values_in_place_of(const cfa::Cfa& cfa, const ChosenInput& input,
                                             const std::vector<cfa::EdgeId>& condition);

/// The parameter in `p`, `p[0]`, `p->next`.
std::string parameter_of(const std::string& place);

} // namespace vouch::findings
