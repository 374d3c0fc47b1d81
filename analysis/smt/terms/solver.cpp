#include "analysis/smt/terms/solver.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/smt/terms/z3_access.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace vouch::smt {

namespace {

/// Each read of a longer formula would be a choice between too many stores.
constexpr double most_expressions_without_stores = 20'000;

/// Z3's older procedure for arithmetic. Where addresses are numbers and memory is arrays of them, the newer one, which is
/// its default, takes ten times as long.
constexpr unsigned arithmetic_solver = 2;

/// What Z3 spends in some 15 ms, in units of its own. Up to there nobody watches the clock: Z3 starts a thread for each
/// query that may take only so long, which is a tenth of all the time where queries are small.
constexpr unsigned unwatched_resources = 100'000;
constexpr unsigned no_timeout = std::numeric_limits<unsigned>::max();

/// What the incremental solver has not decided by then is rewritten as a whole, which takes some milliseconds and often
/// leaves next to nothing to search for.
constexpr std::chrono::milliseconds first_try{100};

/// The bit pattern of a constant; of NaN the plain one.
std::optional<cfa::Integer> float_pattern(TermManager& terms, const Term& number) {
  cfa::FloatType type{number.sort().width};
  if (terms.float_is(TermManager::FloatClass::Nan, number).is_true()) {
    return cfa::float_bits(std::numeric_limits<long double>::quiet_NaN(), type);
  }
  const QueryGuard& guard = Z3Access::guard(terms);
  z3::expr bits = simplified(Z3Access::expression(terms.bits_of_float(number)), guard);
  std::uint64_t part = 0;
  cfa::Integer pattern = 0;
  for (unsigned low = 0; low < type.width; low += 64) {
    z3::expr piece = simplified(bits.extract(std::min(low + 63, type.width - 1), low), guard);
    if (!piece.is_numeral_u64(part)) {
      return std::nullopt;
    }
    pattern |= static_cast<cfa::Integer>(part) << low;
  }
  return pattern;
}

} // namespace

// Models

struct Model::Implementation {
  TermManager& terms;
  z3::model model;
};

Term Model::evaluate(const Term& term) const {
  return Z3Access::term(implementation_->terms, implementation_->model.eval(Z3Access::expression(term), true));
}

bool Model::holds(const Term& formula) const { return evaluate(formula).is_true(); }

std::optional<cfa::Integer> Model::value(const Term& term) const {
  z3::expr value = implementation_->model.eval(Z3Access::expression(term), true);
  if (value.get_sort().is_fpa()) {
    return float_pattern(implementation_->terms, Z3Access::term(implementation_->terms, value));
  }
  return integer_of(value);
}

// The solver

/// How long Z3 may search.
struct Limit {
  unsigned milliseconds = no_timeout;
  unsigned resources = 0; ///< 0: any
  friend bool operator==(const Limit&, const Limit&) = default;
};

struct Solver::Implementation {
  Implementation(TermManager& manager, RunContext& run, SolverStrategy chosen)
      : terms(manager), context(run), strategy(chosen) {}

  /// Z3's solver, rebuilt from the assertions if the last one was thrown away.
  z3::solver& live();
  /// Takes a solver that is made for floats from now on if `formula` has any.
  void prepare_for(const Term& formula);
  enum class SolverKind { AsWanted, Floats, FloatsAndArrays };
  [[nodiscard]] SolverKind kind() const {
    return !has_floats ? SolverKind::AsWanted : has_arrays ? SolverKind::FloatsAndArrays : SolverKind::Floats;
  }
  void discard();
  /// The literal that stands for `assumption` in the solver.
  z3::expr literal(const Term& assumption);
  /// Whether the assertions and the assumptions can hold. Throws `Interrupted`; discards the solver if it gives up.
  z3::check_result query(std::span<const Term> assumptions, std::chrono::milliseconds limit);
  /// The same by Z3's solver as it is.
  z3::check_result query_incrementally(std::span<const Term> assumptions, const Limit& limit);
  /// The same by a solver that rewrites all that is asked for first, and forgets it again.
  z3::check_result query_rewritten(std::span<const Term> assumptions, std::chrono::milliseconds limit);
  /// One guarded call of Z3.
  z3::check_result checked(z3::solver& asked, const z3::expr_vector& literals, const Limit& limit);
  [[nodiscard]] Limit within(std::chrono::milliseconds time) const {
    return {.milliseconds = static_cast<unsigned>(std::max<std::int64_t>(context.remaining(time).count(), 1))};
  }
  [[nodiscard]] bool confirms(const Model& model, std::span<const Term> assumptions) const;
  [[nodiscard]] Model model();

  struct Scope {
    std::size_t assertions;
    std::size_t proxies;
  };

  TermManager& terms;
  RunContext& context;
  SolverStrategy strategy;
  bool has_floats = false; ///< some assertion or assumption so far had any
  bool has_arrays = false; ///< likewise; found out once there are floats
  std::vector<Term> assertions;
  std::vector<Scope> scopes;
  std::optional<z3::solver> solver;
  std::optional<z3::solver> rewriting; ///< has decided the last query in place of `solver`
  std::optional<Limit> set_limit;      ///< as the solver has it
  bool has_large_queries = false;      ///< one took more than `unwatched_resources`
  std::unordered_map<Term, z3::expr> proxies;
  std::vector<Term> proxy_order; ///< oldest first: a scope's proxies go with it
  std::string reason;            ///< why the last query was not decided
};

/// Floats as the bits that they are, and these as a propositional formula: for formulas without arrays. Z3's general
/// solver takes minutes for what this decides in seconds.
z3::solver made_for_floats(z3::context& context) {
  auto tactic = [&](const char* name) { return z3::tactic(context, name); };
  z3::tactic to_bits = tactic("simplify") & tactic("propagate-values") & tactic("solve-eqs") & tactic("fpa2bv") &
                       tactic("propagate-values") & tactic("simplify") & tactic("solve-eqs");
  return (to_bits & tactic("ackermannize_bv") & tactic("bit-blast") & tactic("simplify") & tactic("sat")).mk_solver();
}

/// For what is asked once: equations and values that occur once are gone, and reads behind stores are choices between
/// what was stored, before anything is searched for. Relevancy, which is for quantifiers, costs most of the time here.
z3::solver made_for_one_query(z3::context& context) {
  auto tactic = [&](const char* name) { return z3::tactic(context, name); };
  z3::params choices(context);
  choices.set("blast_select_store", true);
  z3::params search(context);
  search.set("relevancy", 0U);
  search.set("arith.solver", arithmetic_solver);
  const z3::tactic without_stores =
      z3::cond(z3::probe(context, "num-exprs") < most_expressions_without_stores,
               z3::with(tactic("simplify"), choices) & tactic("solve-eqs"), tactic("skip"));
  return (tactic("simplify") & tactic("propagate-values") & tactic("solve-eqs") & tactic("elim-uncnstr") &
          tactic("simplify") & tactic("solve-eqs") & without_stores &
          z3::cond(z3::probe(context, "is-qfbv"), tactic("bit-blast") & tactic("simplify") & tactic("sat"),
                   z3::with(tactic("smt"), search)))
      .mk_solver();
}

z3::solver made_for(SolverStrategy strategy, z3::context& context) {
  if (strategy == SolverStrategy::OneQuery) {
    return made_for_one_query(context);
  }
  // The default solver takes milliseconds for its first check, the simple one a tenth of one.
  z3::solver result(context, z3::solver::simple());
  z3::params search(context);
  search.set("arith.solver", arithmetic_solver);
  result.set(search);
  return result;
}

z3::solver& Solver::Implementation::live() {
  if (!solver) {
    z3::context& z3 = Z3Access::context(terms);
    solver = kind() == SolverKind::Floats ? made_for_floats(z3)
                                          : made_for(has_floats ? SolverStrategy::OneQuery : strategy, z3);
    set_limit.reset();
    std::size_t asserted = 0;
    auto assert_until = [&](std::size_t end) {
      for (; asserted < end; ++asserted) {
        solver->add(Z3Access::expression(assertions[asserted]));
      }
    };
    for (Scope& scope : scopes) {
      assert_until(scope.assertions);
      solver->push();
      scope.proxies = 0;
    }
    assert_until(assertions.size());
  }
  return *solver;
}

void Solver::Implementation::prepare_for(const Term& formula) {
  SolverKind before = kind();
  if (!has_floats && terms.mentions(SortKind::Float, formula)) {
    has_floats = true;
    has_arrays = std::any_of(assertions.begin(), assertions.end(),
                             [&](const Term& assertion) { return terms.mentions(SortKind::Array, assertion); });
  }
  has_arrays = has_arrays || (has_floats && terms.mentions(SortKind::Array, formula));
  if (kind() != before) {
    discard();
  }
}

void Solver::Implementation::discard() {
  solver.reset();
  proxies.clear();
  proxy_order.clear();
}

z3::expr Solver::Implementation::literal(const Term& assumption) {
  z3::expr formula = Z3Access::expression(assumption);
  if (is_uninterpreted_constant(formula) ||
      (kind_of(formula) == Z3_OP_NOT && is_uninterpreted_constant(formula.arg(0)))) {
    return formula;
  }
  if (auto known = proxies.find(assumption); known != proxies.end()) {
    return known->second;
  }
  z3::context& z3 = Z3Access::context(terms);
  z3::expr proxy(z3, Z3_mk_fresh_const(z3, "assumption", z3.bool_sort()));
  live().add(z3::implies(proxy, formula));
  proxies.emplace(assumption, proxy);
  proxy_order.push_back(assumption);
  return proxy;
}

z3::check_result Solver::Implementation::checked(z3::solver& asked, const z3::expr_vector& literals,
                                                 const Limit& limit) {
  const bool is_kept = solver && &asked == &*solver;
  if (!is_kept || limit != set_limit) {
    z3::params parameters(Z3Access::context(terms));
    parameters.set("timeout", limit.milliseconds);
    parameters.set("rlimit", limit.resources);
    parameters.set("ctrl_c", false); // Z3 would replace the program's own handler of SIGINT
    asked.set(parameters);
    set_limit = is_kept ? std::optional(limit) : set_limit;
  }
  z3::check_result result = z3::unknown;
  reason.clear();
  QueryGuard& guard = Z3Access::guard(terms);
  {
    QueryGuard::Flight flight(guard, context);
    ++context.statistics.solver_queries;
    try {
      result = asked.check(literals);
    } catch (const z3::exception& error) { // how Z3 reports that it ran out of resources inside some procedures
      reason = error.msg();
    }
  }
  guard.check();
  if (result == z3::unknown && reason.empty()) {
    reason = asked.reason_unknown();
  }
  return result;
}

z3::check_result Solver::Implementation::query(std::span<const Term> assumptions, std::chrono::milliseconds limit) {
  rewriting.reset();
  const bool is_incremental = strategy == SolverStrategy::Incremental && !has_floats;
  z3::check_result result = z3::unknown;
  if (is_incremental && !has_large_queries) {
    result = query_incrementally(assumptions, {.resources = unwatched_resources});
    has_large_queries = result == z3::unknown;
  }
  const bool has_second_try = is_incremental && limit > first_try; // with a clock
  if (result == z3::unknown) {
    attempt_for(has_second_try ? first_try : limit, [&](std::chrono::milliseconds time) {
      result = query_incrementally(assumptions, within(time));
      return result == z3::unknown;
    });
  }
  if (result == z3::unknown && has_second_try) {
    attempt_for(limit - first_try, [&](std::chrono::milliseconds time) {
      result = query_rewritten(assumptions, time);
      return result == z3::unknown;
    });
  }
  return result;
}

z3::check_result Solver::Implementation::query_incrementally(std::span<const Term> assumptions, const Limit& limit) {
  z3::expr_vector literals(Z3Access::context(terms));
  for (const Term& assumption : assumptions) {
    literals.push_back(literal(assumption));
  }
  const z3::check_result result = checked(live(), literals, limit);
  if (result == z3::unknown) {
    discard();
    context.check();
  }
  return result;
}

z3::check_result Solver::Implementation::query_rewritten(std::span<const Term> assumptions,
                                                         std::chrono::milliseconds limit) {
  z3::context& z3 = Z3Access::context(terms);
  rewriting = made_for_one_query(z3);
  for (const std::span<const Term> formulas : {std::span<const Term>(assertions), assumptions}) {
    for (const Term& formula : formulas) {
      rewriting->add(Z3Access::expression(formula));
    }
  }
  const z3::check_result result = checked(*rewriting, z3::expr_vector(z3), within(limit));
  if (result == z3::unknown) {
    rewriting.reset();
    context.check();
  }
  return result;
}

Model Solver::Implementation::model() {
  const z3::solver& decided = rewriting ? *rewriting : live();
  return Model(std::make_shared<const Model::Implementation>(Model::Implementation{terms, decided.get_model()}));
}

bool Solver::Implementation::confirms(const Model& model, std::span<const Term> assumptions) const {
  auto holds = [&](const Term& formula) { return model.holds(formula); };
  return std::all_of(assertions.begin(), assertions.end(), holds) &&
         std::all_of(assumptions.begin(), assumptions.end(), holds);
}

Solver::Solver(TermManager& terms, RunContext& context, SolverStrategy strategy)
    : implementation_(std::make_unique<Implementation>(terms, context, strategy)) {}

Solver::~Solver() = default;

void Solver::add(const Term& formula) {
  implementation_->prepare_for(formula);
  implementation_->assertions.push_back(formula);
  if (implementation_->solver) {
    implementation_->solver->add(Z3Access::expression(formula));
  }
}

void Solver::push() {
  Implementation& self = *implementation_;
  self.scopes.push_back({self.assertions.size(), self.proxy_order.size()});
  if (self.solver) {
    self.solver->push();
  }
}

void Solver::pop() {
  Implementation& self = *implementation_;
  const Implementation::Scope scope = self.scopes.back();
  self.scopes.pop_back();
  self.assertions.resize(scope.assertions);
  if (!self.solver) {
    return;
  }
  self.solver->pop();
  while (self.proxy_order.size() > scope.proxies) {
    self.proxies.erase(self.proxy_order.back());
    self.proxy_order.pop_back();
  }
}

SolverAnswer Solver::check(std::chrono::milliseconds limit) { return check_assuming({}, limit); }

SolverAnswer Solver::check_assuming(std::span<const Term> assumptions, std::chrono::milliseconds limit) {
  Implementation& self = *implementation_;
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (const Term& assumption : assumptions) {
      self.prepare_for(assumption);
    }
    switch (self.query(assumptions, limit)) {
    case z3::unknown:
      return Undecided{self.reason};
    case z3::unsat: {
      Unsatisfiable unsatisfiable;
      if (self.has_floats || self.rewriting) { // tactics give no core
        unsatisfiable.core.assign(assumptions.begin(), assumptions.end());
      } else if (!assumptions.empty()) {
        std::unordered_map<unsigned, Term> meaning;
        for (const Term& assumption : assumptions) {
          meaning.emplace(self.literal(assumption).id(), assumption);
        }
        for (const z3::expr& literal : self.live().unsat_core()) {
          unsatisfiable.core.push_back(meaning.at(literal.id()));
        }
      }
      return unsatisfiable;
    }
    case z3::sat: {
      Model model = self.model();
      if (self.confirms(model, assumptions)) {
        return Satisfiable{std::move(model)};
      }
      self.discard(); // it has lost assertions, or the model is partial: a fresh solver has one more try
      break;
    }
    }
  }
  return Undecided{"the solver's model does not satisfy the formula"};
}

std::vector<int> Solver::consequences(const Model& model, std::span<const Term> candidates) {
  Implementation& self = *implementation_;
  for (const Term& candidate : candidates) {
    self.prepare_for(candidate);
  }
  // What differs between two models is no consequence; only candidates with one value in all models are asked about.
  // Other models are not confirmed here: a wrong one can only weaken the answer.
  std::vector<int> values(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    values[i] = model.holds(candidates[i]) ? 1 : -1;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (values[i] == 0) {
      continue;
    }
    const Term opposite = values[i] > 0 ? self.terms.logical_not(candidates[i]) : candidates[i];
    switch (self.query({&opposite, 1}, default_limit)) {
    case z3::unsat:
      continue;
    case z3::unknown:
      values[i] = 0;
      continue;
    case z3::sat:
      break;
    }
    Model other = self.model();
    values[i] = 0;
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      if (values[j] != 0 && other.holds(candidates[j]) != (values[j] > 0)) {
        values[j] = 0;
      }
    }
  }
  return values;
}

bool may_be_satisfiable(TermManager& terms, RunContext& context, const Term& formula) {
  if (formula.is_true() || formula.is_false()) {
    return formula.is_true();
  }
  Solver solver(terms, context);
  solver.add(formula);
  return !std::holds_alternative<Unsatisfiable>(solver.check());
}

bool implies_surely(TermManager& terms, RunContext& context, const Term& premise, const Term& conclusion,
                    std::chrono::milliseconds limit) {
  if (conclusion.is_true() || premise.is_false() || premise == conclusion) {
    return true;
  }
  Solver solver(terms, context);
  solver.add(premise);
  solver.add(terms.logical_not(conclusion));
  return std::holds_alternative<Unsatisfiable>(solver.check(limit));
}

} // namespace vouch::smt
