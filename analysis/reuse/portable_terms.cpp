#include "analysis/reuse/portable_terms.hpp"

#include "analysis/support/overloaded.hpp"

#include <set>

namespace vouch::reuse {
namespace {

/// `text` without `prefix`, if it begins with that.
std::optional<std::string> behind(const std::string& prefix, const std::string& text) {
  return text.starts_with(prefix) ? std::optional(text.substr(prefix.size())) : std::nullopt;
}

std::optional<std::string> with_prefix(const char* prefix, const std::optional<std::string>& name) {
  return name ? std::optional(prefix + *name) : std::nullopt;
}

/// The names between bars.
void collect_names(const std::string& text, std::set<std::string>& names) {
  for (std::size_t start = text.find('|'); start != std::string::npos;) {
    const std::size_t end = text.find('|', start + 1);
    if (end == std::string::npos) {
      return;
    }
    names.insert(text.substr(start + 1, end - start - 1));
    start = text.find('|', end + 1);
  }
}

} // namespace

PortableTerms::PortableTerms(const cfa::Cfa& cfa, const PortableNames& names, const facts::MemoryRegions& regions,
                             smt::Encoder& encoder)
    : cfa_(cfa), names_(names), regions_(regions), encoder_(encoder) {}

std::optional<std::string> PortableTerms::name_of(smt::SymbolId symbol) {
  return std::visit(
      Overloaded{
          [&](cfa::VariableId variable) { return std::optional("variable " + names_.of(variable)); },
          [&](facts::RegionId region) { return std::optional("region " + regions_.region(region).name); },
          [&](const smt::RegisterBase& base) { return std::optional("base of variable " + names_.of(base.pointer)); },
          [&](const smt::RegionBases& bases) {
            return std::optional("bases in region " + regions_.region(bases.pointers).name);
          },
          [](const smt::HeapTop&) { return std::optional<std::string>("heap top"); },
          [](const smt::ObjectStates&) { return std::optional<std::string>("object states"); },
          [](const smt::ObjectSizes&) { return std::optional<std::string>("object sizes"); },
          [&](const smt::EntryValue& entry) { return with_prefix("entry value of ", name_of(entry.of)); },
          [](const auto&) { return std::optional<std::string>(); },
      },
      encoder_.meaning(symbol));
}

std::optional<std::string> PortableTerms::name_of(const smt::Term& constant) {
  if (const std::optional<smt::IndexedSymbol> symbol = encoder_.find(constant)) {
    return symbol->index ? std::nullopt : name_of(symbol->symbol);
  }
  const std::optional<smt::AddressMeaning> address = encoder_.address_meaning(constant);
  if (!address) {
    return std::nullopt;
  }
  return std::visit(Overloaded{
                        [&](cfa::VariableId variable) { return "address of " + names_.of(variable); },
                        [&](cfa::FunctionId function) { return "function at " + names_.of(function); },
                        [](const smt::HeapBase&) { return std::string("heap base"); },
                    },
                    *address);
}

std::optional<cfa::VariableId> PortableTerms::register_named(const std::string& name) const {
  const std::optional<cfa::VariableId> variable = names_.variable(name);
  return variable && cfa_.variable(*variable).storage == cfa::Storage::Register ? variable : std::nullopt;
}

std::optional<facts::RegionId> PortableTerms::region_named(const std::string& name) const {
  for (std::size_t index = 0; index < regions_.region_count(); ++index) {
    if (regions_.region(facts::RegionId(index)).name == name) {
      return facts::RegionId(index);
    }
  }
  return std::nullopt;
}

std::optional<smt::SymbolId> PortableTerms::symbol_named(const std::string& name) {
  const auto symbol_of = [this](const auto& owner) {
    return owner ? std::optional(encoder_.symbol_of(*owner)) : std::nullopt;
  };
  const auto base_of = [this](const auto& owner) { return owner ? encoder_.base_symbol_of(*owner) : std::nullopt; };
  if (const auto variable = behind("variable ", name)) {
    return symbol_of(register_named(*variable));
  }
  if (const auto region = behind("region ", name)) {
    return symbol_of(region_named(*region));
  }
  if (const auto variable = behind("base of variable ", name)) {
    return base_of(register_named(*variable));
  }
  if (const auto region = behind("bases in region ", name)) {
    return base_of(region_named(*region));
  }
  if (const auto of = behind("entry value of ", name)) {
    const std::optional<smt::SymbolId> symbol = symbol_named(*of);
    return symbol ? std::optional(encoder_.entry_value_of(*symbol)) : std::nullopt;
  }
  if (name == "object states") {
    return encoder_.object_states();
  }
  if (name == "object sizes") {
    return encoder_.object_sizes();
  }
  return name == "heap top" ? std::optional(encoder_.heap_top()) : std::nullopt;
}

std::optional<smt::Term> PortableTerms::constant_named(const std::string& name) {
  if (const std::optional<smt::SymbolId> symbol = symbol_named(name)) {
    return encoder_.symbol(*symbol);
  }
  std::optional<smt::AddressMeaning> address;
  if (const auto of = behind("address of ", name)) {
    const std::optional<cfa::VariableId> variable = names_.variable(*of);
    address = variable ? std::optional<smt::AddressMeaning>(*variable) : std::nullopt;
  } else if (const auto function_name = behind("function at ", name)) {
    const std::optional<cfa::FunctionId> function = names_.function(*function_name);
    address = function ? std::optional<smt::AddressMeaning>(*function) : std::nullopt;
  } else if (name == "heap base") {
    address = smt::HeapBase{};
  }
  return address ? std::optional(encoder_.address(*address)) : std::nullopt;
}

std::optional<std::string> PortableTerms::to_text(const smt::Term& formula) {
  smt::TermManager& terms = encoder_.terms();
  smt::Substitution renaming;
  for (const smt::Term& constant : terms.constants(formula)) {
    const std::optional<std::string> name = name_of(constant);
    if (!name || name->find_first_of("|\\") != std::string::npos) {
      return std::nullopt;
    }
    renaming.emplace_back(constant, terms.constant(*name, constant.sort()));
  }
  return terms.substitute(formula, renaming).to_string();
}

std::vector<smt::Term> PortableTerms::formulas_of(std::span<const std::string> texts) {
  smt::TermManager& terms = encoder_.terms();
  std::set<std::string> mentioned;
  for (const std::string& text : texts) {
    collect_names(text, mentioned);
  }
  smt::Substitution meanings;
  std::vector<smt::Term> constants;
  for (const std::string& name : mentioned) {
    if (const std::optional<smt::Term> meaning = constant_named(name)) {
      constants.push_back(terms.constant(name, meaning->sort()));
      meanings.emplace_back(constants.back(), *meaning);
    }
  }
  std::vector<smt::Term> formulas = terms.parse_formulas(texts, constants);
  for (smt::Term& formula : formulas) {
    if (!formula.is_null()) {
      formula = terms.substitute(formula, meanings);
    }
  }
  return formulas;
}

} // namespace vouch::reuse
