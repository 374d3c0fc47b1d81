#include "analysis/smt/interpolation/tree_slice.hpp"

#include "analysis/smt/terms/definitions.hpp"

#include <map>

namespace vouch::smt {

namespace {

/// `formula` with its constants, except for those of `fixed`, named by the order of their first occurrence.
Term with_numbered_constants(TermManager& terms, const Term& formula, const std::unordered_set<Term>& fixed) {
  Substitution renaming;
  for (const Term& constant : terms.constants(formula)) {
    if (!fixed.contains(constant)) {
      renaming.emplace_back(constant, terms.constant("slot'" + std::to_string(renaming.size()), constant.sort()));
    }
  }
  return terms.substitute(formula, renaming);
}

struct Conjunct {
  Term formula;
  std::size_t alike; ///< key of this conjunct and its counterparts in other nodes
  bool is_kept = false;
};

class Slicer {
public:
  Slicer(TermManager& terms, const TreeInterpolationProblem& problem)
      : terms_(terms), rigid_(problem.rigid.begin(), problem.rigid.end()) {
    for (const TreeNode& node : problem.nodes) {
      add(node);
    }
  }

  /// Per node.
  std::vector<Term> slice() {
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      auto undefined = [&](const Term& constant) {
        return !rigid_.contains(constant) && !definition_.contains(constant);
      };
      auto defined = definition_in(terms_, conjuncts_[i].formula, undefined);
      if (defined) {
        definition_.emplace(defined->constant, i);
      } else {
        pending_.push_back(i);
      }
    }
    while (!pending_.empty()) {
      const std::size_t next = pending_.back();
      pending_.pop_back();
      keep(conjuncts_[next]);
    }
    std::vector<Term> formulas;
    for (std::size_t node = 0; node + 1 < first_.size(); ++node) {
      std::vector<Term> kept;
      for (std::size_t i = first_[node]; i < first_[node + 1]; ++i) {
        if (conjuncts_[i].is_kept) {
          kept.push_back(conjuncts_[i].formula);
        }
      }
      formulas.push_back(terms_.logical_and(kept));
    }
    return formulas;
  }

private:
  void add(const TreeNode& node) {
    const Term shape = with_numbered_constants(terms_, node.formula, rigid_);
    const std::size_t keys = alike_.size();
    auto [known, is_new] = first_key_.try_emplace({node.location, shape.id()}, keys);
    shapes_.push_back(shape); // ids are unique among living terms only
    std::size_t key = known->second;
    for (Term& conjunct : terms_.conjuncts(node.formula)) {
      if (is_new) {
        alike_.emplace_back();
      }
      alike_[key].push_back(conjuncts_.size());
      conjuncts_.push_back({std::move(conjunct), key++});
    }
    first_.push_back(conjuncts_.size());
  }

  void keep(Conjunct& conjunct) {
    if (conjunct.is_kept) {
      return;
    }
    conjunct.is_kept = true;
    for (const Term& constant : terms_.constants(conjunct.formula)) {
      auto found = definition_.find(constant);
      if (found != definition_.end()) {
        pending_.push_back(found->second);
      }
    }
    for (std::size_t counterpart : alike_[conjunct.alike]) {
      if (!conjuncts_[counterpart].is_kept) {
        pending_.push_back(counterpart);
      }
    }
  }

  TermManager& terms_;
  std::unordered_set<Term> rigid_;
  std::vector<Conjunct> conjuncts_;
  std::vector<std::size_t> first_{0}; ///< per node, of `conjuncts_`; and the end
  std::vector<std::vector<std::size_t>> alike_;
  std::map<std::pair<std::size_t, unsigned>, std::size_t> first_key_;
  std::vector<Term> shapes_;
  std::unordered_map<Term, std::size_t> definition_;
  std::vector<std::size_t> pending_;
};

} // namespace

SlicedTree slice_tree(TermManager& terms, const TreeInterpolationProblem& problem) {
  std::vector<Term> formulas = Slicer(terms, problem).slice();
  Occurrences occurrences(terms, formulas);
  const std::unordered_set<Term> mentioned(occurrences.constants().begin(), occurrences.constants().end());
  RigidPart rigid = relevant_background(terms, problem.rigid, problem.background, mentioned);
  return {*tree_shape(problem.nodes), std::move(formulas), std::move(rigid), std::move(occurrences)};
}

} // namespace vouch::smt
