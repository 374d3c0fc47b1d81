#include "analysis/domains/predicates/predicate_precision.hpp"

namespace vouch::domains {

std::vector<smt::Term> PredicatePrecision::at(cfa::LocationId location, cfa::FunctionId function) const {
  PredicateSet all = contents_->global;
  if (auto found = contents_->function.find(function); found != contents_->function.end()) {
    all.insert(found->second.begin(), found->second.end());
  }
  if (auto found = contents_->local.find(location); found != contents_->local.end()) {
    all.insert(found->second.begin(), found->second.end());
  }
  return {all.begin(), all.end()};
}

PredicatePrecision PredicatePrecision::with_local(cfa::LocationId location, const PredicateSet& predicates) const {
  auto changed = std::make_shared<Contents>(*contents_);
  changed->local[location].insert(predicates.begin(), predicates.end());
  return PredicatePrecision(std::move(changed));
}

PredicatePrecision PredicatePrecision::with_function(cfa::FunctionId function, const PredicateSet& predicates) const {
  auto changed = std::make_shared<Contents>(*contents_);
  changed->function[function].insert(predicates.begin(), predicates.end());
  return PredicatePrecision(std::move(changed));
}

PredicatePrecision PredicatePrecision::with_global(const PredicateSet& predicates) const {
  auto changed = std::make_shared<Contents>(*contents_);
  changed->global.insert(predicates.begin(), predicates.end());
  return PredicatePrecision(std::move(changed));
}

PredicatePrecision PredicatePrecision::joined(const PredicatePrecision& other) const {
  auto changed = std::make_shared<Contents>(*contents_);
  for (const auto& [location, predicates] : other.contents_->local) {
    changed->local[location].insert(predicates.begin(), predicates.end());
  }
  for (const auto& [function, predicates] : other.contents_->function) {
    changed->function[function].insert(predicates.begin(), predicates.end());
  }
  changed->global.insert(other.contents_->global.begin(), other.contents_->global.end());
  return *changed == *contents_ ? *this : PredicatePrecision(std::move(changed));
}

std::size_t PredicatePrecision::size() const {
  std::size_t count = contents_->global.size();
  for (const auto& [location, predicates] : contents_->local) {
    count += predicates.size();
  }
  for (const auto& [function, predicates] : contents_->function) {
    count += predicates.size();
  }
  return count;
}

} // namespace vouch::domains
