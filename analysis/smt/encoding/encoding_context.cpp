#include "analysis/smt/encoding/encoding_context.hpp"

#include "analysis/facts/listed_objects.hpp"
#include "analysis/support/overloaded.hpp"

#include <cassert>

namespace vouch::smt {

EncodingContext::EncodingContext(TermManager& manager, const cfa::Cfa& automaton, const facts::MemoryRegions& partition,
                                 Theory chosen)
    : terms(manager), cfa(automaton), regions(partition), theory(chosen), symbols(manager),
      scalars(make_scalar_theory(chosen, manager)), floats(make_float_theory(chosen, manager, automaton)),
      addresses(manager, automaton, *scalars, chosen), sources(automaton), repeated(automaton),
      carried(facts::carried_bases(automaton, partition)), tables(facts::long_tables(automaton, partition)),
      variables_(automaton.variable_count()), memory_(partition.region_count()) {
  heap_top = symbols.add(HeapTop{}, "<heap top>", scalars->sort_of(addresses.pointer_type()));
  note_memory_checks();
}

void EncodingContext::note_memory_checks() {
  bool needs_table = false;
  for (cfa::ExpressionRef expression : regions.points_to().memory_checks()) {
    const auto& check = std::get<cfa::MemoryCheck>(expression->node);
    if (check.fault == cfa::MemoryFault::Null || check.fault == cfa::MemoryFault::Leak) {
      continue; // no question about an object
    }
    needs_table = true;
    checks_bounds |= check.fault == cfa::MemoryFault::OutOfBounds;
  }
  listed_groups = facts::groups_with_listed_objects(regions);
  if (needs_table) {
    Sort address = scalars->sort_of(addresses.pointer_type());
    Sort state = scalars->sort_of(cfa::IntegerType{8, cfa::Signedness::Unsigned});
    object_states = symbols.add(ObjectStates{}, "<object states>", Sort::array(address, state));
    object_sizes = symbols.add(ObjectSizes{}, "<object sizes>", Sort::array(address, address));
  }
}

SymbolId EncodingContext::symbol_of(cfa::VariableId id) {
  SymbolId& symbol = variables_[id.index()];
  if (!symbol.is_valid()) {
    const cfa::Variable& variable = cfa.variable(id);
    assert(variable.storage == cfa::Storage::Register);
    const std::string scope = variable.function.is_valid() ? cfa.function(variable.function).name + "::" : "";
    symbol = symbols.add(id, scope + variable.name, sort_of(variable.type));
  }
  return symbol;
}

SymbolId EncodingContext::symbol_of(facts::RegionId id) {
  SymbolId& symbol = memory_[id.index()];
  if (!symbol.is_valid()) {
    symbol = symbols.add(id, regions.region(id).name, memory_sort(id));
  }
  return symbol;
}

std::optional<SymbolId> EncodingContext::base_symbol_of(cfa::VariableId pointer) {
  if (!carried.registers.contains(pointer)) {
    return std::nullopt;
  }
  auto [known, is_new] = register_bases_.try_emplace(pointer);
  if (is_new) {
    known->second = symbols.add(RegisterBase{pointer}, "<base of " + symbols.name(symbol_of(pointer)) + ">",
                                scalars->sort_of(addresses.pointer_type()));
  }
  return known->second;
}

std::optional<SymbolId> EncodingContext::base_symbol_of(facts::RegionId pointers) {
  if (!carried.regions.contains(pointers)) {
    return std::nullopt;
  }
  auto [known, is_new] = region_bases_.try_emplace(pointers);
  if (is_new) {
    const Sort address = scalars->sort_of(addresses.pointer_type());
    known->second = symbols.add(RegionBases{pointers}, "<bases in " + regions.region(pointers).name + ">",
                                Sort::array(address, address));
  }
  return known->second;
}

SymbolId EncodingContext::entry_value_of(SymbolId symbol) {
  auto [known, is_new] = entry_values_.try_emplace(symbol);
  if (is_new) {
    known->second = symbols.add(EntryValue{symbol}, symbols.name(symbol) + "<entry>", symbols.sort(symbol));
  }
  return known->second;
}

SymbolId EncodingContext::saved_value_of(SymbolId symbol) {
  auto [known, is_new] = saved_values_.try_emplace(symbol);
  if (is_new) {
    known->second = symbols.add(SavedValue{symbol}, symbols.name(symbol) + "<saved>", symbols.sort(symbol));
  }
  return known->second;
}

Sort EncodingContext::sort_of(const cfa::Type& type) const {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return format != nullptr ? floats->sort_of(*format) : scalars->sort_of(type);
}

Sort EncodingContext::cell_sort(const cfa::Type& type) const {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return format != nullptr ? floats->cell_sort(*format) : scalars->sort_of(type);
}

Term EncodingContext::in_range(const Term& value, const cfa::Type& type) {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return format != nullptr ? floats->in_range(value, *format) : scalars->in_range(value, type);
}

Sort EncodingContext::memory_sort(facts::RegionId region) const {
  const auto* cells = std::get_if<facts::UniformCells>(&regions.region(region).cells);
  Sort address = scalars->sort_of(addresses.pointer_type());
  if (cells != nullptr) {
    return Sort::array(address, cell_sort(cells->type));
  }
  return Sort::array(address, theory == Theory::Integers ? Sort::integer() : Sort::bitvector(8));
}

Term EncodingContext::in_range(SymbolId symbol, const Term& value) {
  return std::visit(Overloaded{
                        [&](cfa::VariableId id) { return in_range(value, cfa.variable(id).type); },
                        [&](const HeapTop&) {
                          Term limit = scalars->constant(addresses.highest_own(), addresses.pointer_type()).term;
                          return terms.logical_and(scalars->at_most(addresses.heap_base(), value),
                                                   scalars->at_most(value, limit));
                        },
                        [&](const RegisterBase&) { return in_range(value, addresses.pointer_type()); },
                        [&](const EntryValue& entry) { return in_range(entry.of, value); },
                        [&](const SavedValue& saved) { return in_range(saved.of, value); },
                        [&](const auto&) { return terms.boolean(true); },
                    },
                    symbols.meaning(symbol));
}

Term EncodingContext::read(SymbolId symbol, Step& step) {
  Term value = step.read(symbol);
  if (step.index_of(symbol) == 0) {
    step.require(in_range(symbol, value));
  }
  return value;
}

} // namespace vouch::smt
