#include "analysis/smt/encoding_context.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::smt {

EncodingContext::EncodingContext(TermManager& manager, const cfa::Cfa& automaton, const cfa::MemoryRegions& partition,
                                 Theory chosen)
    : terms(manager), cfa(automaton), regions(partition), theory(chosen), symbols(manager),
      scalars(make_scalar_theory(chosen, manager)), addresses(manager, automaton, *scalars, chosen) {
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    SymbolId symbol;
    if (variable.storage == cfa::Storage::Register) {
      std::string scope = variable.function.is_valid() ? cfa.function(variable.function).name + "::" : "";
      symbol = symbols.add(cfa::VariableId(index), scope + variable.name, scalars->sort_of(variable.type));
    }
    variables.push_back(symbol);
  }
  for (std::size_t index = 0; index < regions.region_count(); ++index) {
    cfa::RegionId region(index);
    memory.push_back(symbols.add(region, regions.region(region).name, memory_sort(region)));
  }
  heap_top = symbols.add(HeapTop{}, "<heap top>", scalars->sort_of(addresses.pointer_type()));
}

Sort EncodingContext::memory_sort(cfa::RegionId region) const {
  const auto* cells = std::get_if<cfa::UniformCells>(&regions.region(region).cells);
  Sort address = scalars->sort_of(addresses.pointer_type());
  if (cells != nullptr) {
    return Sort::array(address, scalars->sort_of(cells->type));
  }
  return Sort::array(address, theory == Theory::Integers ? Sort::integer() : Sort::bitvector(8));
}

Term EncodingContext::in_range(SymbolId symbol, const Term& value) {
  return std::visit(Overloaded{
                        [&](cfa::VariableId id) { return scalars->in_range(value, cfa.variable(id).type); },
                        [&](const HeapTop&) {
                          Term limit = scalars->constant(addresses.highest(), addresses.pointer_type()).term;
                          return terms.logical_and(scalars->at_most(addresses.heap_base(), value),
                                                   scalars->at_most(value, limit));
                        },
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
