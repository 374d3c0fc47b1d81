#include "analysis/smt/interpolation/inductive_candidates.hpp"

#include "analysis/smt/interpolation/accessed_cells.hpp"
#include "analysis/smt/interpolation/linear_constraints.hpp"
#include "analysis/smt/interpolation/stored_values.hpp"
#include "analysis/smt/terms/z3_access.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <unordered_set>

/// Houdini (Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java, FME 2001): assume all candidates, drop
/// those that a step from the assumed ones violates, until none is violated.
///
/// Invariant: what was dropped is in no inductive subset of the candidates; so what remains is the largest one.
///
/// Example: `i = 0; while (i < 1000) i++; assert(i == 1000)`. Candidates are the atoms of the program, as they are,
/// negated, and weakened by one, among them i < 1000 and i <= 1000; bounds by its numbers, among them 0 <= i; the order
/// of every two integers; short disjunctions; what is said of an object, unless the pointer to it is null; what a step says
/// of values that are not known behind it, by what is (stored_values.hpp); and, for loops that count in memory, the order of
/// cells (accessed_cells.hpp). The loop violates i < 1000, nothing violates i <= 1000 and 0 <= i.
namespace vouch::smt {

namespace {

constexpr std::size_t most_candidates = 160;             ///< per node
constexpr std::size_t most_candidates_of_pointers = 240; ///< with those about pointers that may be null
constexpr std::size_t most_candidates_of_cells = 400;    ///< besides these
constexpr std::size_t most_numbers = 12;

using TermSet = std::unordered_set<Term>;

/// Integer numerals of `formula`, in order of first occurrence, and the largest remainders.
void collect_numbers(const z3::expr& formula, std::vector<cfa::Integer>& numbers) {
  std::unordered_set<unsigned> seen;
  const auto add = [&numbers](cfa::Integer number) {
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
      numbers.push_back(number);
    }
  };
  std::vector<z3::expr> pending{formula};
  while (!pending.empty()) {
    z3::expr next = pending.back();
    pending.pop_back();
    if (!next.is_app() || !seen.insert(next.id()).second) {
      continue;
    }
    std::int64_t value = 0;
    if (next.is_int() && next.is_numeral_i64(value)) {
      add(value);
      continue;
    }
    if (kind_of(next) == Z3_OP_MOD && next.arg(1).is_numeral_i64(value)) {
      add(value - 1);
    }
    for (unsigned i = 0; i < next.num_args(); ++i) {
      pending.push_back(next.arg(i));
    }
  }
}

/// The disjunctions of a few atoms and negated ones in `formula`.
std::vector<Term> short_disjunctions(TermManager& terms, const Term& formula) {
  constexpr unsigned longest = 3;
  std::vector<Term> result;
  std::unordered_set<unsigned> seen;
  std::vector<z3::expr> pending{Z3Access::expression(formula)};
  while (!pending.empty()) {
    const z3::expr next = pending.back();
    pending.pop_back();
    if (!next.is_app() || !is_connective(next) || !seen.insert(next.id()).second) {
      continue;
    }
    bool is_short = kind_of(next) == Z3_OP_OR && next.num_args() <= longest;
    for (unsigned i = 0; i < next.num_args(); ++i) {
      const z3::expr part = next.arg(i);
      is_short = is_short && !is_connective(kind_of(part) == Z3_OP_NOT ? part.arg(0) : part);
      pending.push_back(part);
    }
    if (is_short) {
      result.push_back(Z3Access::term(terms, next));
    }
  }
  return result;
}

class Houdini {
public:
  Houdini(TermManager& terms, RunContext& context, const Path& path, const PathProgram& program,
          const std::vector<Term>& known, Candidates which, std::chrono::milliseconds limit)
      : terms_(terms), context_(context), path_(path), program_(program), known_(known), which_(which),
        end_(ProcessorClock::now() + limit), candidates_(program.live.size()) {}

  std::optional<std::vector<Term>> run() {
    suggest();
    if ((which_ == Candidates::AndStoredValues && !has_guesses_) ||
        (which_ == Candidates::AndCells && accessed_.empty())) {
      return std::nullopt;
    }
    std::deque<std::size_t> pending;
    for (std::size_t i = 0; i < program_.edges.size(); ++i) {
      pending.push_back(i);
    }
    while (!pending.empty()) {
      const PathProgramEdge& edge = program_.edges[pending.front()];
      pending.pop_front();
      std::optional<bool> dropped = drop_violated(edge);
      if (!dropped) {
        return std::nullopt;
      }
      for (std::size_t i = 0; *dropped && i < program_.edges.size(); ++i) {
        bool leaves_target = program_.edges[i].source == edge.target;
        if (leaves_target && std::find(pending.begin(), pending.end(), i) == pending.end()) {
          pending.push_back(i);
        }
      }
    }
    std::vector<Term> result;
    for (const std::vector<Term>& node : candidates_) {
      result.push_back(terms_.logical_and(node));
    }
    return result;
  }

private:
  void suggest() {
    std::vector<Term> formulas;
    std::vector<Term> disjunctions;
    std::vector<cfa::Integer> numbers{0};
    for (const PathProgramEdge& edge : program_.edges) {
      collect_numbers(Z3Access::expression(edge.transition.relation), numbers);
      Substitution unprimed;
      for (const auto& [symbol, value] : edge.transition.outputs) {
        unprimed.emplace_back(value, symbol);
      }
      for (const Term& atom : terms_.atoms(edge.transition.relation)) {
        note_cells(atom);
        for (const Term& formula : {atom, terms_.substitute(atom, unprimed)}) {
          suggest_variants(formula, formulas);
          suggest_variants(terms_.logical_not(formula), formulas);
        }
      }
      note_accessed_cells(edge);
      for (const Term& disjunction : short_disjunctions(terms_, edge.transition.relation)) {
        disjunctions.push_back(disjunction);
        disjunctions.push_back(terms_.substitute(disjunction, unprimed));
      }
      for (const Term& guess : guesses_behind(edge, unprimed)) {
        suggest_where_stored(terms_.substitute(guess, unprimed), formulas);
        has_guesses_ = true;
      }
    }
    const std::vector<Term> of_pointers = formulas_of_pointers(formulas, disjunctions);
    numbers.resize(std::min(numbers.size(), most_numbers));
    for (std::size_t node = 0; node < candidates_.size(); ++node) {
      suggest_at(node, formulas, of_pointers, numbers);
    }
  }

  void suggest_at(std::size_t node, const std::vector<Term>& formulas, const std::vector<Term>& of_pointers,
                  const std::vector<cfa::Integer>& numbers) {
    TermSet sayable(program_.live[node].begin(), program_.live[node].end());
    TermSet taken;
    std::size_t most = most_candidates;
    const auto add = [&](const Term& formula) {
      const auto& constants = terms_.constants(formula);
      bool fits = !constants.empty() && std::all_of(constants.begin(), constants.end(),
                                                    [&](const Term& constant) { return sayable.contains(constant); });
      if (fits && candidates_[node].size() < most && taken.insert(formula).second &&
          !terms_.simplify(formula).is_true()) {
        candidates_[node].push_back(formula);
      }
    };
    std::ranges::for_each(formulas, add);
    std::vector<Term> integers;
    std::ranges::copy_if(program_.live[node], std::back_inserter(integers),
                         [](const Term& symbol) { return symbol.sort().kind == SortKind::Integer; });
    std::vector<Term> bounds;
    std::ranges::transform(numbers, std::back_inserter(bounds),
                           [this](cfa::Integer number) { return terms_.integer(number); });
    for (const Cell& cell : cells_) {
      suggest_ends(cell, integers, add);
    }
    suggest_orders(integers, bounds, add);
    suggest_orders(integers, integers, add);
    most = most_candidates_of_pointers;
    std::ranges::for_each(of_pointers, add);
    most += most_candidates_of_cells;
    sayable.insert(path_.rigid.begin(), path_.rigid.end()); // where the program's variables lie
    const std::vector<Term> lasting = lasting_cells(node, sayable);
    suggest_orders(lasting, integers, add);
    for (const Cell& cell : cells_) {
      suggest_ends(cell, lasting, add);
    }
    suggest_orders(lasting, lasting, add);
    suggest_orders(lasting, bounds, add);
  }

  /// What the edge says only of values that are not known behind it.
  std::vector<Term> guesses_behind(const PathProgramEdge& edge, const Substitution& unprimed) {
    if (!edge.target || which_ == Candidates::AtomsOnly) {
      return {};
    }
    std::vector<Term> lasting = path_.rigid;
    std::vector<Term> changing;
    for (const auto& [value, symbol] : unprimed) {
      (lasts_at(*edge.target, symbol) ? lasting : changing).push_back(value);
    }
    for (const Term& symbol : program_.live[*edge.target]) {
      if (!is_changed(edge, symbol)) {
        (lasts_at(*edge.target, symbol) ? lasting : changing).push_back(symbol);
      }
    }
    return smt::guesses_behind(terms_, edge.transition, lasting, changing);
  }

  /// Also a copy of what it was is no change.
  bool is_changed(const PathProgramEdge& edge, const Term& symbol) {
    const Substitution& outputs = edge.transition.outputs;
    const auto output = std::ranges::find(outputs, symbol, &Substitution::value_type::first);
    if (output == outputs.end() || output->second == symbol) {
      return false;
    }
    const std::vector<Term> conjuncts = terms_.conjuncts(edge.transition.relation);
    return std::ranges::none_of(conjuncts, [&](const Term& conjunct) {
      return conjunct == terms_.equal(output->second, symbol) || conjunct == terms_.equal(symbol, output->second);
    });
  }

  /// Whether every loop of one edge at the node keeps the value of the symbol.
  bool lasts_at(std::size_t node, const Term& symbol) {
    return std::ranges::none_of(program_.edges, [&](const PathProgramEdge& edge) {
      return edge.source == node && edge.target == node && is_changed(edge, symbol);
    });
  }

  void note_cells(const Term& atom) {
    if (which_ == Candidates::AtomsOnly) {
      return;
    }
    for (const Cell& cell : integer_cells(terms_, atom)) {
      if (std::ranges::find(cells_, cell) == cells_.end()) {
        cells_.push_back(cell);
      }
    }
  }

  /// What the edge reads or writes may be counted there.
  void note_accessed_cells(const PathProgramEdge& edge) {
    if (which_ != Candidates::AndCells) {
      return;
    }
    for (const Term& cell : accessed_cells(terms_, edge.transition)) {
      if (std::ranges::find(accessed_, cell) == accessed_.end()) {
        accessed_.push_back(cell);
      }
    }
  }

  /// Those that can be told at the node, and that its loops leave where they are.
  std::vector<Term> lasting_cells(std::size_t node, const TermSet& sayable) {
    std::vector<Term> result;
    std::ranges::copy_if(accessed_, std::back_inserter(result), [&](const Term& cell) {
      return std::ranges::all_of(terms_.constants(cell),
                                 [&](const Term& constant) { return sayable.contains(constant); }) &&
             std::ranges::all_of(constants_of_address(terms_, cell),
                                 [&](const Term& constant) { return lasts_at(node, constant); });
    });
    return result;
  }

  void suggest_orders(const std::vector<Term>& values, const std::vector<Term>& others, const auto& add) {
    for (const Term& value : values) {
      for (const Term& other : others) {
        if (!(other == value)) {
          add(terms_.less_equal(other, value));
          add(terms_.less_equal(value, other));
        }
      }
    }
  }

  /// That no number lies behind the end of what begins at the cell's address, if the cell says how long that is; and
  /// behind the address, if that is null.
  void suggest_ends(const Cell& cell, const std::vector<Term>& integers, const auto& add) {
    for (const Term& number : integers) {
      if (!(number == cell.address)) {
        const Term is_before = terms_.less_equal(number, terms_.add(cell.address, cell.content));
        add(is_before);
        add(unless_null(cell.address, is_before));
        add(terms_.logical_or(terms_.less_equal(terms_.integer(1), cell.address),
                              terms_.less_equal(number, cell.address)));
      }
    }
  }

  Term unless_null(const Term& address, const Term& formula) {
    return terms_.logical_or(terms_.less_equal(address, terms_.integer(0)), formula);
  }

  /// The disjunctions; and of each formula that says something of what a pointer leads to, or that it leads somewhere, the
  /// same unless the pointer is null. Where a parameter may be null, it holds in one branch only.
  std::vector<Term> formulas_of_pointers(const std::vector<Term>& formulas, const std::vector<Term>& disjunctions) {
    std::vector<Term> result = disjunctions;
    const auto add_unless_null = [&](const Term& formula) {
      for (const Cell& cell : integer_cells(terms_, formula)) {
        result.push_back(unless_null(cell.address, formula));
      }
      if (const std::optional<Term> symbol = bounded_away_from_null(formula)) {
        result.push_back(unless_null(*symbol, formula));
      }
    };
    std::ranges::for_each(formulas, add_unless_null);
    std::ranges::for_each(disjunctions, add_unless_null);
    return result;
  }

  /// The only symbol of `number <= symbol`, for a number that is more than 1.
  std::optional<Term> bounded_away_from_null(const Term& formula) {
    const LinearPart part = linear_part(terms_, formula);
    if (part.constraints.size() != 1 || part.constraints.front().relation != LinearRelation::AtMostZero) {
      return std::nullopt;
    }
    const Linear& linear = part.constraints.front().linear;
    const bool is_bound =
        linear.coefficients.size() == 1 && linear.coefficients.begin()->second < 0 && linear.offset > 1;
    return is_bound ? std::optional(linear.coefficients.begin()->first) : std::nullopt;
  }

  /// `guess`, and that it holds unless an address of cells in it is null: what is stored for a pointer that is null in
  /// other runs is stored in one branch only.
  void suggest_where_stored(const Term& guess, std::vector<Term>& formulas) {
    std::vector<Term> variants;
    suggest_variants(guess, variants);
    formulas.insert(formulas.end(), variants.begin(), variants.end());
    for (const Cell& cell : integer_cells(terms_, guess)) {
      for (const Term& variant : variants) {
        formulas.push_back(unless_null(cell.address, variant));
      }
    }
  }

  /// `literal` itself, and its inequalities with one more on the right-hand side.
  void suggest_variants(const Term& literal, std::vector<Term>& formulas) {
    LinearPart part = linear_part(terms_, literal);
    if (part.constraints.empty()) {
      formulas.push_back(literal);
    }
    for (const LinearConstraint& constraint : part.constraints) {
      for (int sign : {1, -1}) {
        if (sign < 0 && constraint.relation == LinearRelation::AtMostZero) {
          continue;
        }
        for (int slack : {0, 1}) {
          Linear linear;
          linear.add(constraint.linear, sign);
          linear.offset -= slack;
          if (auto formula = at_most_zero(terms_, std::move(linear))) {
            formulas.push_back(*formula);
          }
        }
      }
    }
  }

  /// Whether candidates of the target were dropped; nothing if the solver or the clock gave up.
  std::optional<bool> drop_violated(const PathProgramEdge& edge) {
    if (!edge.target || candidates_[*edge.target].empty()) {
      return false;
    }
    std::vector<Term>& target = candidates_[*edge.target];
    std::vector<Term> assumed{path_.background, edge.transition.relation};
    if (edge.source) {
      assumed.push_back(known_[*edge.source]);
      assumed.insert(assumed.end(), candidates_[*edge.source].begin(), candidates_[*edge.source].end());
    }
    Solver solver(terms_, context_);
    solver.add(terms_.logical_and(assumed));
    std::vector<Term> behind;
    std::ranges::transform(target, std::back_inserter(behind),
                           [&](const Term& candidate) { return at_exit(terms_, edge.transition, candidate); });
    for (bool dropped = false;; dropped = true) {
      auto left = time_until(end_);
      if (left.count() == 0) {
        return std::nullopt;
      }
      solver.push();
      solver.add(terms_.logical_not(terms_.logical_and(behind)));
      SolverAnswer answer = solver.check(left);
      if (std::holds_alternative<Unsatisfiable>(answer)) {
        return dropped;
      }
      const auto* violation = std::get_if<Satisfiable>(&answer);
      if (violation == nullptr) {
        return std::nullopt;
      }
      std::size_t kept = 0;
      for (std::size_t index = 0; index < target.size(); ++index) {
        if (violation->model.holds(behind[index])) {
          target[kept] = target[index];
          behind[kept++] = behind[index];
        }
      }
      target.erase(target.begin() + static_cast<std::ptrdiff_t>(kept), target.end());
      behind.erase(behind.begin() + static_cast<std::ptrdiff_t>(kept), behind.end());
      solver.pop();
      if (target.empty()) {
        return true;
      }
    }
  }

  TermManager& terms_;
  RunContext& context_;
  const Path& path_;
  const PathProgram& program_;
  const std::vector<Term>& known_;
  Candidates which_;
  bool has_guesses_ = false;
  std::vector<Cell> cells_;    ///< that the program reads
  std::vector<Term> accessed_; ///< cells, at any address
  ProcessorClock::time_point end_;
  std::vector<std::vector<Term>> candidates_;
};

} // namespace

std::optional<std::vector<Term>> inductive_candidates(TermManager& terms, RunContext& context, const Path& path,
                                                      const PathProgram& program, const std::vector<Term>& known,
                                                      Candidates which, std::chrono::milliseconds limit) {
  return Houdini(terms, context, path, program, known, which, limit).run();
}

} // namespace vouch::smt
