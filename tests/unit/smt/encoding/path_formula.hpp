#pragma once

#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/smt/terms/solver.hpp"

namespace vouch::smt {

/// The conjunction of the formulas of all edges of a straight-line program, in one theory.
class PathFormula {
public:
  PathFormula(const cfa::Cfa& cfa, Theory theory)
      : regions_(cfa), encoder_(std::make_unique<Encoder>(terms_, cfa, regions_, theory)) {
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      EncodedStep step = encoder_->encode(cfa::EdgeId(index), ssa_);
      conjuncts_.push_back(step.formula);
      ssa_ = step.out;
      is_exact_ = is_exact_ && step.is_exact;
      inputs_.insert(inputs_.end(), step.inputs.begin(), step.inputs.end());
    }
  }

  Encoder& encoder() { return *encoder_; }
  TermManager& terms() { return terms_; }
  const SsaMap& ssa() const { return ssa_; }
  bool is_exact() const { return is_exact_; }
  const std::vector<InputSite>& inputs() const { return inputs_; }

  /// The variable's value at the end of the path.
  Term last(cfa::VariableId variable) {
    SymbolId symbol = encoder_->symbol_of(variable);
    return encoder_->indexed(symbol, ssa_[symbol]);
  }
  Term equals(cfa::VariableId variable, cfa::Integer value) {
    Term term = last(variable);
    return terms_.equal(term, terms_.numeral(value, term.sort()));
  }
  Term both(const Term& a, const Term& b) { return terms_.logical_and(a, b); }
  Term formula() { return terms_.logical_and(conjuncts_); }

  bool can(const Term& condition) {
    Term all = terms_.logical_and(formula(), condition);
    RunContext context;
    Solver solver(terms_, context, SolverStrategy::OneQuery);
    solver.add(all);
    solver.add(encoder_->background(all));
    return !std::holds_alternative<Unsatisfiable>(solver.check());
  }
  bool is_feasible() { return can(terms_.boolean(true)); }
  bool must(const Term& condition) { return !can(terms_.logical_not(condition)); }

private:
  TermManager terms_;
  facts::MemoryRegions regions_;
  std::unique_ptr<Encoder> encoder_;
  SsaMap ssa_;
  std::vector<Term> conjuncts_;
  std::vector<InputSite> inputs_;
  bool is_exact_ = true;
};

inline std::string theory_name(Theory theory) { return theory == Theory::Integers ? "Integers" : "Bitvectors"; }

} // namespace vouch::smt
