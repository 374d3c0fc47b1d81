#pragma once

#include "analysis/facts/program_facts.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/report/block_heuristic.hpp"
#include "analysis/reuse/block_fingerprints.hpp"
#include "analysis/trace/concrete_interpreter.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace vouch::configurations {

/// A program in which entry points are verified, and what verifications need to know of it.
class VerifiedProgram {
public:
  /// `names`, if there are some, are those of another program with the same functions and variables.
  VerifiedProgram(cfa::Cfa cfa, BlockHeuristic heuristic, std::shared_ptr<const reuse::StableNames> names = nullptr)
      : cfa_(std::move(cfa)), targets_(cfa_), heuristic_(heuristic), names_(std::move(names)) {}
  VerifiedProgram(const VerifiedProgram&) = delete;
  VerifiedProgram& operator=(const VerifiedProgram&) = delete;

  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }
  [[nodiscard]] const facts::TargetReachability& targets() const { return targets_; }

  /// This and all that follow: made when it is first asked for.
  [[nodiscard]] const trace::Interpreter& interpreter() const {
    if (!interpreter_) {
      interpreter_.emplace(cfa_);
    }
    return *interpreter_;
  }

  [[nodiscard]] const facts::ProgramFacts& facts() const {
    if (!facts_) {
      facts_.emplace(cfa_, heuristic_);
    }
    return *facts_;
  }
  [[nodiscard]] bool has_facts() const { return facts_.has_value(); }

  [[nodiscard]] std::shared_ptr<const reuse::StableNames> shared_names() const {
    if (!names_) {
      names_ = std::make_shared<const reuse::StableNames>(cfa_);
    }
    return names_;
  }
  [[nodiscard]] const reuse::StableNames& names() const { return *shared_names(); }

  [[nodiscard]] const reuse::FingerprintTable& fingerprints() const {
    if (!fingerprints_) {
      fingerprints_.emplace(cfa_, names(), facts().regions, facts().blocks, facts().effects);
    }
    return *fingerprints_;
  }

private:
  cfa::Cfa cfa_;
  facts::TargetReachability targets_;
  BlockHeuristic heuristic_;
  mutable std::shared_ptr<const reuse::StableNames> names_;
  mutable std::optional<trace::Interpreter> interpreter_;
  mutable std::optional<facts::ProgramFacts> facts_;
  mutable std::optional<reuse::FingerprintTable> fingerprints_;
};

} // namespace vouch::configurations
