#pragma once

#include "analysis/smt/encoding/symbol_table.hpp"

namespace vouch::smt {

/// Collects the formula of one edge while it is being encoded. Reads see the values before the edge, writes make new
/// indices.
class Step {
public:
  /// `location` is where the edge begins; invalid: the step is no edge.
  Step(TermManager& terms, SymbolTable& symbols, const SsaMap& in, cfa::LocationId location = {})
      : terms_(terms), symbols_(symbols), in_(in), location_(location), out_(in) {}

  TermManager& terms() { return terms_; }
  [[nodiscard]] cfa::LocationId location() const { return location_; }

  void require(const Term& condition) {
    if (!condition.is_true()) {
      conjuncts_.push_back(condition);
    }
  }

  /// The same of what is undefined otherwise: no run goes on.
  void require_defined(const Term& condition) {
    require(condition);
    limits_.push_back(condition);
  }

  [[nodiscard]] unsigned index_of(SymbolId symbol) const { return in_[symbol]; }
  Term read(SymbolId symbol) { return symbols_.constant(symbol, in_[symbol]); }
  /// The constant for the value behind the edge; each call makes a new one.
  Term write(SymbolId symbol) {
    out_ = out_.with(symbol, out_[symbol] + 1);
    return symbols_.constant(symbol, out_[symbol]);
  }
  /// A value that nothing determines, each time another one.
  Term choose(const Sort& sort) { return write(symbols_.choice(sort)); }

  /// Notes that the formula has solutions that no run of the program has.
  void over_approximate() { is_exact_ = false; }

  [[nodiscard]] Term formula() { return terms_.logical_and(conjuncts_); }
  [[nodiscard]] Term limits() { return terms_.logical_and(limits_); }
  [[nodiscard]] const SsaMap& out() const { return out_; }
  [[nodiscard]] bool is_exact() const { return is_exact_; }

private:
  TermManager& terms_;
  SymbolTable& symbols_;
  SsaMap in_;
  cfa::LocationId location_;
  SsaMap out_;
  std::vector<Term> conjuncts_;
  std::vector<Term> limits_;
  bool is_exact_ = true;
};

} // namespace vouch::smt
