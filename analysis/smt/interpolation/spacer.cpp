#include "analysis/smt/interpolation/spacer.hpp"

#include "analysis/smt/terms/expressible.hpp"
#include "analysis/smt/terms/query_guard.hpp"
#include "analysis/smt/terms/z3_access.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

/// A run within the run: it ends with the outer one, and also at limits of its own.
RunContext limited(const RunContext& outer, milliseconds limit) {
  constexpr std::uint64_t most = std::uint64_t{1536} << 20U;
  constexpr milliseconds grace{100}; // Z3's own timer comes first, as a rule
  RunContext inner;
  inner.stop = outer.stop;
  inner.deadline = std::chrono::steady_clock::now() + outer.remaining(limit + limit / 4 + grace);
  const std::uint64_t used = resident_memory_bytes();
  inner.memory_limit_bytes = used + most;
  if (outer.memory_limit_bytes > used) {
    inner.memory_limit_bytes = used + std::min(most, (outer.memory_limit_bytes - used) / 2);
  }
  return inner;
}

/// Every option was measured. Inlining transformations make the interpretations come back wrong; the automatic choice
/// of an engine takes another one for bit-vectors.
z3::params parameters(z3::context& context, const SpacerOptions& options) {
  z3::params parameters(context);
  parameters.set("engine", context.str_symbol("spacer"));
  for (const char* transformation : {"xform.slice", "xform.inline_linear", "xform.inline_eager",
                                     "xform.inline_linear_branch", "xform.subsumption_checker"}) {
    parameters.set(transformation, false);
  }
  switch (options.lemmas) {
  case SpacerLemmas::Default:
    break;
  case SpacerLemmas::WithoutEqualityPropagation:
    parameters.set("spacer.eq_prop", false);
    break;
  case SpacerLemmas::EqualityGraph:
    parameters.set("spacer.eq_prop", false);
    parameters.set("spacer.use_euf_gen", true);
    break;
  }
  if (options.minimum_level) {
    parameters.set("spacer.min_level", *options.minimum_level);
  }
  parameters.set("timeout", static_cast<unsigned>(std::max<std::int64_t>(options.limit.count(), 1)));
  return parameters;
}

/// One system in one fresh context.
class SpacerQuery {
public:
  SpacerQuery(TermManager& terms, const HornSystem& system) : terms_(terms), system_(system) {}

  HornResult run(const RunContext& run, const SpacerOptions& options);
  /// Throws `Interrupted` if the query was ended from outside: no answer of it counts.
  void check() const { guard_.check(); }

private:
  z3::expr import(const Term& term);
  z3::expr apply(const HornAtom& atom);
  /// All constants of a clause, each once.
  z3::expr_vector variables(const HornClause& clause);
  void declare(z3::fixedpoint& engine);
  HornResult solution(z3::fixedpoint& engine);
  void strengthen_unreachable(std::vector<Term>& predicates);

  TermManager& terms_;
  const HornSystem& system_;
  z3::context context_;
  QueryGuard guard_{context_};
  std::vector<z3::func_decl> predicates_;
};

z3::expr SpacerQuery::import(const Term& term) {
  Z3_ast translated = Z3_translate(Z3Access::context(terms_), Z3Access::ast(term), context_);
  Z3Access::context(terms_).check_error();
  return {context_, translated};
}

z3::expr SpacerQuery::apply(const HornAtom& atom) {
  z3::expr_vector imported(context_);
  for (const Term& argument : atom.arguments) {
    imported.push_back(import(argument));
  }
  return predicates_[atom.predicate](imported);
}

z3::expr_vector SpacerQuery::variables(const HornClause& clause) {
  z3::expr_vector found(context_);
  std::unordered_set<Term> seen;
  auto collect = [&](const Term& term) {
    for (const Term& constant : terms_.constants(term)) {
      if (seen.insert(constant).second) {
        found.push_back(import(constant));
      }
    }
  };
  collect(clause.constraint);
  for (const HornAtom& atom : clause.body) {
    std::for_each(atom.arguments.begin(), atom.arguments.end(), collect);
  }
  if (clause.head) {
    std::for_each(clause.head->arguments.begin(), clause.head->arguments.end(), collect);
  }
  return found;
}

void SpacerQuery::declare(z3::fixedpoint& engine) {
  for (const std::vector<Term>& parameters : system_.parameters) {
    z3::sort_vector domain(context_);
    for (const Term& parameter : parameters) {
      domain.push_back(import(parameter).get_sort());
    }
    std::string name = "P" + std::to_string(predicates_.size());
    predicates_.push_back(context_.function(name.c_str(), domain, context_.bool_sort()));
    engine.register_relation(predicates_.back());
  }
}

HornResult SpacerQuery::solution(z3::fixedpoint& engine) {
  HornSolution solution;
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    z3::expr_vector arguments(context_);
    for (const Term& parameter : system_.parameters[i]) {
      arguments.push_back(import(parameter));
    }
    auto formula = expressible(engine.get_cover_delta(-1, predicates_[i]).substitute(arguments));
    if (!formula) {
      return Undecided{"Spacer's answer is outside of the supported theories"};
    }
    Z3_ast exported = Z3_translate(context_, *formula, Z3Access::context(terms_));
    context_.check_error();
    solution.predicates.push_back(Z3Access::term(terms_, z3::expr(Z3Access::context(terms_), exported)));
  }
  strengthen_unreachable(solution.predicates);
  return solution;
}

/// Spacer drops clauses whose constraint is a contradiction before it begins, and says `true` of a predicate that is
/// left without any, whatever the others want of it: such predicates are false.
void SpacerQuery::strengthen_unreachable(std::vector<Term>& predicates) {
  std::vector<bool> is_reachable;
  for (const Term& formula : predicates) {
    is_reachable.push_back(!formula.is_true());
  }
  z3::solver solver(context_);
  z3::params parameters(context_);
  parameters.set("timeout", 100U);
  solver.set(parameters);
  auto may_apply = [&](const HornClause& clause) {
    solver.push();
    solver.add(import(clause.constraint));
    const z3::check_result answer = solver.check();
    solver.pop();
    return answer != z3::unsat;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const HornClause& clause : system_.clauses) {
      if (!clause.head || is_reachable[clause.head->predicate]) {
        continue;
      }
      if (std::all_of(clause.body.begin(), clause.body.end(),
                      [&](const HornAtom& atom) { return is_reachable[atom.predicate]; }) &&
          may_apply(clause)) {
        is_reachable[clause.head->predicate] = true;
        grows = true;
      }
    }
  }
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    if (!is_reachable[i]) {
      predicates[i] = terms_.boolean(false);
    }
  }
}

HornResult SpacerQuery::run(const RunContext& run, const SpacerOptions& options) {
  z3::fixedpoint engine(context_);
  z3::params set = parameters(context_, options);
  engine.set(set);
  declare(engine);
  std::optional<z3::expr> query;
  for (const HornClause& clause : system_.clauses) {
    z3::expr_vector bound = variables(clause);
    z3::expr premise = import(clause.constraint);
    for (auto atom = clause.body.rbegin(); atom != clause.body.rend(); ++atom) {
      premise = apply(*atom) && premise;
    }
    if (!clause.head) {
      query = bound.empty() ? premise : z3::exists(bound, premise);
      continue;
    }
    z3::expr implication = z3::implies(premise, apply(*clause.head));
    z3::expr rule = bound.empty() ? implication : z3::forall(bound, implication);
    engine.add_rule(rule, context_.str_symbol("rule"));
  }
  QueryGuard::Flight flight(guard_, run);
  switch (engine.query(*query)) {
  case z3::sat:
    return HornDerivation{};
  case z3::unknown:
    return Undecided{engine.reason_unknown()};
  case z3::unsat:
    break;
  }
  return solution(engine);
}

HornResult run_once(TermManager& terms, const RunContext& run, const HornSystem& system, const SpacerOptions& options) {
  SpacerQuery query(terms, system);
  HornResult result = Undecided{};
  try {
    result = query.run(run, options);
  } catch (const z3::exception& error) { // how Spacer reports a time limit, a cancel, and what it does not support
    result = Undecided{error.msg()};
  }
  query.check();
  return result;
}

} // namespace

HornResult solve_with_spacer(TermManager& terms, RunContext& context, const HornSystem& system,
                             const SpacerOptions& options) {
  context.check();
  HornResult result = Undecided{};
  attempt_for(context.remaining(options.limit), [&](milliseconds limit) {
    SpacerOptions within = options;
    within.limit = context.remaining(limit);
    ++context.statistics.solver_queries;
    try {
      result = run_once(terms, limited(context, within.limit), system, within);
    } catch (const Interrupted& interrupted) {
#ifdef __GLIBC__
      malloc_trim(0); // what the thrown away context held should not count against the run
#endif
      context.check();
      result = Undecided{interrupted.cause == Interruption::Memory ? "memory" : "time limit"};
    }
    return std::holds_alternative<Undecided>(result);
  });
  return result;
}

} // namespace vouch::smt
