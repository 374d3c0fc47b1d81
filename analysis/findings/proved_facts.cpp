#include "analysis/findings/proved_facts.hpp"

#include "analysis/facts/call_graph.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace vouch::findings {
namespace {

using cfa::WrittenExpression;

bool says(const LoopFacts& facts, const WrittenExpression& conjunct) {
  return std::ranges::find(facts.conjuncts, conjunct) != facts.conjuncts.end() ||
         std::ranges::find(facts.implied, conjunct) != facts.implied.end();
}

/// What all say of elements, in the same words.
std::vector<WrittenExpression> common_for_all(const std::vector<const LoopFacts*>& all) {
  std::vector<WrittenExpression> result;
  for (const WrittenExpression& text : all.empty() ? result : all.front()->for_all) {
    if (std::ranges::all_of(all, [&](const LoopFacts* facts) {
          return std::ranges::find(facts->for_all, text) != facts->for_all.end();
        })) {
      result.push_back(text);
    }
  }
  return result;
}

/// The conjuncts that all say.
std::vector<WrittenExpression> common_conjuncts(const std::vector<const LoopFacts*>& all) {
  std::vector<WrittenExpression> result;
  for (const LoopFacts* own : all) {
    for (const WrittenExpression& conjunct : own->conjuncts) {
      const bool is_common = std::ranges::all_of(all, [&](const LoopFacts* facts) { return says(*facts, conjunct); });
      if (is_common && std::ranges::find(result, conjunct) == result.end()) {
        result.push_back(conjunct);
      }
    }
  }
  return result;
}

std::vector<std::string> names_in(const WrittenExpression& expression, const cfa::Cfa& cfa, const SourceRange& range) {
  std::vector<std::string> names;
  for (const cfa::NamedPlace& place : expression.places) {
    if (const std::optional<std::string> name = cfa::name_at(place, cfa, range);
        name && std::ranges::find(names, *name) == names.end()) {
      names.push_back(*name);
    }
  }
  return names;
}

/// A part of a function's text that stands for an edge.
struct Stretch {
  SourceRange range;
  bool is_unreachable = false;
};

/// Those that no run comes to, in order, without any that has something in common with a stretch that runs come to: of
/// `x = f();` the call may be reachable and the assignment not.
std::vector<SourceRange> surely_unreachable(std::vector<Stretch> stretches) {
  std::ranges::stable_sort(stretches, {}, [](const Stretch& stretch) { return stretch.range.begin; });
  std::vector<SourcePosition> begins;
  std::vector<SourcePosition> ends; ///< the largest up to there
  for (const Stretch& stretch : stretches) {
    if (!stretch.is_unreachable) {
      begins.push_back(stretch.range.begin);
      ends.push_back(ends.empty() ? stretch.range.end : std::max(ends.back(), stretch.range.end));
    }
  }
  std::vector<SourceRange> result;
  for (const Stretch& stretch : stretches) {
    const auto behind = std::ranges::lower_bound(begins, stretch.range.end) - begins.begin();
    const bool overlaps = behind > 0 && ends[static_cast<std::size_t>(behind - 1)] > stretch.range.begin;
    if (stretch.is_unreachable && !overlaps) {
      result.push_back(stretch.range);
    }
  }
  return result;
}

/// Joined where one begins at most a line behind the other: what has no edges (`break;`) may stand between others.
std::vector<Place> unreachable_runs(std::vector<Stretch> stretches) {
  std::vector<SourcePosition> reachable;
  for (const Stretch& stretch : stretches) {
    if (!stretch.is_unreachable) {
      reachable.push_back(stretch.range.begin);
    }
  }
  std::ranges::sort(reachable);
  std::vector<SourceRange> runs;
  for (const SourceRange& range : surely_unreachable(std::move(stretches))) {
    const bool is_near = !runs.empty() && range.begin.line <= runs.back().end.line + 1;
    const bool has_something_between = is_near && std::ranges::upper_bound(reachable, runs.back().begin) !=
                                                      std::ranges::upper_bound(reachable, range.begin);
    if (is_near && !has_something_between) {
      runs.back().end = std::max(runs.back().end, range.end);
    } else {
      runs.push_back(range);
    }
  }
  std::vector<Place> places;
  for (const SourceRange& run : runs) {
    places.push_back(trace::place_of(run));
  }
  return places;
}

bool uses_memory(const cfa::Edge& edge) {
  const bool is_plain =
      std::holds_alternative<cfa::Skip>(edge.operation) || std::holds_alternative<cfa::Assume>(edge.operation) ||
      std::holds_alternative<cfa::Assign>(edge.operation) || std::holds_alternative<cfa::Input>(edge.operation) ||
      std::holds_alternative<cfa::Call>(edge.operation) || std::holds_alternative<cfa::Return>(edge.operation);
  bool result = !is_plain;
  for (cfa::ExpressionRef root : cfa::expressions_of(edge.operation)) {
    cfa::for_each_subexpression(root, [&](cfa::ExpressionRef part) {
      result = result || std::holds_alternative<cfa::Load>(part->node) ||
               std::holds_alternative<cfa::AddressOf>(part->node) ||
               std::holds_alternative<cfa::MemoryCheck>(part->node) || cfa::is_pointer(part->type);
    });
  }
  return result;
}

/// By function: whether it, or something that it calls, uses memory.
std::vector<bool> functions_with_memory(const cfa::Cfa& cfa, const facts::CallGraph& calls) {
  std::vector<bool> result(cfa.function_count(), false);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const std::size_t function = cfa.location(edge.source).function.index();
    result[function] = result[function] || uses_memory(edge);
  }
  return calls.that_may_enter(std::move(result));
}

} // namespace

bool is_in_main_file(const cfa::Function& function) {
  return !function.is_synthetic && !function.is_linked && function.range.is_valid();
}

CombinedFacts::CombinedFacts(const cfa::Cfa& cfa, const std::vector<EntryFacts>& entries)
    : cfa_(cfa), speaking_(cfa.function_count()) {
  const bool has_something = std::ranges::any_of(
      entries, [](const EntryFacts& entry) { return entry.facts != nullptr && *entry.facts != ProvedFacts(); });
  if (!has_something) {
    return;
  }
  const facts::CallGraph calls(cfa);
  for (const EntryFacts& entry : entries) {
    for (cfa::FunctionId function : calls.reachable_from(cfa.location(entry.entry.start).function)) {
      speaking_[function.index()].push_back(&entry);
    }
  }
  const std::vector<bool> has_memory = functions_with_memory(cfa, calls);
  for (const EntryFacts& entry : entries) {
    std::vector<const EntryFacts*>& speaking = speaking_[entry.entry.function.index()];
    if (entry.entry.kind == cfa::EntryKind::AnyCall && speaking.size() > 1 && entry.facts != nullptr &&
        !entry.rests_on_preconditions && !has_memory[entry.entry.function.index()]) {
      speaking = {&entry};
    }
  }
}

std::vector<const LoopFacts*> CombinedFacts::said_of(cfa::LocationId head) const {
  std::vector<const LoopFacts*> result;
  for (const EntryFacts* entry : speaking_[cfa_.location(head).function.index()]) {
    if (entry->facts == nullptr) {
      return {};
    }
    if (entry->facts->unreachable.contains(head)) {
      continue;
    }
    const auto own = std::ranges::find(entry->facts->loops, head, &LoopFacts::head);
    if (own == entry->facts->loops.end()) {
      return {};
    }
    result.push_back(&*own);
  }
  return result;
}

std::vector<Invariant> CombinedFacts::invariants() const {
  std::vector<Invariant> result;
  for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
    const cfa::LocationId head(index);
    const cfa::Function& function = cfa_.function(cfa_.location(head).function);
    if (!cfa_.location(head).is_loop_head || !is_in_main_file(function)) {
      continue;
    }
    const SourceRange& range = cfa_.location(head).range;
    const std::vector<const LoopFacts*> said = said_of(head);
    const auto add = [&](const WrittenExpression& expression, Invariant::About about) {
      if (const std::optional<std::string> text = cfa::text_at(expression, cfa_, range)) {
        result.push_back({function.name, trace::place_of(range), *text, names_in(expression, cfa_, range), about});
      }
    };
    for (const WrittenExpression& conjunct : common_conjuncts(said)) {
      add(conjunct, Invariant::About::Variables);
    }
    for (const WrittenExpression& text : common_for_all(said)) {
      add(text, Invariant::About::Elements);
    }
  }
  return result;
}

std::vector<std::string> CombinedFacts::guarantees(cfa::FunctionId id) const {
  const cfa::Function& function = cfa_.function(id);
  std::vector<std::string> result;
  if (function.return_variables.size() != 1) {
    return result;
  }
  for (const WrittenExpression& conjunct : common_conjuncts(said_of(function.exit))) {
    std::string text = conjunct.pieces.front();
    for (std::size_t i = 0; i < conjunct.places.size(); ++i) {
      text += "result" + conjunct.pieces[i + 1];
    }
    const cfa::NamedPlace returned{function.return_variables.front()};
    if (std::ranges::all_of(conjunct.places, [&](const cfa::NamedPlace& place) { return place == returned; })) {
      result.push_back(std::move(text));
    }
  }
  return result;
}

std::vector<std::string> CombinedFacts::followed(cfa::FunctionId function) const {
  std::set<std::string> names;
  for (const EntryFacts* entry : speaking_[function.index()]) {
    if (entry->facts == nullptr || !entry->facts->followed.contains(function)) {
      continue;
    }
    for (cfa::VariableId variable : entry->facts->followed.at(function)) {
      if (cfa_.variable(variable).scope.range.is_valid() || !cfa_.variable(variable).function.is_valid()) {
        names.insert(cfa_.variable(variable).name);
      }
    }
  }
  return {names.begin(), names.end()};
}

bool CombinedFacts::is_unreachable(cfa::LocationId location) const {
  const std::vector<const EntryFacts*>& speaking = speaking_[cfa_.location(location).function.index()];
  return !speaking.empty() && std::ranges::all_of(speaking, [&](const EntryFacts* entry) {
    return entry->facts != nullptr && entry->facts->unreachable.contains(location);
  });
}

std::vector<Place> CombinedFacts::unreachable() const {
  std::map<cfa::FunctionId, std::vector<Stretch>> stretches;
  for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
    if (is_unreachable(cfa::LocationId(index))) {
      stretches[cfa_.location(cfa::LocationId(index)).function];
    }
  }
  for (std::size_t index = 0; index < cfa_.edge_count() && !stretches.empty(); ++index) {
    const cfa::Edge& edge = cfa_.edge(cfa::EdgeId(index));
    const cfa::FunctionId function = cfa_.location(edge.source).function;
    const auto own = stretches.find(function);
    const bool is_shown = own != stretches.end() && is_in_main_file(cfa_.function(function)) && edge.range.is_valid() &&
                          edge.range.path() == cfa_.function(function).range.path();
    if (is_shown && !std::holds_alternative<cfa::Return>(edge.operation)) {
      own->second.push_back({edge.range, is_unreachable(edge.source)});
    }
  }
  std::vector<Place> result;
  for (auto& [function, list] : stretches) {
    const std::vector<Place> runs = unreachable_runs(std::move(list));
    result.insert(result.end(), runs.begin(), runs.end());
  }
  return result;
}

} // namespace vouch::findings
