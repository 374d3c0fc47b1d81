#pragma once

#include "analysis/facts/target_reachability.hpp"
#include "analysis/reuse/block_fingerprints.hpp"
#include "analysis/reuse/portable_names.hpp"

#include <map>
#include <string>

/// Whether what was proved of a block in one version of the program can be taken over without a look.
///
/// A claim about a block rests on the code that is walked to check it (the block's own, and that of the functions that
/// it calls and that are no blocks), on what that code means in its program, and on claims about the blocks that it
/// calls. The stamp is the fingerprint of all but the last: own and environment fingerprints of these functions
/// (block_fingerprints.hpp); from where in them a target is ahead, since elsewhere a claim says nothing; and under
/// which portable names their variables, locations, calls and regions go, since the claim is written in these.
///
/// Lemma: if stamps are equal, a claim that was valid among some claims is valid among the same ones now.
///
/// Example: main calls f, f calls g; f and g are blocks. An edit in g changes the stamp of claims about g. Those about
/// f keep theirs, unless g reads or writes something else than before.
namespace vouch::reuse {

class ClaimStamps {
public:
  /// All must outlive the object.
  struct Program {
    const cfa::Cfa& cfa;
    const facts::TargetReachability& targets;
    const facts::MemoryRegions& regions;
    const facts::BlockPartition& blocks;
    const facts::SideEffectTable& effects;
    const FingerprintTable& fingerprints;
  };
  ClaimStamps(const Program& program, const PortableNames& names);

  /// Of the program that starts in `function`, or of a function that is a block.
  [[nodiscard]] std::string of(cfa::FunctionId function);
  [[nodiscard]] std::string of(facts::BlockId block);

private:
  [[nodiscard]] std::string walk_text(cfa::FunctionId function, std::string text);
  const std::string& function_text(cfa::FunctionId function);
  [[nodiscard]] std::string names_in(const CanonicalCode& code) const;
  [[nodiscard]] std::string region_names(const facts::SideEffects& effects) const;

  Program program_;
  const PortableNames& names_;
  facts::CallGraph calls_;
  std::map<cfa::FunctionId, std::string> function_texts_;
};

} // namespace vouch::reuse
