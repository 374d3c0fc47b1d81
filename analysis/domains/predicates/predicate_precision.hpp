#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/smt/terms/term.hpp"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace vouch::domains {

/// A predicate: a Boolean term over unindexed symbols. Ordered by age, so that runs are reproducible.
struct PredicateOrder {
  bool operator()(const smt::Term& a, const smt::Term& b) const { return a.id() < b.id(); }
};
using PredicateSet = std::set<smt::Term, PredicateOrder>;

/// Which predicates are tracked where: for one location, for all locations of one function, or everywhere. A value;
/// copies share their contents.
class PredicatePrecision {
public:
  PredicatePrecision() : contents_(std::make_shared<Contents>()) {}

  /// The predicates to track at `location` of `function`.
  [[nodiscard]] std::vector<smt::Term> at(cfa::LocationId location, cfa::FunctionId function) const;

  [[nodiscard]] PredicatePrecision with_local(cfa::LocationId location, const PredicateSet& predicates) const;
  [[nodiscard]] PredicatePrecision with_function(cfa::FunctionId function, const PredicateSet& predicates) const;
  [[nodiscard]] PredicatePrecision with_global(const PredicateSet& predicates) const;
  [[nodiscard]] PredicatePrecision joined(const PredicatePrecision& other) const;

  /// What is tracked for single locations.
  [[nodiscard]] const std::map<cfa::LocationId, PredicateSet>& by_location() const { return contents_->local; }

  [[nodiscard]] const std::map<cfa::FunctionId, PredicateSet>& by_function() const { return contents_->function; }
  [[nodiscard]] const PredicateSet& everywhere() const { return contents_->global; }

  /// Number of (scope, predicate) pairs.
  [[nodiscard]] std::size_t size() const;
  friend bool operator==(const PredicatePrecision& a, const PredicatePrecision& b) {
    return a.contents_ == b.contents_ || *a.contents_ == *b.contents_;
  }

private:
  struct Contents {
    std::map<cfa::LocationId, PredicateSet> local;
    std::map<cfa::FunctionId, PredicateSet> function;
    PredicateSet global;
    friend bool operator==(const Contents&, const Contents&) = default;
  };
  explicit PredicatePrecision(std::shared_ptr<const Contents> contents) : contents_(std::move(contents)) {}

  std::shared_ptr<const Contents> contents_;
};

} // namespace vouch::domains
