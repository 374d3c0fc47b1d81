#pragma once

#include "server/formats/witness.hpp"
#include "server/support/source_scan.hpp"

#include <string>

/// Turns the question whether a witness is right into one about a program.
///
/// For a violation witness, a counter in the program says how many segments a run has passed, and of violations at the
/// target only those count that come behind all of them. For a correctness witness, each invariant is an assertion
/// where it is claimed to hold. So whatever verifies programs decides about witnesses, and nothing of the run that made
/// the witness is believed. What the witness brings as C is marked: the front end objects to what is no expression or
/// has an effect, and does not know what becomes of a run where it is undefined.
///
/// Example, of the loop invariant `i <= n` number 0 at `while (i < n)`:
///     while (__vouch_assert(vouch_invariant_0 && __vouch_witness(6, (i <= n) ? 1 : 0), ""), i < n)
namespace vouch::server {

/// What stands for invariant `index` in the message of its assertion.
std::string name_of_invariant(std::size_t index);

/// `text` with the witness woven in, on its first line what else it takes; it compiles in no other data model than
/// `data_model`, if that is not empty. Fails if something cannot be done at some place, and says at which.
Result<EditedText> instrumented(const std::string& text, const ViolationWitness& witness,
                                const std::string& data_model);
Result<EditedText> instrumented(const std::string& text, const CorrectnessWitness& witness,
                                const std::string& data_model);

} // namespace vouch::server
