#include "analysis/smt/terms/relevant_background.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::smt {

RigidPart relevant_background(TermManager& terms, const std::vector<Term>& rigid, const Term& background,
                              const std::unordered_set<Term>& mentioned) {
  constexpr std::size_t many = 24;
  std::unordered_set<Term> used;
  std::copy_if(rigid.begin(), rigid.end(), std::inserter(used, used.end()),
               [&](const Term& constant) { return mentioned.contains(constant); });
  std::vector<Term> axioms;
  if (!background.is_null()) {
    axioms = terms.conjuncts(background);
  }
  std::unordered_set<Term> tied = used;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Term& axiom : axioms) {
      const auto& constants = terms.constants(axiom);
      if (std::any_of(constants.begin(), constants.end(), [&](const Term& c) { return tied.contains(c); })) {
        for (const Term& constant : constants) {
          grows |= tied.insert(constant).second;
        }
      }
    }
  }
  const std::unordered_set<Term>& kept = tied.size() <= many ? tied : used;
  std::vector<Term> relevant;
  for (const Term& axiom : axioms) {
    const auto& constants = terms.constants(axiom);
    if (std::all_of(constants.begin(), constants.end(), [&](const Term& c) { return kept.contains(c); })) {
      relevant.push_back(axiom);
    }
  }
  RigidPart part;
  part.background = terms.logical_and(relevant);
  std::copy_if(rigid.begin(), rigid.end(), std::back_inserter(part.constants),
               [&](const Term& constant) { return kept.contains(constant); });
  return part;
}

} // namespace vouch::smt
