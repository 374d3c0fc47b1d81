#include "analysis/configurations/analysis_runs.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/smt/interpolation/interpolation.hpp"

#include <utility>

namespace vouch::configurations {
namespace {

/// The product that both kinds of run start from: where control is, and perhaps the values there.
std::vector<core::Analysis> components(FollowedValues values, const cfa::Cfa& cfa,
                                       const facts::TargetReachability& targets, const facts::ProgramFacts& facts) {
  std::vector<core::Analysis> result = {core::erase(domains::LocationAnalysis(cfa)),
                                        core::erase(domains::CallStackAnalysis(cfa, targets, facts.blocks))};
  if (values == FollowedValues::All) {
    result.push_back(core::erase(domains::ValueAnalysis(cfa, facts.regions, facts.live, facts.blocks)));
  }
  return result;
}

core::Analysis compose_with(core::Analysis last, std::vector<core::Analysis> components) {
  components.push_back(std::move(last));
  return core::compose(std::move(components));
}

} // namespace

PredicateRun::PredicateRun(const cfa::Cfa& cfa, const facts::TargetReachability& targets,
                           const facts::ProgramFacts& facts, const Options& options, smt::Theory theory,
                           FollowedValues values, RunContext& context)
    : integers_(terms_, cfa, facts.regions, smt::Theory::Integers),
      bits_(terms_, cfa, facts.regions, smt::Theory::Bitvectors), integer_paths_(formulas_, terms_, integers_),
      bit_paths_(formulas_, terms_, bits_), encoder_(theory == smt::Theory::Integers ? integers_ : bits_),
      paths_(theory == smt::Theory::Integers ? integer_paths_ : bit_paths_),
      abstractor_(terms_, encoder_, paths_, context, options.abstraction),
      blocks_(cfa, facts.recursive, facts.blocks, options.block_operator),
      analysis_(compose_with(core::erase(domains::PredicateAnalysis(cfa, formulas_, abstractor_, blocks_, encoder_)),
                             components(values, cfa, targets, facts))),
      loop_interpolator_(smt::make_path_program_interpolator(terms_, context)),
      interpolator_(smt::make_interpolator(terms_, context)),
      tree_interpolator_(smt::make_tree_interpolator(terms_, context, options.tree_interpolation)),
      refiner_({{cfa, terms_, {encoder_, paths_}, *loop_interpolator_, *interpolator_},
                {bits_, bit_paths_},
                facts.recursive,
                formulas_,
                *tree_interpolator_},
               options.precision_scope, options.abstraction) {}

ValueRun::ValueRun(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const facts::ProgramFacts& facts)
    : bits_(terms_, cfa, facts.regions, smt::Theory::Bitvectors), paths_(formulas_, terms_, bits_),
      analysis_(core::compose(components(FollowedValues::All, cfa, targets, facts))),
      refiner_(cfa, facts.recursive, terms_, formulas_, {bits_, paths_}) {}

std::unique_ptr<core::Exploration> make_exploration(const core::Analysis& analysis, const cfa::Cfa& cfa,
                                                    const facts::ProgramFacts& facts,
                                                    bam::BlockMemoization::Beginning beginning, PrecisionInKey key) {
  if (facts.blocks.size() == 0) {
    return std::make_unique<core::WholeProgramExploration>(
        core::ReachedSet(analysis, cfa, analysis.initial_state(beginning.start), beginning.precision,
                         core::TraversalOrder::ReversePostOrder));
  }
  return std::make_unique<bam::BlockMemoization>(
      analysis, bam::BlockMemoization::Program{cfa, facts.blocks, facts.effects}, std::move(beginning), key);
}

} // namespace vouch::configurations
