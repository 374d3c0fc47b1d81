#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/configurations/assembly.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <string>

namespace vouch::bam {

/// A program, and everything that it takes to explore it in blocks with predicates.
class ProgramInBlocks {
public:
  ProgramInBlocks(const std::string& code, BlockHeuristic heuristic)
      : cfa_(frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);" + code)),
        targets_(cfa_), facts_(cfa_, heuristic), run_(*configurations::configuration_named("predicates over integers"),
                                                      {cfa_, targets_, facts_, options_}, context_),
        memoization_(run_.analysis(), {cfa_, facts_.blocks, facts_.effects},
                     {cfa_.entry_points().front().start, run_.analysis().initial_precision()}) {}

  [[nodiscard]] const BlockMemoization& memoization() const { return memoization_; }
  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }

protected:
  cfa::Cfa cfa_;
  facts::TargetReachability targets_;
  facts::ProgramFacts facts_;
  Options options_;
  RunContext context_;
  configurations::Assembly run_;
  BlockMemoization memoization_;
};

} // namespace vouch::bam
