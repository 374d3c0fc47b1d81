#include "analysis/reuse/holding_claims.hpp"

#include "analysis/facts/call_graph.hpp"
#include "analysis/proofs/block_contract.hpp"

#include <algorithm>

namespace vouch::reuse {
namespace {

class Claims {
public:
  Claims(RestoredProof& restored, const proofs::ProofScope& scope)
      : claims_(std::move(restored.proof.blocks)), scope_(scope), calls_(scope.cfa) {
    for (bool is_unchanged : restored.is_claim_unchanged) {
      pending_.push_back(!is_unchanged);
    }
  }

  /// Those that mean nothing in the present program.
  [[nodiscard]] std::vector<std::size_t> without_meaning() const {
    std::vector<std::size_t> result;
    for (std::size_t index = 0; index < claims_.size(); ++index) {
      if (proofs::objection_to(claims_[index], scope_.cfa, scope_.encoder)) {
        result.push_back(index);
      }
    }
    return result;
  }

  [[nodiscard]] bool has_pending() const { return std::find(pending_.begin(), pending_.end(), true) != pending_.end(); }

  std::vector<std::size_t> look_at_pending() {
    scope_.context.statistics.block_checks +=
        static_cast<std::uint64_t>(std::count(pending_.begin(), pending_.end(), true));
    std::vector<std::size_t> rejected = proofs::rejected_claims(claims_, pending_, scope_);
    pending_.assign(pending_.size(), false);
    return rejected;
  }

  /// Takes out the claims at these ascending indices. Those whose blocks may enter theirs are to be looked at.
  void leave_out(const std::vector<std::size_t>& indices) {
    std::set<cfa::FunctionId> fallen;
    std::vector<proofs::BlockClaim> left;
    std::vector<bool> left_pending;
    for (std::size_t index = 0; index < claims_.size(); ++index) {
      if (std::binary_search(indices.begin(), indices.end(), index)) {
        fallen.insert(claims_[index].block.block.function);
      } else {
        left.push_back(claims_[index]);
        left_pending.push_back(pending_[index]);
      }
    }
    claims_ = std::move(left);
    pending_ = std::move(left_pending);
    for (std::size_t index = 0; index < claims_.size(); ++index) {
      const std::vector<cfa::FunctionId> entered = calls_.reachable_from(claims_[index].block.block.function);
      if (std::any_of(entered.begin(), entered.end(), [&](cfa::FunctionId id) { return fallen.contains(id); })) {
        pending_[index] = true;
      }
    }
  }

  std::vector<proofs::BlockClaim> take() { return std::move(claims_); }

private:
  std::vector<proofs::BlockClaim> claims_;
  std::vector<bool> pending_;
  const proofs::ProofScope& scope_;
  facts::CallGraph calls_;
};

} // namespace

bool keep_what_holds(RestoredProof& restored, const proofs::ProofScope& scope) {
  Claims claims(restored, scope);
  const std::vector<std::size_t> without_meaning = claims.without_meaning();
  bool all_hold = without_meaning.empty();
  claims.leave_out(without_meaning);
  while (claims.has_pending()) {
    const std::vector<std::size_t> rejected = claims.look_at_pending();
    all_hold = all_hold && rejected.empty();
    claims.leave_out(rejected);
  }
  restored.proof.blocks = claims.take();
  restored.is_claim_unchanged.clear();
  return all_hold;
}

bool holds_when_looked_at(RestoredProof restored, const RestoredProof& held, const proofs::ProofScope& scope) {
  restored.is_claim_unchanged.assign(restored.is_claim_unchanged.size(), false);
  keep_what_holds(restored, scope);
  return restored.proof.blocks.size() == held.proof.blocks.size();
}

} // namespace vouch::reuse
