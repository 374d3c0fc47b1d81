#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/proofs/block_proof.hpp"
#include "analysis/reuse/claim_stamps.hpp"
#include "analysis/reuse/portable_terms.hpp"

#include <string>
#include <vector>

/// What an exploration with predicates has proved, in a form that outlives it: the claims of its proof, and where which
/// predicates were tracked. Made of texts, so that a later version of the program can be asked whether it still holds.
///
/// Whoever restores a proof believes nothing of it but what its stamps say: all other claims have to pass the check of
/// proofs on the program at hand (proofs/proof_check.hpp), and predicates are just what an exploration begins with.
/// So a claim of which something cannot be found may be weakened or left out.
///
/// Example: of `int i = 0; while (i < 9) i++; assert(i == 9);` in main it is
///   predicates 0: (<= |variable main::i| 9); points: at `loop 1 of main`: {0}; tracked: there: {0}
namespace vouch::reuse {

/// Indices of predicates; all of them hold.
using KeptConjunction = std::vector<std::size_t>;

struct KeptPoint {
  std::string location;
  std::vector<std::string> calls;        ///< that have not returned, the first one first
  std::vector<KeptConjunction> formulas; ///< one of them holds
  friend bool operator==(const KeptPoint&, const KeptPoint&) = default;
};

/// What is claimed of a block that was analysed on its own.
struct KeptClaim {
  std::string entry; ///< the location
  std::string stamp; ///< see ClaimStamps; empty: to be looked at in any case
  KeptConjunction entry_formula;
  std::vector<KeptPoint> points;
  bool is_followed = true;
  friend bool operator==(const KeptClaim&, const KeptClaim&) = default;
};

struct KeptPrecision {
  std::string location; ///< or `every place of f`, `every place`
  KeptConjunction predicates;
  friend bool operator==(const KeptPrecision&, const KeptPrecision&) = default;
};

struct KeptProof {
  smt::Theory theory = smt::Theory::Integers;
  std::string stamp; ///< of the program; empty: to be looked at in any case
  std::vector<std::string> predicates;
  std::vector<KeptPoint> program;
  std::vector<KeptClaim> blocks;
  std::vector<KeptPrecision> tracked;
  std::vector<std::string> places = {}; ///< whose values matter (kept_places.hpp)
  friend bool operator==(const KeptProof&, const KeptProof&) = default;
};

/// The predicates that an exploration has tracked, where it has computed abstractions.
domains::PredicatePrecision tracked_in(const core::Exploration& exploration);

/// What there has to be to read and write proofs of one program.
struct ProofLanguage {
  const facts::BlockPartition& blocks;
  const facts::SideEffectTable& effects;
  const PortableNames& names;
  PortableTerms& terms;
  ClaimStamps& stamps;
  smt::Encoder& encoder;
};

/// Whether what is kept was proved of all targets. What leaves some out cannot be taken over without a look.
enum class ProvedTargets { All, Some };

/// `proof` may be empty if only the predicates are of use.
KeptProof kept_proof(const proofs::BlockProof& proof, const domains::PredicatePrecision& tracked, cfa::FunctionId start,
                     ProvedTargets targets, const ProofLanguage& language);

/// Only the predicates, for an exploration of the same program or of one that differs little.
KeptProof kept_predicates(const domains::PredicatePrecision& tracked, const PortableNames& names, PortableTerms& terms,
                          smt::Theory theory);
/// Empty if `theory` is another one.
domains::PredicatePrecision restored_predicates(const KeptProof& kept, const PortableNames& names, PortableTerms& terms,
                                                smt::Theory theory);

/// Whether predicates can be tracked at a place of this name.
bool is_place(const std::string& name, const PortableNames& names);

/// Empty if the encoder of `language` has another theory.
struct RestoredProof {
  proofs::BlockProof proof;
  domains::PredicatePrecision tracked;
  /// Whether everything that the proof of the program says is as it was, and what it rests on, but for claims about
  /// blocks.
  bool is_program_unchanged = false;
  std::vector<bool> is_claim_unchanged; ///< the same of the blocks' claims
};
RestoredProof restored_proof(const KeptProof& kept, cfa::FunctionId start, const ProofLanguage& language);

} // namespace vouch::reuse
