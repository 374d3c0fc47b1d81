#include "analysis/proofs/block_contract.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/predicate_abstraction.hpp"
#include "analysis/facts/call_graph.hpp"

#include <algorithm>
#include <set>

namespace vouch::proofs {
namespace {

/// Whether control that is in the loop stays in it until it comes to an exit.
bool is_closed(const facts::Block& loop, const cfa::Cfa& cfa) {
  auto is_known = [&](cfa::LocationId location) {
    return loop.contains(location) != std::binary_search(loop.exits.begin(), loop.exits.end(), location);
  };
  return loop.contains(loop.entry) &&
         std::all_of(loop.locations.begin(), loop.locations.end(), [&](cfa::LocationId location) {
           const std::vector<cfa::LocationId> successors = cfa::successors_in_function(cfa, location);
           return location != cfa.function(loop.function).exit &&
                  std::all_of(successors.begin(), successors.end(), is_known);
         });
}

std::vector<smt::Term> formulas_at(cfa::LocationId exit, const BlockClaim& claim) {
  auto found = claim.points.find({exit, {}});
  return found != claim.points.end() ? found->second : std::vector<smt::Term>();
}

/// `formula` over the names that values at the entry have while a block is analysed.
smt::Term at_entry(const smt::Term& formula, smt::Encoder& encoder) {
  smt::Substitution names;
  for (const smt::Term& constant : encoder.terms().constants(formula)) {
    if (const std::optional<smt::IndexedSymbol> found = encoder.find(constant)) {
      names.emplace_back(constant, encoder.symbol(encoder.entry_value_of(found->symbol)));
    }
  }
  return encoder.terms().substitute(formula, names);
}

/// Collects what the claims about one block say at one of its exits.
struct ExitTerms {
  std::vector<smt::Term> implications; ///< one for each claim: if its entry formula held, its exit formulas do
  std::set<smt::SymbolId> written;

  [[nodiscard]] domains::BlockSummary summary(smt::TermManager& terms) const {
    const smt::Term formula = terms.logical_and(implications);
    return {std::make_shared<const domains::Abstraction>(domains::Abstraction{formula, {}, {}, nullptr, {}}),
            formula,
            {written.begin(), written.end()}};
  }
};

class TermsBuilder {
public:
  void add(const BlockClaim& claim, const cfa::Cfa& cfa, smt::Encoder& encoder) {
    smt::TermManager& terms = encoder.terms();
    const domains::BlockSymbols symbols(cfa, encoder);
    entries_.push_back(claim.entry);
    for (cfa::LocationId exit : exits_of(claim.block.block, cfa)) {
      const smt::Term formula = terms.logical_or(formulas_at(exit, claim));
      ExitTerms& there = exits_[exit];
      there.implications.push_back(terms.implies(at_entry(claim.entry, encoder), formula));
      const std::vector<smt::SymbolId> changed = symbols.changed(claim.block, formula);
      there.written.insert(changed.begin(), changed.end());
    }
  }

  [[nodiscard]] BlockContract::Terms finish(smt::TermManager& terms) const {
    BlockContract::Terms result{entries_, {}};
    for (const auto& [exit, there] : exits_) {
      result.exits.emplace(exit, there.summary(terms));
    }
    return result;
  }

private:
  std::vector<smt::Term> entries_;
  std::map<cfa::LocationId, ExitTerms> exits_;
};

} // namespace

std::vector<cfa::LocationId> exits_of(const facts::Block& block, const cfa::Cfa& cfa) {
  return block.kind == facts::BlockKind::Function ? std::vector{cfa.function(block.function).exit} : block.exits;
}

std::optional<std::string> objection_to(const BlockClaim& claim, const cfa::Cfa& cfa, smt::Encoder& encoder) {
  const facts::Block& block = claim.block.block;
  const std::string place = " at " + to_string(cfa.location(block.entry).range);
  if (block.kind == facts::BlockKind::Loop && !is_closed(block, cfa)) {
    return "a loop has more exits than were said" + place;
  }
  const domains::BlockSymbols symbols(cfa, encoder);
  if (!symbols.is_known_at_entry(claim.entry, block)) {
    return "an entry formula speaks of what is not known at the entry" + place;
  }
  if (block.kind == facts::BlockKind::Function) {
    const cfa::Function& function = cfa.function(block.function);
    for (const smt::Term& formula : formulas_at(function.exit, claim)) {
      if (!symbols.is_visible_at_exit(formula, function)) {
        return "an exit formula speaks of what callers do not see" + place;
      }
    }
  }
  return std::nullopt;
}

BlockContracts contracts_of(std::span<const BlockClaim> claims, const cfa::Cfa& cfa, smt::Encoder& encoder) {
  struct Builders {
    TermsBuilder if_followed;
    TermsBuilder otherwise;
  };
  std::map<cfa::LocationId, Builders> builders;
  BlockContracts contracts;
  for (const BlockClaim& claim : claims) {
    const facts::Block& block = claim.block.block;
    Builders& builder = builders[block.entry];
    builder.otherwise.add(claim, cfa, encoder);
    if (claim.is_followed) {
      builder.if_followed.add(claim, cfa, encoder);
    }
    auto [contract, is_new] = contracts.try_emplace(block.entry);
    if (is_new && block.kind == facts::BlockKind::Loop) {
      contract->second.called = facts::functions_called(cfa, block);
    }
  }
  for (auto& [entry, contract] : contracts) {
    contract.if_followed = builders.at(entry).if_followed.finish(encoder.terms());
    contract.otherwise = builders.at(entry).otherwise.finish(encoder.terms());
  }
  return contracts;
}

} // namespace vouch::proofs
