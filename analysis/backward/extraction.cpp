#include "analysis/backward/extraction.hpp"

#include <algorithm>
#include <set>

namespace vouch::backward {
namespace {

/// Two indices of one array.
using IndexPair = std::pair<smt::Term, smt::Term>;

class Extractor {
public:
  Extractor(smt::Encoder& encoder, RunContext& context)
      : encoder_(encoder), terms_(encoder.terms()), context_(context) {}

  std::optional<std::vector<smt::Term>> from(const smt::Term& precondition, const Extraction& extraction) {
    const smt::Term known = known_about(encoder_, precondition);
    smt::Solver solver(terms_, context_);
    solver.add(precondition);
    solver.add(known);
    for (std::size_t cases = 0; cases < extraction.cases; ++cases) {
      const smt::SolverAnswer answer = solver.check();
      const auto* found = std::get_if<smt::Satisfiable>(&answer);
      if (found == nullptr) {
        return cases == 0 ? std::nullopt : std::optional(std::move(predicates_));
      }
      const smt::Case chosen = smt::case_of(terms_, precondition, found->model);
      const smt::Term whole = terms_.logical_and(chosen.formula, terms_.logical_and(chosen.conditions));
      for (const smt::Term& atom : terms_.atoms(whole)) {
        add(atom);
      }
      if (extraction.longest_disjunction > 0) {
        smt::Solver of_case(terms_, context_);
        of_case.add(whole);
        of_case.add(known);
        saturate(of_case, index_pairs(whole, chosen.conditions), extraction.longest_disjunction);
      }
      solver.add(terms_.logical_not(whole));
    }
    return std::move(predicates_);
  }

private:
  /// Whether it is about the state alone, and about no input.
  bool is_about_state(const smt::Term& term) {
    return std::ranges::all_of(terms_.constants(term), [&](const smt::Term& constant) {
      const std::optional<smt::IndexedSymbol> found = encoder_.find(constant);
      return encoder_.is_rigid(constant) || (found && found->index == 0U && encoder_.is_state(found->symbol));
    });
  }

  /// Whether it, or its negation, holds of all values that its symbols can have.
  bool is_decided_by_types(const smt::Term& atom) {
    const smt::Term known = known_about(encoder_, atom);
    return smt::implies_surely(terms_, context_, known, atom) ||
           smt::implies_surely(terms_, context_, known, terms_.logical_not(atom));
  }

  void add(const smt::Term& atom) {
    if (!is_about_state(atom)) {
      return;
    }
    const smt::Term predicate = terms_.simplify(encoder_.without_indices(atom));
    if (std::ranges::find(predicates_, predicate) == predicates_.end() && !is_decided_by_types(atom)) {
      predicates_.push_back(predicate);
    }
  }

  /// Indices that were compared where a read met a write, and indices of reads of the same array.
  std::vector<IndexPair> index_pairs(const smt::Term& formula, const std::vector<smt::Term>& conditions) {
    std::vector<IndexPair> result;
    const auto add_pair = [&](const smt::Term& a, const smt::Term& b) {
      const bool is_known = std::ranges::any_of(result, [&](const IndexPair& pair) {
        return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
      });
      if (a != b && !is_known && a.sort() == smt::Sort::integer() && b.sort() == smt::Sort::integer() &&
          is_about_state(a) && is_about_state(b)) {
        result.emplace_back(a, b);
      }
    };
    for (const smt::Term& condition : conditions) {
      if (const auto sides = smt::compared(terms_, condition)) {
        add_pair(sides->first, sides->second);
      }
    }
    const std::vector<std::pair<smt::Term, smt::Term>> reads = smt::reads_of(terms_, formula);
    for (std::size_t i = 0; i < reads.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (reads[i].first == reads[j].first) {
          add_pair(reads[j].second, reads[i].second);
        }
      }
    }
    return result;
  }

  /// Finds sets of pairs that cannot all be equal, the smallest first.
  void saturate(smt::Solver& solver, const std::vector<IndexPair>& pairs, unsigned longest) {
    std::vector<std::vector<std::size_t>> implied;
    std::vector<std::vector<std::size_t>> sets = {{}};
    for (unsigned length = 1; length <= longest; ++length) {
      std::vector<std::vector<std::size_t>> longer;
      for (const std::vector<std::size_t>& set : sets) {
        for (std::size_t next = set.empty() ? 0 : set.back() + 1; next < pairs.size(); ++next) {
          std::vector<std::size_t> candidate = set;
          candidate.push_back(next);
          const bool is_extension = std::ranges::any_of(
              implied, [&](const std::vector<std::size_t>& part) { return std::ranges::includes(candidate, part); });
          if (is_extension) {
            continue;
          }
          if (cannot_all_be_equal(solver, pairs, candidate)) {
            implied.push_back(candidate);
          } else {
            longer.push_back(std::move(candidate));
          }
        }
      }
      sets = std::move(longer);
    }
    for (const std::vector<std::size_t>& set : implied) {
      for (const std::size_t index : set) {
        add(terms_.less(pairs[index].first, pairs[index].second));
        add(terms_.less(pairs[index].second, pairs[index].first));
      }
    }
  }

  bool cannot_all_be_equal(smt::Solver& solver, const std::vector<IndexPair>& pairs,
                           const std::vector<std::size_t>& set) {
    solver.push();
    for (const std::size_t index : set) {
      solver.add(terms_.equal(pairs[index].first, pairs[index].second));
    }
    const bool result = std::holds_alternative<smt::Unsatisfiable>(solver.check());
    solver.pop();
    return result;
  }

  smt::Encoder& encoder_;
  smt::TermManager& terms_;
  RunContext& context_;
  std::vector<smt::Term> predicates_;
};

} // namespace

smt::Term known_about(smt::Encoder& encoder, const smt::Term& formula) {
  smt::TermManager& terms = encoder.terms();
  std::vector<smt::Term> known = {encoder.background(formula)};
  for (const smt::Term& constant : std::vector<smt::Term>(terms.constants(formula))) {
    const std::optional<smt::IndexedSymbol> found = encoder.find(constant);
    if (found && found->index == 0U) {
      known.push_back(encoder.in_range(found->symbol, constant));
    }
  }
  return terms.logical_and(known);
}

std::optional<std::vector<smt::Term>> extracted(smt::Encoder& encoder, const smt::Term& precondition,
                                                const Extraction& extraction, RunContext& context) {
  return Extractor(encoder, context).from(precondition, extraction);
}

} // namespace vouch::backward
