#include "analysis/bam/block_memoization.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace vouch::bam {
namespace {

bool contains(const std::vector<ReachedSetId>& ids, ReachedSetId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool covers(const core::Analysis& analysis, const core::AbstractState& larger, const core::AbstractState& state,
            const core::Precision& precision) {
  const core::AbstractState* candidate = &larger;
  return state == larger || analysis.stop(state, {&candidate, 1}, precision);
}

const core::ArgNode& root_of(const BlockAnalysis& analysis) {
  return analysis.reached.node(analysis.reached.arg().root());
}

} // namespace

/// The transfer relation of one block analysis (algorithms 9 and 11 of the thesis).
class BlockMemoization::Transfer : public core::TransferRelation {
public:
  Transfer(BlockMemoization& memoization, ReachedSetId id) : memoization_(memoization), id_(id) {}

  std::optional<std::vector<core::Successor>> successors(const core::ReachedSet& reached,
                                                         core::ArgNodeId node) override {
    BlockAnalysis& own = memoization_.at(id_);
    if (memoization_.is_own_exit(own, node)) {
      if (std::find(own.exits.begin(), own.exits.end(), node) == own.exits.end()) {
        own.exits.push_back(node);
      }
      return std::vector<core::Successor>();
    }
    if (own.known && node == own.reached.arg().root()) {
      return known_exits(memoization_.known_[*own.known]);
    }
    const std::optional<facts::BlockId> block = entered_block(own, node);
    return block ? across(own, node, *block) : core::successors_along_edges(reached, node);
  }

  /// Which analysis has to come first, if `successors` could not tell.
  [[nodiscard]] std::optional<ReachedSetId> awaited() const { return awaited_; }

private:
  static std::vector<core::Successor> known_exits(const KnownResult& known) {
    std::vector<core::Successor> result;
    for (const core::AbstractState& exit : known.exits) {
      result.push_back({cfa::EdgeId(), exit});
    }
    return result;
  }

  [[nodiscard]] std::optional<facts::BlockId> entered_block(const BlockAnalysis& own, core::ArgNodeId node) const {
    const core::AbstractState& state = own.reached.node(node).state;
    const std::optional<facts::BlockId> block =
        memoization_.program_.blocks.entered_at(memoization_.analysis_.location(state));
    const bool is_inside = block == own.block && memoization_.analysis_.call_depth(state) == 0;
    return is_inside ? std::nullopt : block; // its own first node, or another round of its loop
  }

  std::optional<std::vector<core::Successor>> across(BlockAnalysis& own, core::ArgNodeId node, facts::BlockId block) {
    const core::AbstractState state = own.reached.node(node).state;
    const core::Precision precision = own.reached.node(node).precision;
    auto use = own.uses.find(node);
    if (use == own.uses.end() || !(use->second.entry == state)) {
      const core::Analysis& analysis = memoization_.analysis_;
      const core::BlockContext context = memoization_.context_of(block);
      std::optional<core::AbstractState> reduced = analysis.reduce(state, precision, context);
      if (!reduced) {
        own.uses.erase(node);
        return std::vector<core::Successor>();
      }
      const ReachedSetId used =
          memoization_.analysis_for(block, *std::move(reduced), analysis.reduce_precision(precision, context));
      use = own.uses.insert_or_assign(node, core::BlockUse{state, block, used, {}, {}}).first;
      const core::ExploredNode user{id_, node};
      std::vector<core::ExploredNode>& users = memoization_.at(used).users;
      if (std::find(users.begin(), users.end(), user) == users.end()) {
        users.push_back(user);
      }
    }
    const ReachedSetId used = use->second.used;
    if (!memoization_.is_on_stack(used) && !memoization_.is_finished(used) && !memoization_.at(used).gives_way) {
      awaited_ = used;
      return std::nullopt;
    }
    return outcomes(use->second);
  }

  /// What comes out of the block, as far as that is known.
  std::vector<core::Successor> outcomes(core::BlockUse& use) {
    const core::Analysis& analysis = memoization_.analysis_;
    const core::BlockContext context = memoization_.context_of(use.block);
    std::vector<core::Successor> result;
    use.seen.clear();
    use.successors.clear();
    for (core::ArgNodeId exit : memoization_.exits_of(use.used)) {
      const core::AbstractState& exit_state = memoization_.at(use.used).reached.node(exit).state;
      core::AbstractState successor = analysis.expand(use.entry, context, exit_state);
      if (context.block.kind == facts::BlockKind::Function) {
        successor = analysis.rebuild(use.entry, context, successor);
      }
      use.seen.push_back(exit_state);
      use.successors.emplace_back(successor, exit);
      result.push_back({cfa::EdgeId(), std::move(successor)});
    }
    return result;
  }

  BlockMemoization& memoization_;
  ReachedSetId id_;
  std::optional<ReachedSetId> awaited_;
};

BlockMemoization::BlockMemoization(core::Analysis analysis, const Program& program, Beginning beginning, BlockKey key)
    : analysis_(std::move(analysis)), program_(program), known_(std::move(beginning.known)), key_(key),
      traversal_(std::move(beginning.traversal)), by_block_(program.blocks.size()) {
  analyses_.push_back({std::nullopt,
                       core::ReachedSet(analysis_, program.cfa, analysis_.initial_state(beginning.start),
                                        beginning.precision, traversal_),
                       {},
                       {},
                       {}});
  for (std::size_t index = 0; index < known_.size(); ++index) {
    at(add_analysis(known_[index].block, known_[index].entry, beginning.precision)).known = index;
  }
}

ReachedSetId BlockMemoization::add_analysis(facts::BlockId block, core::AbstractState state,
                                            const core::Precision& precision) {
  const ReachedSetId id(analyses_.size());
  analyses_.push_back(
      {block, core::ReachedSet(analysis_, program_.cfa, std::move(state), precision, traversal_), {}, {}, {}});
  by_block_[block.index()].push_back(id);
  return id;
}

core::BlockContext BlockMemoization::context_of(facts::BlockId id) const {
  return {program_.blocks.block(id), program_.effects.of(id), program_.effects};
}

bool BlockMemoization::is_current(const BlockAnalysis& analysis, core::ArgNodeId node,
                                  const core::BlockUse& use) const {
  return analysis.reached.arg().contains(node) && !core::is_covered(analysis.reached.node(node)) &&
         analysis.reached.node(node).state == use.entry;
}

bool BlockMemoization::is_own_exit(const BlockAnalysis& analysis, core::ArgNodeId node) const {
  if (!analysis.block) {
    return false;
  }
  const core::AbstractState& state = analysis.reached.node(node).state;
  const std::vector<cfa::LocationId>& exits = program_.blocks.block(*analysis.block).exits;
  return analysis_.call_depth(state) == 0 && std::binary_search(exits.begin(), exits.end(), analysis_.location(state));
}

std::vector<core::ArgNodeId> BlockMemoization::exits_of(ReachedSetId id) const {
  const BlockAnalysis& analysis = (*this)[id];
  std::vector<core::ArgNodeId> result;
  for (core::ArgNodeId exit : analysis.exits) {
    if (analysis.reached.arg().contains(exit) && !core::is_covered(analysis.reached.node(exit))) {
      result.push_back(exit);
    }
  }
  return result;
}

bool BlockMemoization::is_on_stack(ReachedSetId id) const { return contains(stack_, id); }

bool BlockMemoization::is_finished(ReachedSetId id) const {
  const BlockAnalysis& analysis = (*this)[id];
  return analysis.reached.waitlist().empty() &&
         std::none_of(analysis.reached.targets().begin(), analysis.reached.targets().end(),
                      [&](core::ArgNodeId target) {
                        return core::open_target(analysis.reached, target, *ignored_).has_value();
                      });
}

ReachedSetId BlockMemoization::analysis_for(facts::BlockId block, core::AbstractState state,
                                            const core::Precision& precision) {
  std::optional<ReachedSetId> larger;
  const std::vector<ReachedSetId>& of_block = by_block_[block.index()];
  const auto is_recursive = [&] {
    return std::ranges::any_of(of_block, [&](ReachedSetId id) { return is_on_stack(id); });
  };
  const bool may_be_larger = key_.states == KeyStates::Larger || is_recursive();
  for (ReachedSetId id : of_block) {
    const core::ArgNode& root = root_of(at(id));
    if (!covers(analysis_, root.state, state, precision)) {
      continue;
    }
    if (key_.precision == PrecisionInKey::Yes && !is_on_stack(id) && !(root.precision == precision)) {
      continue;
    }
    if (root.state == state || covers(analysis_, state, root.state, precision)) {
      ++(is_on_stack(id) ? statistics_.cuts : statistics_.hits);
      return id;
    }
    if (is_on_stack(id) || (!larger && may_be_larger && (is_finished(id) || at(id).known))) {
      larger = id;
    }
  }
  if (larger) {
    ++(is_on_stack(*larger) ? statistics_.cuts : statistics_.coverage_hits);
    return *larger;
  }
  ++statistics_.analyses;
  return add_analysis(block, std::move(state), precision);
}

bool BlockMemoization::has_unseen_exit(const core::BlockUse& use) const {
  const BlockAnalysis& used = (*this)[use.used];
  const std::vector<core::ArgNodeId> exits = exits_of(use.used);
  return std::any_of(exits.begin(), exits.end(), [&](core::ArgNodeId exit) {
    const core::ArgNode& node = used.reached.node(exit);
    return std::none_of(use.seen.begin(), use.seen.end(), [&](const core::AbstractState& seen) {
      return covers(analysis_, seen, node.state, node.precision);
    });
  });
}

void BlockMemoization::tell_users(ReachedSetId id) {
  std::vector<ReachedSetId> told;
  bool is_new = false;
  for (const core::ExploredNode& user : std::vector<core::ExploredNode>(at(id).users)) {
    BlockAnalysis& analysis = at(user.set);
    auto use = analysis.uses.find(user.node);
    if (use == analysis.uses.end() || use->second.used != id || !is_current(analysis, user.node, use->second)) {
      std::erase(at(id).users, user);
      continue;
    }
    if (!analysis.reached.waitlist().contains(user.node) && has_unseen_exit(use->second)) {
      analysis.reached.requeue(user.node);
      ++statistics_.readded;
      is_new = true;
      told.push_back(user.set);
    }
  }
  if (is_new) {
    ++at(id).rounds;
    ++statistics_.rounds;
  }
  const bool is_others_turn = at(id).rounds >= 4 && std::has_single_bit(at(id).rounds);
  for (ReachedSetId analysis : told) {
    if (is_on_stack(analysis)) {
      continue;
    }
    if (is_others_turn) {
      at(analysis).gives_way = true;
    } else {
      push(analysis);
    }
  }
}

void BlockMemoization::push(ReachedSetId id) {
  at(id).gives_way = false;
  stack_.push_back(id);
}

std::vector<ReachedSetId> BlockMemoization::used_by_program() const {
  std::vector<ReachedSetId> found = {core::program_set};
  std::unordered_set<ReachedSetId> known = {core::program_set};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const BlockAnalysis& analysis = (*this)[found[i]];
    for (const auto& [node, use] : analysis.uses) {
      if (is_current(analysis, node, use) && known.insert(use.used).second) {
        found.push_back(use.used);
      }
    }
  }
  return found;
}

std::optional<std::vector<core::ExploredNode>> BlockMemoization::way_to(ReachedSetId target) const {
  std::vector<ReachedSetId> found = {core::program_set};
  std::unordered_map<ReachedSetId, core::ExploredNode> reached_by;
  for (std::size_t i = 0; i < found.size() && !(target == found[i]); ++i) {
    const BlockAnalysis& analysis = (*this)[found[i]];
    for (const auto& [node, use] : analysis.uses) {
      if (is_current(analysis, node, use) && use.used != core::program_set &&
          reached_by.try_emplace(use.used, core::ExploredNode{found[i], node}).second) {
        found.push_back(use.used);
      }
    }
  }
  std::vector<core::ExploredNode> way;
  for (ReachedSetId id = target; id != core::program_set; id = way.back().set) {
    auto step = reached_by.find(id);
    if (step == reached_by.end()) {
      return std::nullopt;
    }
    way.push_back(step->second);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

void BlockMemoization::drop_unused_from_stack() {
  const std::vector<ReachedSetId> used = used_by_program();
  const std::unordered_set<ReachedSetId> is_used(used.begin(), used.end());
  std::erase_if(stack_, [&](ReachedSetId id) { return !is_used.contains(id); });
}

/// What the invariant asks for, looked at once more when everything seems to be done.
bool BlockMemoization::push_unfinished() {
  std::vector<ReachedSetId> unfinished;
  for (ReachedSetId id : used_by_program()) {
    BlockAnalysis& analysis = at(id);
    for (const auto& [node, use] : analysis.uses) {
      if (is_current(analysis, node, use) && !analysis.reached.waitlist().contains(node) && has_unseen_exit(use)) {
        analysis.reached.requeue(node);
        ++statistics_.readded;
      }
    }
    if (!is_finished(id)) {
      unfinished.push_back(id);
    }
  }
  for (auto id = unfinished.rbegin(); id != unfinished.rend(); ++id) {
    push(*id);
  }
  return !unfinished.empty();
}

core::Explored BlockMemoization::explore_to_target(RunContext& context, const core::TargetKeys& ignored,
                                                   std::size_t most) {
  ignored_ = &ignored;
  stack_.clear();
  push(core::program_set);
  while (!stack_.empty() || push_unfinished()) {
    const ReachedSetId id = stack_.back();
    Transfer transfer(*this, id);
    const std::size_t nodes_before = at(id).reached.arg().size();
    const core::ExplorationResult result = core::explore(at(id).reached, transfer, context, ignored, most);
    const std::size_t nodes_more = std::max(at(id).reached.arg().size(), nodes_before) - nodes_before;
    most = std::max<std::size_t>(most - std::min(most, nodes_more), 1);
    if (const auto* suspended = std::get_if<core::Suspended>(&result)) {
      if (most == 1 && way_to(id)) {
        return core::HalfWay{{id, suspended->node}};
      }
      push(*transfer.awaited());
    } else if (const auto* unfinished = std::get_if<core::Unfinished>(&result)) {
      if (way_to(id)) {
        return core::HalfWay{{id, unfinished->last}};
      }
      drop_unused_from_stack();
    } else if (const auto* target = std::get_if<core::TargetFound>(&result)) {
      if (way_to(id)) {
        return core::ExploredNode{id, target->node};
      }
      drop_unused_from_stack();
    } else if (const auto* paused = std::get_if<core::PausedAt>(&result)) {
      if (way_to(id)) {
        return core::Paused{{id, paused->node}, at(id).reached.paused().at(paused->node)};
      }
      drop_unused_from_stack();
    } else {
      stack_.pop_back();
      tell_users(id);
    }
  }
  return core::Exhausted{};
}

std::vector<ReachedSetId> BlockMemoization::known_on_the_way(core::ExploredNode target) const {
  std::vector<ReachedSetId> found;
  std::unordered_set<ReachedSetId> entered;
  auto add = [&](const BlockAnalysis& analysis, core::ArgNodeId node) {
    auto use = analysis.uses.find(node);
    if (use != analysis.uses.end() && entered.insert(use->second.used).second) {
      found.push_back(use->second.used);
    }
  };
  auto add_path = [&](core::ExploredNode end) {
    for (core::ArgNodeId step : reached(end.set).arg().path_to(end.node).nodes) {
      if (step != end.node) {
        add((*this)[end.set], step);
      }
    }
  };
  add_path(target);
  for (const core::ExploredNode& user : way_to(target.set).value_or(std::vector<core::ExploredNode>())) {
    add_path(user);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const auto& [node, use] : (*this)[found[i]].uses) {
      add((*this)[found[i]], node);
    }
  }
  std::erase_if(found, [&](ReachedSetId id) { return !is_known(id); });
  return found;
}

core::Explored BlockMemoization::explore(RunContext& context, const core::TargetKeys& ignored, std::size_t most) {
  while (true) {
    const core::Explored result = explore_to_target(context, ignored, most);
    const auto* paused = std::get_if<core::Paused>(&result);
    const auto* end = paused != nullptr ? &paused->node : std::get_if<core::ExploredNode>(&result);
    const std::vector<ReachedSetId> known = end != nullptr ? known_on_the_way(*end) : std::vector<ReachedSetId>();
    if (known.empty()) {
      return result;
    }
    for (ReachedSetId id : known) {
      replace_known(id);
    }
  }
}

void BlockMemoization::take_back(const core::Spurious& spurious) {
  for (const core::Cut& cut : spurious.cuts) {
    for (core::ArgNodeId pivot : cut.pivots) {
      prune(cut.set, pivot, spurious.increment);
    }
    for (ReachedSetId used : cut.used_before) {
      forget_exits(cut.set, used, spurious.increment);
    }
  }
}

std::optional<core::BlockContext> BlockMemoization::block_of(ReachedSetId id) const {
  const std::optional<facts::BlockId>& block = (*this)[id].block;
  return block ? std::optional(context_of(*block)) : std::nullopt;
}

const core::BlockUse* BlockMemoization::use_at(core::ExploredNode node) const {
  const BlockAnalysis& analysis = (*this)[node.set];
  auto use = analysis.uses.find(node.node);
  return use == analysis.uses.end() ? nullptr : &use->second;
}

void BlockMemoization::add_to(Statistics& statistics) const {
  statistics.block_hits += statistics_.hits + statistics_.coverage_hits;
  statistics.block_misses += statistics_.analyses;
  statistics.block_cuts += statistics_.cuts;
  statistics.block_readded += statistics_.readded;
  statistics.block_rounds += statistics_.rounds;
}

void BlockMemoization::prune(ReachedSetId id, core::ArgNodeId node, const core::Precision& increment) {
  BlockAnalysis& analysis = at(id);
  if (!analysis.reached.arg().contains(node)) {
    return;
  }
  analysis.reached.prune(node, increment);
  std::erase_if(analysis.uses, [&](const auto& entry) { return !analysis.reached.arg().contains(entry.first); });
  std::erase_if(analysis.exits, [&](core::ArgNodeId exit) { return !analysis.reached.arg().contains(exit); });
}

void BlockMemoization::replace_known(ReachedSetId id) {
  BlockAnalysis& analysis = at(id);
  const core::Precision precision = root_of(analysis).precision;
  analysis.known.reset();
  prune(id, analysis.reached.arg().root(), precision);
  for (const core::ExploredNode& user : std::vector<core::ExploredNode>(analysis.users)) {
    forget_exits(user.set, id, precision);
  }
  ++statistics_.analyses;
}

void BlockMemoization::forget_exits(ReachedSetId user, ReachedSetId used, const core::Precision& increment) {
  std::vector<core::ArgNodeId> successors;
  const BlockAnalysis& analysis = at(user);
  for (const auto& [node, use] : analysis.uses) {
    if (use.used != used || !analysis.reached.arg().contains(node)) {
      continue;
    }
    for (core::ArgNodeId child : analysis.reached.node(node).children) {
      if (core::has_parent(analysis.reached.node(child), {node, cfa::EdgeId()})) {
        successors.push_back(child);
      }
    }
  }
  for (core::ArgNodeId successor : successors) {
    prune(user, successor, increment);
  }
}

} // namespace vouch::bam
