#include "analysis/smt/encoder.hpp"

#include "analysis/smt/operation_encoder.hpp"

#include <algorithm>

namespace vouch::smt {

Encoder::Encoder(TermManager& terms, const cfa::Cfa& cfa, const cfa::MemoryRegions& regions, Theory theory)
    : context_(terms, cfa, regions, theory) {}

EncodedStep Encoder::encode(cfa::EdgeId edge, const SsaMap& in) {
  Step step(context_.terms, context_.symbols, in);
  OperationEncoder operation(context_, step, edge);
  operation.encode(context_.cfa.edge(edge).operation);
  return {step.formula(), step.out(), step.is_exact(), operation.take_inputs(), operation.loads()};
}

MergedSsa Encoder::merge(const SsaMap& first, const SsaMap& second) {
  MergedSsa result{first, {}, {}};
  std::vector<Term> first_equalities;
  std::vector<Term> second_equalities;
  auto catch_up = [&](SymbolId symbol, unsigned from, unsigned to, std::vector<Term>& equalities) {
    if (!is_state(symbol)) {
      return; // nothing refers to it behind the meeting point
    }
    Term old = indexed(symbol, from);
    equalities.push_back(context_.terms.equal(indexed(symbol, to), old));
    if (from == 0) {
      equalities.push_back(in_range(symbol, old));
    }
  };
  for (const auto& [symbol, index] : first) {
    if (second[symbol] < index) {
      catch_up(symbol, second[symbol], index, second_equalities);
    }
  }
  for (const auto& [symbol, index] : second) {
    if (first[symbol] < index) {
      catch_up(symbol, first[symbol], index, first_equalities);
      result.ssa = result.ssa.with(symbol, index);
    }
  }
  result.first = context_.terms.logical_and(first_equalities);
  result.second = context_.terms.logical_and(second_equalities);
  return result;
}

Term Encoder::instantiate(const Term& formula, const SsaMap& ssa) {
  Substitution substitution;
  for (const Term& constant : context_.terms.constants(formula)) {
    std::optional<IndexedSymbol> found = find(constant);
    if (found && !found->index) {
      substitution.emplace_back(constant, indexed(found->symbol, ssa[found->symbol]));
    }
  }
  return context_.terms.substitute(formula, substitution);
}

Term Encoder::without_indices(const Term& formula) {
  Substitution substitution;
  for (const Term& constant : context_.terms.constants(formula)) {
    std::optional<IndexedSymbol> found = find(constant);
    if (found && found->index) {
      substitution.emplace_back(constant, symbol(found->symbol));
    }
  }
  return context_.terms.substitute(formula, substitution);
}

Term Encoder::constant(cfa::Integer value, const cfa::Type& type) {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return format != nullptr ? context_.floats->constant(value, *format) : context_.scalars->constant(value, type).term;
}

Term Encoder::background(const Term& formula) {
  return context_.addresses.background(context_.terms.constants(formula));
}

} // namespace vouch::smt
