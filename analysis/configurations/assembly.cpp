#include "analysis/configurations/assembly.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/facts/weak_topological_order.hpp"
#include "analysis/refinement/path_checker.hpp"
#include "analysis/refinement/predicates/predicate_refiner.hpp"
#include "analysis/refinement/values/value_refiner.hpp"
#include "analysis/support/overloaded.hpp"

#include <utility>

namespace vouch::configurations {

/// What predicates need besides what every analysis has.
struct Assembly::PredicateParts {
  PredicateParts(const Predicates& row, const domains::Segments& ends, smt::TermManager& terms,
                 smt::Encoder& written_in, domains::PathFormulas& formulas, const AnalysedProgram& program,
                 RunContext& context)
      : encoder(written_in), paths(formulas, terms, encoder), image(row.image.value_or(program.options.abstraction)),
        abstractor(terms, encoder, paths, context, image), segments(ends),
        loop_interpolator(smt::make_path_program_interpolator(terms, context)),
        interpolator(smt::make_interpolator(terms, context)),
        tree_interpolator(smt::make_tree_interpolator(terms, context, program.options.tree_interpolation)) {}

  smt::Encoder& encoder;
  domains::PathFormulaEncoder paths;
  PredicateAbstraction image;
  domains::PredicateAbstractor abstractor;
  domains::Segments segments;
  std::unique_ptr<smt::Interpolator> loop_interpolator;
  std::unique_ptr<smt::Interpolator> interpolator;
  std::unique_ptr<smt::TreeInterpolator> tree_interpolator;
};

namespace {

bool is_unwound(const Configuration& configuration) { return configuration.search == Search::Unwinding; }

/// Those of the row, but for what the user has chosen. Unwinding rests on its own.
core::ProductOperators operators_of(const Configuration& configuration, const Options& options) {
  core::ProductOperators result = configuration.operators;
  if (is_unwound(configuration)) {
    return result;
  }
  switch (options.product_merge) {
  case ProductMerge::AsPreset:
    break;
  case ProductMerge::Agree:
    result.merge = core::MergeOperator::Agree;
    break;
  case ProductMerge::PerLocation:
    result.merge = core::MergeOperator::PerLocation;
    break;
  case ProductMerge::All:
    result.merge = core::MergeOperator::All;
    break;
  }
  switch (options.product_stop) {
  case ProductStop::AsPreset:
    break;
  case ProductStop::One:
    result.stop = core::StopOperator::One;
    break;
  case ProductStop::Union:
    result.stop = core::StopOperator::Union;
    break;
  }
  return result;
}

bool needs_integers(const Configuration& configuration) {
  const Predicates* predicates = predicates_of(configuration);
  return predicates != nullptr && predicates->theory == smt::Theory::Integers;
}

} // namespace

Assembly::Assembly(const Configuration& configuration, const AnalysedProgram& program, RunContext& context)
    : no_blocks_(program.cfa, BlockHeuristic::None),
      bits_(terms_, program.cfa, program.facts.regions, smt::Theory::Bitvectors), bit_paths_(formulas_, terms_, bits_),
      bit_simulation_(formulas_, terms_, bits_), analysis_(compose(configuration, program, context)),
      refiner_(make_refiner(configuration, program)) {}

Assembly::~Assembly() = default;

core::Analysis Assembly::compose(const Configuration& configuration, const AnalysedProgram& program,
                                 RunContext& context) {
  const auto& [cfa, targets, facts, options] = program;
  if (needs_integers(configuration)) {
    integers_.emplace(terms_, cfa, facts.regions, smt::Theory::Integers);
  }
  const auto add_predicates = [&](const Predicates& row, const domains::Segments& segments) {
    predicates_ = std::make_unique<PredicateParts>(row, segments, terms_, integers_ ? *integers_ : bits_, formulas_,
                                                   program, context);
    domains::PredicateAnalysis predicates(cfa, formulas_, predicates_->abstractor, predicates_->segments,
                                          predicates_->encoder);
    if (row.taken_over == TakenOver::Conditions) {
      predicates = predicates.taking_over(std::make_shared<domains::ConditionPredicates>(cfa, predicates_->encoder));
    }
    return core::erase(predicates.leaving(row.left_to_others));
  };
  const facts::BlockPartition& blocks = is_unwound(configuration) ? no_blocks_ : facts.blocks;
  std::vector<core::Analysis> parts = {core::erase(domains::LocationAnalysis(cfa)),
                                       core::erase(domains::CallStackAnalysis(cfa, targets, blocks))};
  for (const Component& component : configuration.components) {
    parts.push_back(std::visit(
        Overloaded{
            [&](const Domain& domain) { return domain.make(program); },
            [&](const Predicates& row) {
              return add_predicates(row, {cfa, facts.recursive, blocks, row.blocks.value_or(options.block_operator)});
            },
            [&](const RefinedValues& row) {
              // Paths are followed state by state, calls and all, whatever is joined elsewhere.
              refined_values_ = domains::ValueAnalysis(cfa, facts.regions, facts.live(), blocks);
              auto values = refined_values_->starting_with({});
              if (row.most == RefinedValues::Most::AsOptions) {
                values = values.up_to(threshold_of(program));
              }
              return core::erase(options.value_merge == ValueMerge::Join ? values.merging() : values);
            },
            [&](const Paths&) {
              return add_predicates({smt::Theory::Bitvectors}, {cfa, facts.recursive, blocks, std::nullopt});
            },
        },
        component));
  }
  return core::compose(std::move(parts), operators_of(configuration, options));
}

std::unique_ptr<core::Refiner> Assembly::make_refiner(const Configuration& configuration,
                                                      const AnalysedProgram& program) {
  std::unique_ptr<core::Refiner> result = make_refiner_by_solver(configuration, program);
  if (refined_values_) {
    result = std::make_unique<refinement::ValueRefiner>(program.cfa, *refined_values_, program.options.value_scope,
                                                        program.options.elimination_order, std::move(result));
  }
  return result;
}

std::unique_ptr<core::Refiner> Assembly::make_refiner_by_solver(const Configuration& configuration,
                                                                const AnalysedProgram& program) {
  const refinement::TheoryView bits{bits_, bit_paths_};
  if (predicates_of(configuration) == nullptr) {
    return std::make_unique<refinement::PathChecker>(program.cfa, program.facts.recursive, terms_, formulas_, bits);
  }
  return std::make_unique<refinement::PredicateRefiner>(
      refinement::PredicateRefiner::Services{{program.cfa,
                                              terms_,
                                              {predicates_->encoder, predicates_->paths},
                                              *predicates_->loop_interpolator,
                                              *predicates_->interpolator},
                                             bits,
                                             program.facts.recursive,
                                             formulas_,
                                             *predicates_->tree_interpolator},
      program.options.precision_scope, predicates_->image);
}

refinement::UnwindingServices Assembly::unwinding(const AnalysedProgram& program) {
  return {program.cfa, program.facts.live(), terms_, formulas_, bits_, bit_simulation_};
}

backward::BackwardServices Assembly::backwards(const AnalysedProgram& program) {
  return {program.cfa, program.targets, terms_, formulas_, encoder(), bits_, bit_simulation_};
}

smt::Encoder& Assembly::encoder() { return predicates_ != nullptr ? predicates_->encoder : bits_; }

core::Traversal traversal_of(const cfa::Cfa& cfa, const Options& options) {
  core::Traversal result = options.traversal_order;
  result.seed = options.seed;
  if (options.traversal_order == TraversalOrder::WeakTopological) {
    result.positions = std::make_shared<const std::vector<std::size_t>>(facts::weak_topological_positions(cfa));
  }
  return result;
}

bam::BlockKey block_key_of(const Configuration& configuration, const Options& options) {
  bam::BlockKey key = configuration.block_key;
  if (options.precision_in_key == PrecisionInKey::Yes) {
    key.precision = PrecisionInKey::Yes;
  }
  return key;
}

std::unique_ptr<core::Exploration> make_exploration(const core::Analysis& analysis, const cfa::Cfa& cfa,
                                                    const facts::ProgramFacts& facts,
                                                    bam::BlockMemoization::Beginning beginning, bam::BlockKey key) {
  if (facts.blocks.size() == 0) {
    return std::make_unique<core::WholeProgramExploration>(core::ReachedSet(
        analysis, cfa, analysis.initial_state(beginning.start), beginning.precision, std::move(beginning.traversal)));
  }
  return std::make_unique<bam::BlockMemoization>(
      analysis, bam::BlockMemoization::Program{cfa, facts.blocks, facts.effects}, std::move(beginning), key);
}

} // namespace vouch::configurations
