#include "analysis/smt/interpolation/farkas_interpolator.hpp"

#include "analysis/smt/interpolation/linear_constraints.hpp"
#include "analysis/smt/interpolation/path_program.hpp"
#include "analysis/smt/terms/query_guard.hpp"
#include "analysis/smt/terms/z3_access.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <unordered_map>

/// Farkas' lemma: linear constraints l_j <= 0 have no rational solution iff some multipliers m_j >= 0 (of any sign for
/// equations) make the sum of all m_j * l_j a positive constant. The sum over the steps up to a cut, s <= 0, is then an
/// interpolant: constants that only one side of the cut knows cancel (McMillan: An Interpolating Theorem Prover, TCS
/// 2005). Rybalchenko, Sofronie-Stokkermans (Constraint Solving for Interpolation, VMCAI 2007) find the multipliers by
/// solving linear constraints, as this file does, instead of reading them off a proof.
///
/// Invariant of the sweep over the cuts: with s_i + c_i <= 0 the formula of cut i, s_i the sum without its constant,
/// the multiplied step i + 1 gives s_{i+1} + c_i + k_{i+1} <= 0; any smaller c_{i+1} is implied, and refutes the
/// remaining steps as long as c_{i+1} plus their constants is positive.
///
/// Example: x = 0, then x' = x + 1 twice, then x < 0. All multipliers are 1 up to sign, and the sums are -x <= 0,
/// -x + 1 <= 0, -x + 2 <= 0. Constants between those and the weakest ones allowed, so that 0 serves at all cuts:
/// x >= 0 three times.
namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

struct Row {
  LinearConstraint constraint;
  std::size_t step;
};

/// A disequality: one of both sides is to be refuted at a time.
struct Split {
  Linear nonzero;
  std::size_t step;
};

Rational read(const z3::expr& numeral) {
  z3::expr top = numeral.numerator();
  z3::expr bottom = numeral.denominator();
  return {boost::multiprecision::cpp_int(top.get_decimal_string(0)),
          boost::multiprecision::cpp_int(bottom.get_decimal_string(0))};
}

/// The linear program of the multipliers, in a Z3 context of its own.
class Multipliers {
public:
  explicit Multipliers(const RunContext& run) : run_(run) {}

  /// Nothing if the rows have a rational solution, or if that is not known in time.
  std::optional<std::vector<Rational>> of(const std::vector<Row>& rows, milliseconds limit) {
    z3::solver solver(context_, "QF_LRA");
    z3::params parameters(context_);
    parameters.set("timeout", static_cast<unsigned>(std::max<std::int64_t>(limit.count(), 1)));
    solver.set(parameters);
    z3::expr_vector unknowns(context_);
    std::map<Term, z3::expr_vector, TermOrder> columns;
    z3::expr_vector offsets(context_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      z3::expr unknown = context_.real_const(("m" + std::to_string(i)).c_str());
      unknowns.push_back(unknown);
      const LinearConstraint& constraint = rows[i].constraint;
      if (constraint.relation == LinearRelation::AtMostZero) {
        solver.add(unknown >= 0);
      }
      for (const auto& [constant, coefficient] : constraint.linear.coefficients) {
        columns.try_emplace(constant, context_).first->second.push_back(value(coefficient) * unknown);
      }
      offsets.push_back(value(constraint.linear.offset) * unknown);
    }
    if (rows.empty()) {
      return std::nullopt;
    }
    for (const auto& [constant, column] : columns) {
      solver.add(z3::sum(column) == 0);
    }
    solver.add(z3::sum(offsets) == 1);
    return solve(solver, unknowns);
  }

private:
  std::optional<std::vector<Rational>> solve(z3::solver& solver, const z3::expr_vector& unknowns) {
    z3::check_result answer = z3::unknown;
    {
      QueryGuard::Flight flight(guard_, run_);
      try {
        answer = solver.check();
      } catch (const z3::exception&) { // how Z3 may report that it was interrupted
      }
    }
    guard_.check();
    if (answer != z3::sat) {
      return std::nullopt;
    }
    z3::model model = solver.get_model();
    std::vector<Rational> result;
    for (const z3::expr& unknown : unknowns) {
      result.push_back(read(model.eval(unknown, true)));
    }
    return result;
  }

  z3::expr value(const Rational& number) { return context_.real_val(number.str().c_str()); }

  const RunContext& run_;
  z3::context context_;
  QueryGuard guard_{context_};
};

class FarkasEngine {
public:
  FarkasEngine(TermManager& terms, RunContext& context, const Path& path, milliseconds limit)
      : terms_(terms), context_(context), path_(path), unrolling_(unroll(terms, path)), multipliers_(context),
        end_(ProcessorClock::now() + limit) {}

  /// Null terms stand for formulas with numbers that are too large. Nothing: no refutation was found.
  std::optional<std::vector<Term>> run() {
    std::vector<Row> rows;
    std::vector<Split> splits;
    add(rows, splits, path_.background, 0);
    for (std::size_t step = 0; step < unrolling_.relations.size(); ++step) {
      add(rows, splits, unrolling_.relations[step], step);
    }
    return refute(rows, splits);
  }

private:
  void add(std::vector<Row>& rows, std::vector<Split>& splits, const Term& formula, std::size_t step) {
    LinearPart part = linear_part(terms_, formula);
    for (LinearConstraint& constraint : part.constraints) {
      rows.push_back({std::move(constraint), step});
    }
    for (Linear& nonzero : part.nonzero) {
      splits.push_back({std::move(nonzero), step});
    }
  }

  std::optional<std::vector<Term>> refute(const std::vector<Row>& rows, std::vector<Split> splits) {
    auto left = time_until(end_);
    if (left.count() == 0 || ++programs_ > most_programs) {
      return std::nullopt;
    }
    ++context_.statistics.solver_queries;
    if (auto multipliers = multipliers_.of(rows, left)) {
      return sweep(rows, *multipliers);
    }
    if (splits.empty()) {
      return std::nullopt;
    }
    Split split = std::move(splits.back()); // the latest first: it is what the path fails on, as a rule
    splits.pop_back();
    std::vector<std::vector<Term>> sides;
    for (int sign : {1, -1}) {
      Linear side; // nonzero < 0, that is nonzero + 1 <= 0; then the same for -nonzero
      side.add(split.nonzero, sign);
      side.offset += 1;
      std::vector<Row> with_side = rows;
      with_side.push_back({{std::move(side), LinearRelation::AtMostZero}, split.step});
      auto refuted = refute(with_side, splits);
      if (!refuted) {
        return std::nullopt;
      }
      sides.push_back(std::move(*refuted));
    }
    std::vector<Term> cuts;
    for (std::size_t cut = 0; cut < path_.cut_count(); ++cut) {
      const Term& first = sides[0][cut];
      const Term& second = sides[1][cut];
      bool behind = cut >= split.step;
      cuts.push_back(behind ? terms_.logical_or(first, second) : terms_.logical_and(first, second));
    }
    return cuts;
  }

  std::optional<std::vector<Term>> sweep(const std::vector<Row>& rows, const std::vector<Rational>& multipliers) {
    std::vector<Linear> sums(path_.transitions.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sums[rows[i].step].add(rows[i].constraint.linear, multipliers[i]);
    }
    Rational remaining = 0; // the constants of the steps behind the cut
    for (const Linear& sum : sums) {
      remaining += sum.offset;
    }
    std::vector<Term> cuts;
    Linear sum;
    Rational constant = 0;
    std::optional<Linear> previous; // what was said at the last cut, normalised
    for (std::size_t cut = 0; cut < path_.cut_count(); ++cut) {
      sum.add(sums[cut], 1);
      remaining -= sums[cut].offset;
      std::optional<Linear> row = over_symbols(sum, cut);
      if (!row) {
        return std::nullopt;
      }
      constant = choose_constant(*row, constant + sums[cut].offset, -remaining, previous);
      row->offset = constant;
      auto formula = at_most_zero(terms_, *row);
      if (!formula) {
        return std::nullopt;
      }
      cuts.push_back(*formula);
      row->normalise();
      previous = std::move(row);
    }
    return cuts;
  }

  /// A constant in (`above`, `strongest`]: the last one if the inequality is the same, or a small one.
  static Rational choose_constant(const Linear& row, const Rational& strongest, const Rational& above,
                                  const std::optional<Linear>& previous) {
    if (row.is_constant()) {
      return strongest;
    }
    Linear normalised = row;
    normalised.offset = 1;
    normalised.normalise();
    const Rational scale = normalised.offset;
    std::vector<Rational> candidates{0, -1, 1};
    if (previous && previous->coefficients == normalised.coefficients) {
      candidates.insert(candidates.begin(), previous->offset);
    }
    for (const Rational& candidate : candidates) {
      Rational constant = candidate / scale;
      if (above < constant && constant <= strongest) {
        return constant;
      }
    }
    return strongest;
  }

  /// `sum` in the state symbols of `cut`; nothing if it mentions another constant.
  std::optional<Linear> over_symbols(const Linear& sum, std::size_t cut) {
    Linear result;
    for (const auto& [constant, coefficient] : sum.coefficients) {
      Linear one;
      auto holds = [&sought = constant](const auto& entry) { return entry.second == sought; };
      const Substitution& state = unrolling_.states[cut];
      auto symbol = std::find_if(state.begin(), state.end(), holds);
      if (symbol != state.end()) {
        one.coefficients.emplace(symbol->first, 1);
      } else if (std::find(path_.rigid.begin(), path_.rigid.end(), constant) != path_.rigid.end()) {
        one.coefficients.emplace(constant, 1);
      } else {
        return std::nullopt;
      }
      result.add(one, coefficient);
    }
    return result;
  }

  static constexpr int most_programs = 16;

  TermManager& terms_;
  RunContext& context_;
  const Path& path_;
  Unrolling unrolling_;
  Multipliers multipliers_;
  ProcessorClock::time_point end_;
  int programs_ = 0;
};

} // namespace

InterpolationResult FarkasInterpolator::interpolate(const InterpolationProblem& problem, milliseconds limit) {
  Path path = make_path(terms_, problem);
  if (auto cuts = FarkasEngine(terms_, context_, path, limit).run()) {
    return Interpolants{std::move(*cuts), "Farkas multipliers"};
  }
  return Declined{"no linear refutation found"};
}

} // namespace vouch::smt
