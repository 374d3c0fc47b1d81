#include "analysis/configurations/portfolio.hpp"
#include "analysis/proofs/proof_check.hpp"
#include "analysis/support/overloaded.hpp"

/// The searches of a portfolio that refine nothing while they explore.
namespace vouch::configurations {

Decision Portfolio::unwind(const Configuration& configuration, Assembly& assembly, RunContext& limited) {
  core::WholeProgramExploration exploration(
      {assembly.analysis(), cfa_, entry_.start, core::TraversalOrder::ReversePostOrder});
  const refinement::UnwindingServices services = assembly.unwinding({cfa_, targets_, facts(), options_});
  const auto unwind = [&](RunContext& run_context, const core::TargetKeys& decided) {
    return refinement::run_unwinding(exploration, services, run_context, decided);
  };
  if (decide_targets(exploration, unwind, configuration.name, Unconfirmed::MayBeDecidedOtherwise, limited)) {
    keep_facts(exploration, {});
  }
  return undecided_.empty() ? Decision::Complete : Decision::Open;
}

Decision Portfolio::search_backwards(const Configuration& configuration, Assembly& assembly, RunContext& limited) {
  undecided_.clear();
  core::TargetKeys ignored = decided_;
  const backward::BackwardServices services = assembly.backwards({cfa_, targets_, facts(), options_});
  const auto on_excluded = [&](const backward::Excluded& excluded) {
    const proofs::BlockProof proof{excluded.invariant, {}};
    const proofs::ProofVerdict verdict =
        proofs::check_proof(proof.program, {}, entry_.start, {cfa_, targets_, ignored, assembly.encoder(), limited});
    if (std::holds_alternative<proofs::ProofAccepted>(verdict)) {
      keep_facts(proof, assembly, {});
    } else {
      undecided_.push_back({"the backward invariant does not pass its check"});
    }
    return false;
  };
  const auto on_reached = [&](const backward::Reached& reached) {
    const cfa::LocationId target = reached.path.target;
    const core::TargetReason reason{core::TargetKind::Property, target, cfa_.location(target).target->message};
    ignored.insert(core::key_of(reason));
    decide({{}, reason, reached.path}, Unconfirmed::MayBeDecidedOtherwise);
    return !asks_for_assumption() && has_more_to_look_for(ignored);
  };
  const auto on_open = [&](const backward::Open& open) {
    undecided_.push_back({open.reason});
    return false;
  };
  while (std::visit(Overloaded{on_excluded, on_reached, on_open},
                    backward::search_backwards(services, configuration.backwards, entry_.start, ignored, limited))) {
  }
  if (asks_for_assumption()) {
    undecided_.push_back({"the rest is to be asked under an assumption about callers"});
  }
  return undecided_.empty() ? Decision::Complete : Decision::Open;
}

} // namespace vouch::configurations
