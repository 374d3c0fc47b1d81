#pragma once

#include "server/source_scan.hpp"
#include "server/witness.hpp"

#include <string>

/// Turns the question whether a witness is right into one about a program.
///
/// For a violation witness, a counter in the program says how many segments a run has passed, and no run comes to the
/// target but with all of them. For a correctness witness, each invariant is an assertion where it is claimed to hold.
/// So whatever verifies programs decides about witnesses, and nothing of the run that made the witness is believed.
///
/// Example, of the loop invariant `i <= n` number 0 at `while (i < n)`:
///     while (__ESBMC_assert(vouch_invariant_0 && (i <= n), ""), i < n)
namespace vouch::server {

/// What stands for invariant `index` in the message of its assertion.
std::string name_of_invariant(std::size_t index);

/// `text` with the witness woven in. Fails if that cannot be done at some place, and says at which.
Result<EditedText> instrumented(const std::string& text, const ViolationWitness& witness);
Result<EditedText> instrumented(const std::string& text, const CorrectnessWitness& witness);

} // namespace vouch::server
