#include "analysis/smt/terms/rewrite.hpp"

#include <unordered_map>

namespace vouch::smt {

std::optional<z3::expr> rewrite(const z3::expr& term, const Rewriting& rewriting) {
  std::unordered_map<unsigned, z3::expr> done;
  std::vector<z3::expr> pending{term};
  while (!pending.empty()) {
    z3::expr next = pending.back();
    if (done.contains(next.id())) {
      pending.pop_back();
      continue;
    }
    if (!next.is_app()) {
      return std::nullopt;
    }
    const std::size_t waiting = pending.size();
    std::vector<Z3_ast> arguments;
    for (unsigned i = 0; i < next.num_args(); ++i) {
      z3::expr argument = next.arg(i);
      auto known = done.find(argument.id());
      if (known == done.end()) {
        pending.push_back(argument);
      } else {
        arguments.push_back(known->second);
      }
    }
    if (pending.size() > waiting) {
      continue;
    }
    std::optional<z3::expr> result = rewriting(next, arguments);
    if (!result) {
      return std::nullopt;
    }
    done.emplace(next.id(), *result);
    pending.pop_back();
  }
  return done.at(term.id());
}

z3::expr with_arguments(const z3::expr& subterm, const std::vector<Z3_ast>& arguments) {
  if (arguments.empty()) {
    return subterm;
  }
  z3::context& context = subterm.ctx();
  Z3_ast updated = Z3_update_term(context, subterm, static_cast<unsigned>(arguments.size()), arguments.data());
  context.check_error();
  return {context, updated};
}

} // namespace vouch::smt
