#include "analysis/domains/predicates/path_formula.hpp"

#include "analysis/support/hash.hpp"

#include <algorithm>
#include <cassert>
#include <set>

namespace vouch::domains {

PathFormulas::PathFormulas() { nodes_.emplace_back(); }

PathFormulaId PathFormulas::make(const Node& node) {
  std::size_t hash =
      hash_of(static_cast<int>(node.kind), node.first, node.second, node.edge, node.summary, node.function);
  std::vector<PathFormulaId>& bucket = index_[hash];
  for (PathFormulaId candidate : bucket) {
    const Node& other = nodes_[candidate.index()];
    if (other.kind == node.kind && other.first == node.first && other.second == node.second &&
        other.edge == node.edge && other.summary == node.summary && other.function == node.function) {
      return candidate;
    }
  }
  nodes_.push_back(node);
  return bucket.emplace_back(nodes_.size() - 1);
}

PathFormulaId PathFormulas::extend(PathFormulaId prefix, cfa::EdgeId edge) {
  return make({Kind::Extend, prefix, {}, edge, 0, {}, prefix, nodes_[prefix.index()].depth + 1});
}

PathFormulaId PathFormulas::summarise(PathFormulaId prefix, BlockSummary summary) {
  auto [known, is_new] = summary_indices_.try_emplace(summary.exit.get(), summaries_.size());
  if (is_new) {
    summaries_.push_back(std::move(summary));
  }
  return make({Kind::Summarise, prefix, {}, {}, known->second, {}, prefix, nodes_[prefix.index()].depth + 1});
}

PathFormulaId PathFormulas::save(PathFormulaId path, cfa::FunctionId callee) {
  return make({Kind::Save, path, {}, {}, 0, callee, path, nodes_[path.index()].depth + 1});
}

PathFormulaId PathFormulas::restore(PathFormulaId path, cfa::FunctionId callee) {
  return make({Kind::Restore, path, {}, {}, 0, callee, path, nodes_[path.index()].depth + 1});
}

PathFormulaId PathFormulas::with_step_of(PathFormulaId path, PathFormulaId id) {
  Node node = nodes_[id.index()];
  assert(node.kind != Kind::Start && node.kind != Kind::Merge && node.kind != Kind::RestoreFrom);
  node.first = path;
  node.dominator = path;
  node.depth = nodes_[path.index()].depth + 1;
  return make(node);
}

PathFormulaId PathFormulas::restore(PathFormulaId path, PathFormulaId call, cfa::FunctionId callee) {
  return make({Kind::RestoreFrom, path, call, {}, 0, callee, path, nodes_[path.index()].depth + 1});
}

const BlockSummary* PathFormulas::summary(PathFormulaId id) const {
  const Node& node = nodes_[id.index()];
  return node.kind == Kind::Summarise ? &summaries_[node.summary] : nullptr;
}

PathFormulaId PathFormulas::behind(PathFormulaId first, PathFormulaId second) {
  std::unordered_map<PathFormulaId, PathFormulaId> moved = {{start(), first}};
  std::vector<PathFormulaId> work = {second};
  while (!work.empty()) {
    const PathFormulaId id = work.back();
    const Node node = nodes_[id.index()];
    const std::size_t waiting = work.size();
    for (PathFormulaId needed : {node.first, node.second}) {
      if (!moved.contains(id) && needed.is_valid() && !moved.contains(needed)) {
        work.push_back(needed);
      }
    }
    if (work.size() > waiting) {
      continue;
    }
    work.pop_back();
    if (!moved.contains(id)) {
      assert(node.kind == Kind::Extend || node.kind == Kind::Merge);
      moved.emplace(id, node.kind == Kind::Merge ? merge(moved.at(node.first), moved.at(node.second))
                                                 : extend(moved.at(node.first), node.edge));
    }
  }
  return moved.at(second);
}

PathFormulaId PathFormulas::merge(PathFormulaId left, PathFormulaId right) {
  if (is_merged_into(right, left)) {
    return left;
  }
  if (is_merged_into(left, right)) {
    return right;
  }
  PathFormulaId dominator = common_dominator(left, right);
  return make({Kind::Merge, left, right, {}, 0, {}, dominator, nodes_[dominator.index()].depth + 1});
}

bool PathFormulas::is_merged_into(PathFormulaId part, PathFormulaId whole) const {
  std::vector<PathFormulaId> work = {whole};
  while (!work.empty()) {
    PathFormulaId current = work.back();
    work.pop_back();
    if (current == part) {
      return true;
    }
    const Node& node = nodes_[current.index()];
    // An alternative is older than what it was merged into: ids bound the search.
    if (node.kind == Kind::Merge && current > part) {
      work.push_back(node.first);
      work.push_back(node.second);
    }
  }
  return false;
}

bool PathFormulas::is_on_all_paths(PathFormulaId prefix, PathFormulaId id) const {
  while (nodes_[id.index()].depth > nodes_[prefix.index()].depth) {
    id = nodes_[id.index()].dominator;
  }
  return id == prefix;
}

PathFormulaId PathFormulas::common_dominator(PathFormulaId a, PathFormulaId b) const {
  while (a != b) {
    PathFormulaId& deeper = nodes_[a.index()].depth >= nodes_[b.index()].depth ? a : b;
    deeper = nodes_[deeper.index()].dominator;
  }
  return a;
}

PathFormulaEncoder::PathFormulaEncoder(const PathFormulas& formulas, smt::TermManager& terms, smt::Encoder& encoder)
    : formulas_(formulas), terms_(terms), encoder_(encoder) {
  Encoded start;
  start.local = terms_.boolean(true);
  encoded_.emplace(formulas_.start(), std::move(start));
}

EncodedPathFormula PathFormulaEncoder::encode(PathFormulaId id) {
  smt::SsaMap ssa = encoded(id).ssa;
  return {relative_to(id, formulas_.start()), std::move(ssa)};
}

const PathFormulaEncoder::Encoded& PathFormulaEncoder::encoded(PathFormulaId id) {
  // An explicit stack: straight-line blocks are thousands of edges long.
  std::vector<PathFormulaId> work = {id};
  while (!work.empty()) {
    PathFormulaId current = work.back();
    const PathFormulas::Node& node = formulas_.nodes_[current.index()];
    std::size_t waiting = work.size();
    if (!encoded_.contains(current)) {
      for (PathFormulaId needed : {node.first, node.second}) {
        if (needed.is_valid() && !encoded_.contains(needed)) {
          work.push_back(needed);
        }
      }
    }
    if (work.size() == waiting) {
      if (!encoded_.contains(current)) {
        encoded_.emplace(current, encode_node(node));
      }
      work.pop_back();
    }
  }
  return encoded_.at(id);
}

PathFormulaEncoder::Encoded PathFormulaEncoder::encode_node(const PathFormulas::Node& node) {
  Encoded result;
  if (node.kind != PathFormulas::Kind::Merge) {
    result.step = encode_step(node);
    result.local = result.step.formula;
    result.ssa = result.step.out;
  } else {
    result.merged = encoder_.merge(encoded_.at(node.first).ssa, encoded_.at(node.second).ssa);
    result.left = terms_.logical_and(relative_to(node.first, node.dominator), result.merged.first);
    smt::Term right = terms_.logical_and(relative_to(node.second, node.dominator), result.merged.second);
    result.local = terms_.logical_or(result.left, right);
    result.ssa = result.merged.ssa;
  }
  return result;
}

smt::EncodedStep PathFormulaEncoder::encode_step(const PathFormulas::Node& node) {
  const smt::SsaMap& in = encoded_.at(node.first).ssa;
  switch (node.kind) {
  case PathFormulas::Kind::Summarise: {
    const BlockSummary& summary = formulas_.summaries_[node.summary];
    return encoder_.encode_block(summary.formula, summary.written, in);
  }
  case PathFormulas::Kind::Save:
    return encoder_.save_parameters(node.function, in);
  case PathFormulas::Kind::Restore:
    return encoder_.restore_parameters(node.function, in);
  case PathFormulas::Kind::RestoreFrom:
    return encoder_.restore_registers(node.function, encoded_.at(node.second).ssa, in);
  default:
    return encoder_.encode(node.edge, in);
  }
}

smt::Term PathFormulaEncoder::relative_to(PathFormulaId id, PathFormulaId dominator,
                                          const std::function<const smt::Term&(PathFormulaId)>& local_of) {
  std::vector<smt::Term> conjuncts;
  for (; id != dominator; id = formulas_.nodes_[id.index()].dominator) {
    const smt::Term& local = local_of(id);
    if (!local.is_true()) {
      conjuncts.push_back(local);
    }
  }
  std::reverse(conjuncts.begin(), conjuncts.end());
  return terms_.logical_and(conjuncts);
}

smt::Term PathFormulaEncoder::relative_to(PathFormulaId id, PathFormulaId dominator) {
  return relative_to(id, dominator, [this](PathFormulaId node) -> const smt::Term& { return encoded_.at(node).local; });
}

std::vector<PathFormulaId> PathFormulaEncoder::nodes_below(PathFormulaId id) const {
  std::set<PathFormulaId> found = {id}; // by age: a node comes after what it was made of
  std::vector<PathFormulaId> work = {id};
  while (!work.empty()) {
    const PathFormulas::Node& node = formulas_.nodes_[work.back().index()];
    work.pop_back();
    for (PathFormulaId part : {node.first, node.second}) {
      if (part.is_valid() && found.insert(part).second) {
        work.push_back(part);
      }
    }
  }
  return {found.begin(), found.end()};
}

std::vector<PathStep> PathFormulaEncoder::path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds) {
  return path_by(id, holds, [this](PathFormulaId merge) -> const smt::Term& { return encoded_.at(merge).left; });
}

std::vector<PathStep> PathFormulaEncoder::path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds,
                                               const WeakerPathFormula& weaker) {
  return path_by(id, holds, [&weaker](PathFormulaId merge) -> const smt::Term& { return weaker.left.at(merge); });
}

std::vector<PathStep> PathFormulaEncoder::path_by(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds,
                                                  const LeftSide& left) {
  encoded(id);
  std::vector<PathStep> steps;
  while (id != formulas_.start()) {
    const PathFormulas::Node& node = formulas_.nodes_[id.index()];
    if (node.kind != PathFormulas::Kind::Merge) {
      steps.push_back({id, node.edge, encoded_.at(id).step});
      id = node.first;
    } else {
      id = holds(left(id)) ? node.first : node.second;
    }
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

std::vector<smt::Term> PathFormulaEncoder::relevant(const std::vector<smt::Term>& facts, PathFormulaId id) {
  if (facts.empty()) {
    return {};
  }
  auto [read, is_new] = read_.try_emplace(id);
  if (is_new) {
    for (const smt::Term& constant : terms_.constants(encode(id).formula)) {
      const std::optional<smt::IndexedSymbol> indexed = encoder_.find(constant);
      if (indexed && indexed->index == 0U) {
        read->second.insert(indexed->symbol);
      }
    }
  }
  std::vector<smt::Term> result;
  for (const smt::Term& fact : facts) {
    const std::optional<smt::IndexedSymbol> symbol = encoder_.find(terms_.constants(fact).front());
    if (symbol && read->second.contains(symbol->symbol)) {
      result.push_back(fact);
    }
  }
  return result;
}

} // namespace vouch::domains
