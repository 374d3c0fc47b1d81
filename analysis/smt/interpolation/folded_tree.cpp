#include "analysis/smt/interpolation/folded_tree.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

/// A path program (Beyer, Henzinger, Majumdar, Rybalchenko: Path Invariants, PLDI 2007) for paths with calls: nodes of
/// a tree at the same location become one predicate, so that calls of a function within itself become recursion again.
///
/// Invariant: every clause stands for a node whose formula it has, with constants that are its own; so a solution, said
/// of the constants at a node, follows from what it says of them at the children.
///
/// Example: f(x) = x <= 0 ? x : f(x - 1) + 1, called with 2, is the tree F1 (F2 (F3) F4) F5 F6. F3: r0 = p1 <= 0 and
/// F4: p1 = p0 - 1 & r1 = r0 + 1 both end behind f, with p1, r0 and p0, r1 for p and r. Their clauses are
/// r = p & p <= 0 -> P(p, r), and P(q, s) & q = p - 1 & r = s + 1 & (F2) -> P(p, r).
namespace vouch::smt {

namespace {

using TermSet = std::unordered_set<Term>;

Term clause_constraint(TermManager& terms, const SlicedTree& tree, std::size_t node) {
  return terms.logical_and(tree.rigid.background, tree.formulas[node]);
}

class Folding {
public:
  Folding(TermManager& terms, const TreeInterpolationProblem& problem, const SlicedTree& tree)
      : terms_(terms), nodes_(problem.nodes), tree_(tree),
        rigid_(tree.rigid.constants.begin(), tree.rigid.constants.end()) {
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
      members_[nodes_[i].location].push_back(i);
    }
    for (const auto& [location, members] : members_) {
      predicate_.emplace(location, predicate_.size());
    }
  }

  TreeClauses fold() {
    find_live();
    TreeClauses result;
    for (const auto& [location, members] : members_) {
      std::vector<Term>& parameters = result.system.parameters.emplace_back(live_[location]);
      parameters.insert(parameters.end(), tree_.rigid.constants.begin(), tree_.rigid.constants.end());
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      HornClause clause;
      for (std::size_t child : nodes_[i].children) {
        clause.body.push_back(result.atoms[child]);
      }
      clause.constraint = clause_constraint(terms_, tree_, i);
      if (i + 1 < nodes_.size()) {
        result.atoms.push_back(atom(i));
        clause.head = result.atoms.back();
      }
      clause = renamed(std::move(clause));
      auto& clauses = result.system.clauses;
      if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end()) {
        clauses.push_back(std::move(clause));
      }
    }
    return result;
  }

private:
  [[nodiscard]] bool is_alone(std::size_t node) const { return members_.at(nodes_[node].location).size() == 1; }

  /// The constant that holds `symbol` where `node` ends; null if it is not in the interface.
  [[nodiscard]] Term value(std::size_t node, const Term& symbol) const {
    if (is_alone(node)) {
      return symbol;
    }
    for (const auto& [candidate, constant] : nodes_[node].interface) {
      if (candidate == symbol && constant.sort() == symbol.sort()) {
        return constant;
      }
    }
    return {};
  }

  /// Adds the symbols whose constants at `node` are among the wanted ones.
  void make_live(std::size_t node, const std::function<bool(const Term&)>& is_wanted) {
    std::vector<Term>& live = live_[nodes_[node].location];
    auto add = [&](const Term& symbol, const Term& constant) {
      if (symbol.sort() == constant.sort() && is_wanted(constant) &&
          tree_.occurrences.within(constant, tree_.shape.leftmost[node], node) &&
          std::find(live.begin(), live.end(), symbol) == live.end()) {
        live.push_back(symbol);
        changed_ = true;
      }
    };
    if (is_alone(node)) {
      for (const Term& constant : tree_.occurrences.constants()) {
        if (!rigid_.contains(constant)) {
          add(constant, constant);
        }
      }
      return;
    }
    for (const auto& [symbol, constant] : nodes_[node].interface) {
      add(symbol, constant);
    }
  }

  /// What is shared is live, and what a clause says of live symbols at its head, until nothing changes: a symbol that
  /// one activation needs must reach its location in all of them.
  void find_live() {
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
      make_live(i, [&](const Term& constant) {
        return !rigid_.contains(constant) && tree_.occurrences.is_shared(tree_.shape, constant, i);
      });
    }
    do {
      changed_ = false;
      for (std::size_t i = nodes_.size() - 1; i-- > 0;) {
        TermSet needed;
        for (const Term& symbol : live_[nodes_[i].location]) {
          needed.insert(value(i, symbol));
        }
        for (std::size_t child : nodes_[i].children) {
          make_live(child, [&](const Term& constant) { return needed.contains(constant); });
        }
      }
    } while (changed_);
  }

  HornAtom atom(std::size_t node) {
    const std::size_t location = nodes_[node].location;
    HornAtom result{predicate_.at(location), {}};
    for (const Term& symbol : live_[location]) {
      Term constant = value(node, symbol);
      result.arguments.push_back(
          constant.is_null() ? terms_.constant("unknown'" + std::to_string(unknowns_++), symbol.sort()) : constant);
    }
    const std::vector<Term>& rigid = tree_.rigid.constants;
    result.arguments.insert(result.arguments.end(), rigid.begin(), rigid.end());
    return result;
  }

  /// With its constants numbered by the order in which they occur, the head first.
  HornClause renamed(HornClause clause) {
    Substitution renaming;
    TermSet known;
    auto add = [&](const Term& term) {
      for (const Term& constant : terms_.constants(term)) {
        if (known.insert(constant).second) {
          renaming.emplace_back(constant, terms_.constant("slot'" + std::to_string(renaming.size()), constant.sort()));
        }
      }
    };
    auto rename = [&](HornAtom& renamed_atom) {
      for (Term& argument : renamed_atom.arguments) {
        argument = terms_.substitute(argument, renaming);
      }
    };
    if (clause.head) {
      std::for_each(clause.head->arguments.begin(), clause.head->arguments.end(), add);
    }
    for (const HornAtom& body : clause.body) {
      std::for_each(body.arguments.begin(), body.arguments.end(), add);
    }
    add(clause.constraint);
    if (clause.head) {
      rename(*clause.head);
    }
    std::for_each(clause.body.begin(), clause.body.end(), rename);
    clause.constraint = terms_.substitute(clause.constraint, renaming);
    return clause;
  }

  TermManager& terms_;
  const std::vector<TreeNode>& nodes_;
  const SlicedTree& tree_;
  const TermSet rigid_;
  std::map<std::size_t, std::vector<std::size_t>> members_; ///< per location, its nodes
  std::map<std::size_t, std::size_t> predicate_;
  std::map<std::size_t, std::vector<Term>> live_;
  bool changed_ = false;
  std::size_t unknowns_ = 0;
};

} // namespace

TreeClauses unrolled_clauses(TermManager& terms, const TreeInterpolationProblem& problem, const SlicedTree& tree) {
  const TermSet rigid(tree.rigid.constants.begin(), tree.rigid.constants.end());
  TreeClauses result;
  for (std::size_t i = 0; i < problem.nodes.size(); ++i) {
    HornClause& clause = result.system.clauses.emplace_back();
    for (std::size_t child : problem.nodes[i].children) {
      clause.body.push_back(result.atoms[child]);
    }
    clause.constraint = clause_constraint(terms, tree, i);
    if (i + 1 == problem.nodes.size()) {
      break;
    }
    std::vector<Term> parameters = tree.rigid.constants;
    std::copy_if(tree.occurrences.constants().begin(), tree.occurrences.constants().end(),
                 std::back_inserter(parameters), [&](const Term& constant) {
                   return !rigid.contains(constant) && tree.occurrences.is_shared(tree.shape, constant, i);
                 });
    result.system.parameters.push_back(parameters);
    result.atoms.push_back({i, std::move(parameters)});
    clause.head = result.atoms.back();
  }
  return result;
}

TreeClauses folded_clauses(TermManager& terms, const TreeInterpolationProblem& problem, const SlicedTree& tree) {
  return Folding(terms, problem, tree).fold();
}

} // namespace vouch::smt
