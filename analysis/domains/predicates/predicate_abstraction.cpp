#include "analysis/domains/predicates/predicate_abstraction.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::domains {
namespace {

constexpr std::size_t max_minterms = 64;

} // namespace

PredicateAbstractor::PredicateAbstractor(smt::TermManager& terms, smt::Encoder& encoder, PathFormulaEncoder& paths,
                                         RunContext& context, PredicateAbstraction kind)
    : terms_(terms), encoder_(encoder), paths_(paths), context_(context), kind_(kind) {}

std::optional<smt::Term> PredicateAbstractor::abstract(const Abstraction& start, PathFormulaId block,
                                                       const std::vector<smt::Term>& predicates,
                                                       std::chrono::milliseconds limit) {
  std::vector<smt::Term> facts = paths_.relevant(start.known, block);
  facts.push_back(start.formula);
  const smt::Term entry = terms_.logical_and(facts);
  Key key = {{entry.id(), block.index()}, {}};
  for (const smt::Term& predicate : predicates) {
    key.second.push_back(predicate.id());
  }
  auto found = abstractions_.find(key);
  if (found == abstractions_.end()) {
    kept_alive_.push_back(entry);
    kept_alive_.insert(kept_alive_.end(), predicates.begin(), predicates.end());
    found = abstractions_.emplace(std::move(key), compute(entry, block, predicates, limit)).first;
  }
  return found->second;
}

std::vector<smt::Term> PredicateAbstractor::known_from(const std::vector<cfa::ExpressionRef>& conditions) {
  std::vector<smt::Term> known;
  for (cfa::ExpressionRef condition : conditions) {
    const std::optional<cfa::ComparedPlace> compared = cfa::compared_place(condition);
    if (compared && std::holds_alternative<cfa::VariableRead>(compared->place->node)) {
      known.push_back(encoder_.comparison(*compared));
    }
  }
  return known;
}

std::optional<smt::Term> PredicateAbstractor::compute(const smt::Term& entry, PathFormulaId block,
                                                      const std::vector<smt::Term>& predicates,
                                                      std::chrono::milliseconds limit) {
  const smt::SsaMap ssa = paths_.encode(block).ssa;
  smt::Term entry_instance = encoder_.instantiate(entry, smt::SsaMap());
  std::vector<smt::Term> instances;
  for (const smt::Term& predicate : predicates) {
    instances.push_back(encoder_.instantiate(predicate, ssa));
  }
  std::vector<smt::Term> asked = instances;
  asked.push_back(entry_instance);
  const smt::Term formula = paths_.cone_of_influence(block, terms_.constants(terms_.logical_and(asked)));
  // To track `false` is to ask whether there is anything.
  const bool asks_once = std::ranges::all_of(predicates, &smt::Term::is_false);
  smt::Solver solver(terms_, context_, asks_once ? smt::SolverStrategy::OneQuery : smt::SolverStrategy::Incremental);
  solver.add(entry_instance);
  solver.add(formula);
  asked.push_back(formula);
  solver.add(background_of(asked));
  solver.add(ranges_of(predicates, ssa));
  const smt::SolverAnswer answer = solver.check(limit);
  if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
    return std::nullopt;
  }
  const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer);
  if (asks_once || satisfiable == nullptr) {
    return terms_.boolean(true);
  }
  return kind_ == PredicateAbstraction::Cartesian ? cartesian(solver, satisfiable->model, predicates, instances)
                                                  : boolean(solver, satisfiable->model, predicates, instances);
}

smt::Term PredicateAbstractor::background_of(const std::vector<smt::Term>& formulas) {
  return encoder_.background(terms_.logical_and(formulas));
}

smt::Term PredicateAbstractor::ranges_of(const std::vector<smt::Term>& predicates, const smt::SsaMap& ssa) {
  std::vector<smt::Term> ranges;
  for (const smt::Term& constant : terms_.constants(terms_.logical_and(predicates))) {
    if (auto indexed = encoder_.find(constant)) {
      ranges.push_back(encoder_.in_range(indexed->symbol, encoder_.indexed(indexed->symbol, ssa[indexed->symbol])));
    }
  }
  return terms_.logical_and(ranges);
}

smt::Term PredicateAbstractor::cartesian(smt::Solver& solver, const smt::Model& model,
                                         const std::vector<smt::Term>& predicates,
                                         const std::vector<smt::Term>& instances) {
  const std::vector<int> implied = solver.consequences(model, instances);
  std::vector<smt::Term> literals;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    if (implied[i] > 0) {
      literals.push_back(predicates[i]);
    } else if (implied[i] < 0) {
      literals.push_back(terms_.logical_not(predicates[i]));
    }
  }
  return terms_.logical_and(literals);
}

smt::Term PredicateAbstractor::boolean(smt::Solver& solver, const smt::Model& model,
                                       const std::vector<smt::Term>& predicates,
                                       const std::vector<smt::Term>& instances) {
  solver.push();
  std::vector<smt::Term> minterms;
  while (minterms.size() < max_minterms) {
    smt::SolverAnswer answer = solver.check();
    if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
      solver.pop();
      return terms_.logical_or(minterms);
    }
    const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer);
    if (satisfiable == nullptr) {
      break;
    }
    std::vector<smt::Term> minterm;
    std::vector<smt::Term> instance;
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      bool holds = satisfiable->model.holds(instances[i]);
      minterm.push_back(holds ? predicates[i] : terms_.logical_not(predicates[i]));
      instance.push_back(holds ? instances[i] : terms_.logical_not(instances[i]));
    }
    minterms.push_back(terms_.logical_and(minterm));
    solver.add(terms_.logical_not(terms_.logical_and(instance)));
  }
  solver.pop();
  return cartesian(solver, model, predicates, instances);
}

bool PredicateAbstractor::implies(const smt::Term& a, const smt::Term& b) {
  if (a == b || b.is_true() || a.is_false()) {
    return true;
  }
  auto [found, is_new] = implications_.try_emplace({a.id(), b.id()}, false);
  if (is_new) {
    kept_alive_.push_back(a);
    kept_alive_.push_back(b);
    smt::Term premise = encoder_.instantiate(a, smt::SsaMap());
    smt::Term conclusion = encoder_.instantiate(b, smt::SsaMap());
    smt::Term known = terms_.logical_and(background_of({premise, conclusion}), ranges_of({a, b}, smt::SsaMap()));
    found->second = smt::implies_surely(terms_, context_, terms_.logical_and(premise, known), conclusion);
  }
  return found->second;
}

bool PredicateAbstractor::is_known(const Abstraction& abstraction) {
  return !abstraction.known.empty() && implies(terms_.logical_and(abstraction.known), abstraction.formula);
}

bool PredicateAbstractor::implies(const Abstraction& a, const Abstraction& b) {
  // What others say has perhaps been left out of the formula.
  if (!implies(a.formula.is_true() ? terms_.logical_and(a.known) : a.formula, b.formula)) {
    return false;
  }
  std::vector<smt::Term> more; // that `b` knows: mostly nothing, where the domains that say it were compared first
  std::ranges::copy_if(b.known, std::back_inserter(more),
                       [&](const smt::Term& term) { return std::ranges::find(a.known, term) == a.known.end(); });
  std::vector<smt::Term> premises = a.known;
  premises.push_back(a.formula);
  return more.empty() || implies(terms_.logical_and(premises), terms_.logical_and(more));
}

} // namespace vouch::domains
