#include "analysis/refinement/segment_chain.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace vouch::refinement {
namespace {

/// Names the constants of successive blocks apart.
class Renamer {
public:
  Renamer(smt::TermManager& terms, smt::Encoder& encoder) : terms_(terms), encoder_(encoder) {}

  /// The renaming of the next block, whose formula has `constants` and ends with `ssa`.
  smt::Substitution next(const std::vector<smt::Term>& constants, const smt::SsaMap& ssa) {
    smt::Substitution renaming;
    std::unordered_map<smt::SymbolId, smt::Term> at_end;
    for (const smt::Term& constant : constants) {
      std::optional<smt::Term> renamed = rename(constant);
      if (!renamed) {
        continue;
      }
      renaming.emplace_back(constant, *renamed);
      std::optional<smt::IndexedSymbol> indexed = encoder_.find(constant);
      if (indexed && indexed->index != 0U && indexed->index == ssa[indexed->symbol]) {
        at_end.emplace(indexed->symbol, *renamed);
      }
    }
    for (const auto& [symbol, index] : ssa) {
      // A symbol that was written but does not occur (an input) has any value afterwards.
      auto found = at_end.find(symbol);
      smt::Term constant = encoder_.indexed(symbol, index);
      if (found == at_end.end()) {
        found = at_end.emplace(symbol, fresh(constant)).first;
        renaming.emplace_back(constant, found->second);
      }
      current_.insert_or_assign(symbol, found->second);
    }
    ++block_;
    return renaming;
  }

private:
  std::optional<smt::Term> rename(const smt::Term& constant) {
    std::optional<smt::IndexedSymbol> indexed = encoder_.find(constant);
    if (!indexed) {
      return std::nullopt; // the same in every block
    }
    if (indexed->index != 0U) {
      return fresh(constant);
    }
    auto [found, is_new] = current_.try_emplace(indexed->symbol);
    if (is_new) {
      found->second = fresh(constant);
    }
    return found->second;
  }

  smt::Term fresh(const smt::Term& constant) {
    return terms_.constant(terms_.name(constant) + "#" + std::to_string(block_), constant.sort());
  }

  smt::TermManager& terms_;
  smt::Encoder& encoder_;
  std::unordered_map<smt::SymbolId, smt::Term> current_;
  std::size_t block_ = 0;
};

} // namespace

std::vector<smt::Term> relations_of(const std::vector<ChainSegment>& chain, TheoryView theory) {
  std::vector<smt::Term> relations;
  for (const ChainSegment& block : chain) {
    relations.push_back(theory.paths.encode(block.paths).formula);
  }
  return relations;
}

std::vector<std::vector<smt::Term>> asked_at_ends(const std::vector<ChainSegment>& chain, TheoryView theory) {
  smt::TermManager& terms = theory.encoder.terms();
  std::map<std::size_t, std::set<smt::SymbolId>> wanted; // by location
  std::vector<std::vector<smt::Term>> asked(chain.size());
  const auto add = [&](std::set<smt::SymbolId>& symbols, const smt::Term& formula) {
    for (const smt::Term& constant : terms.constants(formula)) {
      const std::optional<smt::IndexedSymbol> indexed = theory.encoder.find(constant);
      if (indexed && indexed->index == 0U) {
        symbols.insert(indexed->symbol);
      }
    }
  };
  for (bool grows = true; grows;) {
    grows = false;
    std::set<smt::SymbolId> behind;
    for (std::size_t block = chain.size(); block-- > 0;) {
      std::set<smt::SymbolId>& at_end = wanted[chain[block].location_key];
      const std::size_t before = at_end.size();
      at_end.insert(behind.begin(), behind.end());
      grows = grows || at_end.size() > before;
      const smt::SsaMap ssa = theory.paths.encode(chain[block].paths).ssa;
      asked[block].clear();
      behind.clear();
      for (const smt::SymbolId symbol : at_end) {
        asked[block].push_back(theory.encoder.indexed(symbol, ssa[symbol]));
        if (ssa[symbol] == 0) {
          behind.insert(symbol);
        }
      }
      add(behind, theory.paths.cone_of_influence(chain[block].paths, asked[block]));
      for (const smt::Term& fact : known_before(chain, block, theory)) {
        add(behind, fact);
      }
    }
  }
  return asked;
}

std::vector<smt::Term> known_before(const std::vector<ChainSegment>& chain, std::size_t block, TheoryView theory) {
  if (block == 0) {
    return {};
  }
  std::vector<smt::Term> facts = theory.paths.relevant(chain[block - 1].end->known, chain[block].paths);
  for (smt::Term& fact : facts) {
    fact = theory.encoder.instantiate(fact, smt::SsaMap());
  }
  return facts;
}

ChainInstance::ChainInstance(const std::vector<ChainSegment>& chain, const std::vector<smt::Term>& relations,
                             smt::TermManager& terms, TheoryView theory)
    : terms_(&terms) {
  Renamer renamer(terms, theory.encoder);
  for (std::size_t block = 0; block < chain.size(); ++block) {
    smt::SsaMap ssa = theory.paths.encode(chain[block].paths).ssa;
    renamings_.push_back(renamer.next(terms.constants(relations[block]), ssa));
    formulas_.push_back(terms.substitute(relations[block], renamings_.back()));
  }
  background_ = theory.encoder.background(terms.logical_and(formulas_));
}

smt::Term ChainInstance::renamed(const smt::Term& term, std::size_t block) const {
  return terms_->substitute(term, renamings_[block]);
}

smt::InterpolationProblem interpolation_problem(const std::vector<ChainSegment>& chain,
                                                const std::vector<smt::Term>& relations, smt::TermManager& terms,
                                                TheoryView theory) {
  smt::Encoder& encoder = theory.encoder;
  smt::InterpolationProblem problem;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    smt::PathStep step;
    step.relation = relations[block];
    step.location = chain[block].location_key;
    for (const smt::Term& constant : terms.constants(step.relation)) {
      if (encoder.is_rigid(constant)) {
        problem.rigid.push_back(constant);
      } else if (auto indexed = encoder.find(constant); indexed && indexed->index == 0U) {
        step.inputs.emplace_back(encoder.symbol(indexed->symbol), constant);
      }
    }
    for (const auto& [symbol, index] : theory.paths.encode(chain[block].paths).ssa) {
      if (encoder.is_state(symbol)) {
        step.outputs.emplace_back(encoder.symbol(symbol), encoder.indexed(symbol, index));
      }
    }
    problem.steps.push_back(std::move(step));
  }
  problem.background = encoder.background(terms.logical_and(relations));
  // Each rigid constant once, although several blocks mention it.
  std::sort(problem.rigid.begin(), problem.rigid.end(), [](const auto& a, const auto& b) { return a.id() < b.id(); });
  problem.rigid.erase(std::unique(problem.rigid.begin(), problem.rigid.end()), problem.rigid.end());
  return problem;
}

} // namespace vouch::refinement
