#include "analysis/smt/encoding/encoder.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/smt/encoding/object_table.hpp"
#include "analysis/smt/encoding/operation_encoder.hpp"

#include <algorithm>

namespace vouch::smt {

Encoder::Encoder(TermManager& terms, const cfa::Cfa& cfa, const facts::MemoryRegions& regions, Theory theory)
    : context_(terms, cfa, regions, theory) {}

EncodedStep Encoder::encode(cfa::EdgeId edge, const SsaMap& in) {
  Step step(context_.terms, context_.symbols, in, context_.cfa.edge(edge).source);
  OperationEncoder operation(context_, step, edge);
  operation.encode(context_.cfa.edge(edge).operation);
  return {step.formula(),    step.out(),    step.is_exact(), operation.take_inputs(),
          operation.loads(), step.limits(), operation.made()};
}

std::vector<SymbolId> Encoder::symbols_of(cfa::VariableId variable) {
  std::vector<SymbolId> result = {symbol_of(variable)};
  if (const std::optional<SymbolId> base = base_symbol_of(variable)) {
    result.push_back(*base);
  }
  return result;
}

std::vector<SymbolId> Encoder::symbols_of(facts::RegionId region) {
  std::vector<SymbolId> result = {symbol_of(region)};
  if (const std::optional<SymbolId> bases = base_symbol_of(region)) {
    result.push_back(*bases);
  }
  return result;
}

std::optional<SymbolId> Encoder::base_symbol_of(cfa::VariableId pointer) { return context_.base_symbol_of(pointer); }

std::optional<SymbolId> Encoder::base_symbol_of(facts::RegionId pointers) { return context_.base_symbol_of(pointers); }

std::optional<cfa::VariableId> Encoder::register_of(SymbolId symbol) const {
  if (const auto* variable = std::get_if<cfa::VariableId>(&meaning(symbol))) {
    return *variable;
  }
  const auto* base = std::get_if<RegisterBase>(&meaning(symbol));
  return base != nullptr ? std::optional(base->pointer) : std::nullopt;
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

EncodedStep Encoder::encode_block(const Term& summary, std::span<const SymbolId> written, const SsaMap& in) {
  Step step(context_.terms, context_.symbols, in);
  for (SymbolId symbol : written) {
    const Term value = step.write(symbol);
    step.require(in_range(symbol, value));
    if (symbol == heap_top()) { // addresses are never used again
      step.require(context_.scalars->at_most(context_.read(symbol, step), value));
    }
  }
  Substitution substitution;
  for (const Term& constant : context_.terms.constants(summary)) {
    const std::optional<IndexedSymbol> found = find(constant);
    if (!found || found->index) {
      continue;
    }
    if (const auto* entry = std::get_if<EntryValue>(&meaning(found->symbol))) {
      substitution.emplace_back(constant, context_.read(entry->of, step));
    } else {
      const unsigned index = step.out()[found->symbol];
      substitution.emplace_back(constant,
                                index == 0 ? context_.read(found->symbol, step) : indexed(found->symbol, index));
    }
  }
  step.require(context_.terms.substitute(summary, substitution));
  step.over_approximate();
  return {step.formula(), step.out(), step.is_exact(), {}, {}};
}

EncodedStep Encoder::save_parameters(cfa::FunctionId callee, const SsaMap& in) {
  Step step(context_.terms, context_.symbols, in);
  for (cfa::VariableId parameter : context_.cfa.function(callee).parameters) {
    for (SymbolId symbol : symbols_of(parameter)) {
      const Term value = context_.read(symbol, step);
      step.require(context_.terms.equal(step.write(context_.saved_value_of(symbol)), value));
    }
  }
  return {step.formula(), step.out(), step.is_exact(), {}, {}};
}

EncodedStep Encoder::restore_parameters(cfa::FunctionId callee, const SsaMap& in) {
  Step step(context_.terms, context_.symbols, in);
  for (cfa::VariableId parameter : context_.cfa.function(callee).parameters) {
    for (SymbolId symbol : symbols_of(parameter)) {
      const Term saved = context_.read(context_.saved_value_of(symbol), step);
      step.require(context_.terms.equal(step.write(symbol), saved));
    }
  }
  return {step.formula(), step.out(), step.is_exact(), {}, {}};
}

EncodedStep Encoder::restore_registers(cfa::FunctionId callee, const SsaMap& call, const SsaMap& in) {
  const std::vector<cfa::VariableId>& results = context_.cfa.function(callee).return_variables;
  Step step(context_.terms, context_.symbols, in);
  for (const auto& [symbol, index] : in) {
    const std::optional<cfa::VariableId> variable = register_of(symbol);
    if (!variable || call[symbol] == index || context_.cfa.variable(*variable).function != callee ||
        !cfa::has_automatic_storage(context_.cfa.variable(*variable)) ||
        std::find(results.begin(), results.end(), *variable) != results.end()) {
      continue;
    }
    const Term before = indexed(symbol, call[symbol]);
    if (call[symbol] == 0) {
      step.require(in_range(symbol, before));
    }
    step.require(context_.terms.equal(step.write(symbol), before));
  }
  return {step.formula(), step.out(), step.is_exact(), {}, {}};
}

std::vector<SymbolId> Encoder::symbols_written(const facts::SideEffects& effects) {
  std::vector<SymbolId> result;
  const auto append = [&result](const std::vector<SymbolId>& symbols) {
    result.insert(result.end(), symbols.begin(), symbols.end());
  };
  for (cfa::VariableId variable : effects.registers_written.elements()) {
    append(symbols_of(variable));
  }
  for (facts::RegionId region : effects.regions_written.elements()) {
    append(symbols_of(region));
  }
  if (effects.makes_objects) {
    result.push_back(heap_top());
  }
  if (context_.object_states.is_valid() &&
      (effects.makes_objects || effects.ends_objects || effects.declares_objects)) {
    result.push_back(context_.object_states);
    result.push_back(context_.object_sizes);
  }
  return result;
}

std::vector<Term> Encoder::conditions_of_allocated(SymbolId base) {
  return smt::conditions_of_allocated(context_, base);
}

std::vector<Term> Encoder::conditions_of_declared(cfa::VariableId variable) {
  return smt::conditions_of_declared(context_, variable);
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

Term Encoder::comparison(const cfa::ComparedPlace& condition) {
  const cfa::Type& type = condition.place->type;
  const cfa::IntegerType& integer = *cfa::as_integer(type);
  const Value value{symbol(symbol_of(condition.variable)), {cfa::minimum_value(integer), cfa::maximum_value(integer)}};
  return context_.scalars->compare(condition.op, value, context_.scalars->constant(condition.constant, type), type);
}

Term Encoder::background(const Term& formula) {
  return context_.addresses.background(context_.terms.constants(formula));
}

} // namespace vouch::smt
