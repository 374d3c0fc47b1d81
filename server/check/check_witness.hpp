#pragma once

#include "server/formats/check_report.hpp"
#include "server/formats/witness.hpp"
#include "server/support/source_scan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vouch::server {

/// The verification that decides about a witness.
struct WitnessQuestion {
  WitnessContent witness;
  SourceInput input; ///< with the file as it is to be verified
  Options options;   ///< with assertions, where the witness has invariants
  EditedText edited;
};

/// Fails if `witness_file` cannot be read, is no witness, is about another file or another version of it, or speaks of
/// places that the file does not have.
Result<WitnessQuestion> question_about_witness(const std::string& witness_file, const SourceInput& input,
                                               const Options& options);

/// Whether the answer to the question says nothing yet of the program.
bool is_about_invariants(const WitnessQuestion& question);

/// What the report on the question says about the witness; of one with invariants, whether they hold. Afterwards the
/// report is about the file as it is: places are those of the file, and the verdict is what can be said of the program:
/// violated for a confirmed violation witness, or if an invariant does not hold; safe if all do; unknown otherwise.
WitnessAnswer answer_about_witness(const WitnessQuestion& question, FileReport& report);

/// The same of a witness whose invariants were not rejected, after what was asked for was verified of the program
/// without them: what they would hide, or change, is there. `program` then has the verdict as above.
WitnessAnswer answer_about_program(const WitnessAnswer& about_invariants, FileReport& program);

} // namespace vouch::server
