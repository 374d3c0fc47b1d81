#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/core/state_text.hpp"
#include "analysis/domains/values/value_state.hpp"

/// What values a state knows, in words and as conditions.
namespace vouch::domains {

/// Registers and memory, for people.
std::vector<core::StatePart> parts_of(const ValueState& state, const cfa::Cfa& cfa);

/// The values of everything that has a name and is not only a part of something: `place == value`. Made in `pool`. What
/// is known of parts of objects, and of objects from the heap, is not said.
std::vector<cfa::ExpressionRef> conditions_of(const ValueState& state, const cfa::Cfa& cfa, cfa::ExpressionPool& pool);

} // namespace vouch::domains
