#pragma once

#include "analysis/proofs/proof_check.hpp"
#include "analysis/reuse/kept_proof.hpp"

/// What an edit leaves standing of a proof.
///
/// A claim about a block is *locally valid* among some claims if it follows from the block's own code, where the blocks
/// that this enters do what the claims say. If every claim of a set is locally valid among them, every one is valid
/// (Hoare 1971, "Procedures and parameters: an axiomatic approach", for all blocks at once: induction on the length of
/// runs). So after an edit the claims are taken for granted, and those are left out again that are not locally valid,
/// until nothing changes: what is left is the greatest subset of which every member is locally valid.
///
/// A claim is looked at only if it may not be locally valid any more: if its stamp has changed (claim_stamps.hpp), or
/// if a claim fell about a block that its own may enter.
///
/// Example: main calls f, f calls g, each with a claim. An edit of g that keeps what is claimed of it costs one look.
/// One that does not costs g's claim, then f's if that needed it; main's then is another question.
namespace vouch::reuse {

/// Leaves out of `restored` the claims about blocks that do not hold. Returns whether all did. Counts in
/// `scope.context.statistics` how many were looked at. Throws `Interrupted`; then nothing of `restored` may be used.
bool keep_what_holds(RestoredProof& restored, const proofs::ProofScope& scope);

/// Whether all claims of `held`, which are what is left of `restored`, are left if every single one is looked at.
bool holds_when_looked_at(RestoredProof restored, const RestoredProof& held, const proofs::ProofScope& scope);

} // namespace vouch::reuse
