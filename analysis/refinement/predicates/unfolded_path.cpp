#include "analysis/refinement/predicates/unfolded_path.hpp"

#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/refinement/path_checker.hpp"
#include "analysis/refinement/predicates/path_values.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_set>

namespace vouch::refinement {
namespace {

using domains::AbstractionRef;
using domains::PathFormulaId;
using domains::PathFormulas;
using Holds = std::function<bool(const smt::Term&)>;

std::size_t location_key(cfa::LocationId location) { return hash_of(location); }

/// The chain of blocks to `exit`, which the analysis of a block has reached.
std::vector<ChainSegment> chain_to(const AbstractionRef& exit) {
  std::vector<ChainSegment> chain;
  for (AbstractionRef end = exit; end->previous != nullptr; end = end->previous) {
    chain.push_back({end->block, end, {}, location_key(end->location)});
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

const domains::Abstraction* root_of(const domains::Abstraction* abstraction) {
  while (abstraction->previous != nullptr) {
    abstraction = abstraction->previous.get();
  }
  return abstraction;
}

/// Which reached set an abstraction belongs to; the root of its chain tells.
using SetByRoot = std::map<const domains::Abstraction*, core::ReachedSetId>;

SetByRoot sets_by_root(const core::Exploration& exploration) {
  SetByRoot result;
  for (std::size_t index = 0; index < exploration.size(); ++index) {
    const core::ReachedSetId id(index);
    const core::ArgNodeId root = exploration.reached(id).arg().root();
    result.emplace(domains::abstraction_of(exploration.reached(id).node(root).state).get(), id);
  }
  return result;
}

/// Makes names for values; lives as long as anything that may still need one.
struct NameSource {
  smt::TermManager& terms;
  smt::Encoder& encoder;
  domains::BlockSymbols symbols;
  std::size_t next = 0;

  smt::Term fresh(smt::SymbolId symbol) {
    return terms.constant(encoder.name_of(symbol) + "#" + std::to_string(next++), encoder.sort_of(symbol));
  }
};

/// A run of a block, shared by the calls that are answered by it.
using SharedRun = std::shared_ptr<Activation>;

/// A call that is to be unfolded.
struct Unfolded {
  CallOnPath* call;
  SharedRun inside;
};

/// Unfolds one path.
class Unfolder {
public:
  Unfolder(const core::Exploration& exploration, const PathServices& services, RunContext& context)
      : exploration_(exploration), services_(services), context_(context),
        names_(std::make_shared<NameSource>(
            NameSource{services.terms, services.theory.encoder, {services.cfa, services.theory.encoder}})),
        sets_(sets_by_root(exploration)), values_(services.terms, services.theory, context) {}

  Unfolding unfold(const OutermostChain& chain) {
    Activation outermost;
    outermost.set = core::program_set;
    ActivationValues values{[names = names_](smt::SymbolId symbol) { return names->fresh(symbol); }};
    std::optional<std::vector<Holds>> choices = choose_outermost(chain.blocks);
    if (!choices) {
      return smt::Undecided{"solver gave up on the path"};
    }
    for (std::size_t i = 0; i < chain.blocks.size(); ++i) {
      outermost.segments.push_back(straight_segment(chain.blocks[i], (*choices)[i], values));
      outermost.segments.back().set = chain.sets[i];
    }
    while (true) {
      context_.check();
      smt::SolverAnswer answer = solve_again(outermost);
      if (std::holds_alternative<smt::Undecided>(answer)) {
        return std::get<smt::Undecided>(answer);
      }
      if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
        return RefutedPath{std::move(outermost)};
      }
      if (!straighten_last(std::get<smt::Satisfiable>(answer).model)) {
        return smt::Undecided{"solver gave up on a call of the path"};
      }
      const std::vector<Unfolded> to_blame = first_that_cannot(outermost);
      if (to_blame.empty()) {
        return edges_of(outermost);
      }
      last_ = to_blame.back().call;
      if (unfolds_all()) {
        for (const auto& [call, answered] : runs_) {
          answered.call->inside = answered.inside;
        }
      }
      for (const Unfolded& unfolded : to_blame) {
        unfolded.call->inside = unfolded.inside;
      }
    }
  }

private:
  /// One path through each block of the chain that a model takes, as tests of the blocks' formulas.
  std::optional<std::vector<Holds>> choose_outermost(const std::vector<ChainSegment>& chain) {
    auto instance = std::make_shared<ChainInstance>(chain, relations_of(chain, services_.theory), services_.terms,
                                                    services_.theory);
    smt::Solver solver(services_.terms, context_);
    solver.add(instance->background());
    for (const smt::Term& formula : instance->formulas()) {
      solver.add(formula);
    }
    smt::SolverAnswer answer = solver.check();
    auto* satisfiable = std::get_if<smt::Satisfiable>(&answer);
    if (satisfiable == nullptr) {
      return std::nullopt;
    }
    auto model = std::make_shared<smt::Model>(std::move(satisfiable->model));
    std::vector<Holds> choices;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      choices.emplace_back(
          [instance, model, i](const smt::Term& term) { return model->holds(instance->renamed(term, i)); });
    }
    return choices;
  }

  /// The one path through `paths` that `holds` chooses.
  PathFormulaId straightened(PathFormulaId paths, const Holds& holds) {
    PathFormulaId path = PathFormulas::start();
    for (const auto& step : services_.theory.paths.path(paths, holds)) {
      path = services_.formulas.with_step_of(path, step.node);
    }
    return path;
  }

  Segment straight_segment(const ChainSegment& block, const Holds& holds, ActivationValues& values) {
    Segment segment;
    segment.block = block;
    segment.block.paths = straightened(block.paths, holds);
    segment.names = names(values);
    std::vector<smt::Term> parts;
    smt::SsaMap before;
    for (const auto& step : services_.theory.paths.path(segment.block.paths, [](const smt::Term&) { return true; })) {
      if (const domains::BlockSummary* summary = services_.formulas.summary(step.node)) {
        CallOnPath call{*summary, segment.names->rename(step.step.formula), before, {}, nullptr};
        for (smt::SymbolId symbol : summary->written) {
          call.after.emplace(symbol, segment.names->value(symbol, step.step.out[symbol]));
        }
        segment.calls.push_back(std::move(call));
      } else {
        parts.push_back(segment.names->rename(step.step.formula));
      }
      before = step.step.out;
    }
    segment.formula = services_.terms.logical_and(parts);
    finish(segment, before, values);
    return segment;
  }

  /// All paths of the block, summaries included.
  Segment whole_segment(const ChainSegment& block, ActivationValues& values) {
    Segment segment;
    segment.block = block;
    segment.names = names(values);
    const domains::EncodedPathFormula encoded = services_.theory.paths.encode(block.paths);
    segment.formula = segment.names->rename(encoded.formula);
    finish(segment, encoded.ssa, values);
    return segment;
  }

  std::shared_ptr<SegmentNames> names(const ActivationValues& values) {
    return std::make_shared<SegmentNames>(services_.terms, services_.theory.encoder, values,
                                          "#" + std::to_string(names_->next++));
  }

  static void finish(Segment& segment, const smt::SsaMap& indices, ActivationValues& values) {
    for (const auto& [symbol, index] : indices) {
      values.now.insert_or_assign(symbol, segment.names->value(symbol, index));
    }
    segment.indices = indices;
  }

  /// The activation behind `call`: all paths of its blocks, or those that `choose` takes, given the former.
  Activation activation(const CallOnPath& call, Segment& caller, const std::function<Holds(const Segment&)>& choose,
                        const Activation* whole = nullptr) {
    Activation result;
    result.set = sets_.at(root_of(call.summary.exit.get()));
    const core::BlockContext block = *exploration_.block_of(result.set);
    result.kind = block.block.kind;
    const bool is_function = block.block.kind == facts::BlockKind::Function;
    std::shared_ptr<SegmentNames> caller_names = caller.names;
    const smt::SsaMap indices = call.indices;
    ActivationValues values{[names = names_, caller_names, indices, is_function](smt::SymbolId symbol) {
      const bool is_shared = names->encoder.is_state(symbol) && !(is_function && names->symbols.is_automatic(symbol));
      return is_shared ? caller_names->value(symbol, indices[symbol]) : names->fresh(symbol);
    }};
    std::vector<smt::Term> passed;
    for (smt::SymbolId symbol : names_->symbols.named_at_entry(block)) {
      const smt::Term value = caller.names->value(symbol, call.indices[symbol]);
      const smt::Term own = names_->fresh(symbol);
      result.entry.emplace(symbol, value);
      values.start->emplace(symbol, own);
      passed.push_back(services_.terms.equal(own, value));
    }
    const std::vector<ChainSegment> chain = chain_to(call.summary.exit);
    for (std::size_t i = 0; i < chain.size(); ++i) {
      result.segments.push_back(choose ? straight_segment(chain[i], choose(whole->segments[i]), values)
                                       : whole_segment(chain[i], values));
      result.segments.back().set = result.set;
    }
    Segment& first = result.segments.front();
    passed.push_back(first.formula);
    first.formula = services_.terms.logical_and(passed);
    Segment& last = result.segments.back();
    std::vector<smt::Term> returned = {last.formula};
    for (const auto& [symbol, value] : call.after) {
      returned.push_back(services_.terms.equal(value, last.names->value(symbol, last.indices[symbol])));
    }
    last.formula = services_.terms.logical_and(returned);
    return result;
  }

  /// What the segments of the activation say, and the summaries of its calls.
  static std::vector<smt::Term> formulas_of(const Activation& activation) {
    std::vector<smt::Term> result;
    for (const Segment& segment : activation.segments) {
      result.push_back(segment.formula);
      for (const CallOnPath& call : segment.calls) {
        result.push_back(call.formula);
      }
    }
    return result;
  }

  static void add_unfolded(const Activation& activation, std::vector<smt::Term>& formulas) {
    std::ranges::move(formulas_of(activation), std::back_inserter(formulas));
    for (const Segment& segment : activation.segments) {
      for (const CallOnPath& call : segment.calls) {
        if (call.inside) {
          add_unfolded(*call.inside, formulas);
        }
      }
    }
  }

  /// Asks for a model of everything that is unfolded; the constants have its values then.
  smt::SolverAnswer solve_again(const Activation& outermost) {
    runs_.clear();
    answered_.clear();
    std::vector<smt::Term> formulas;
    add_unfolded(outermost, formulas);
    return values_.solve_anew(formulas);
  }

  /// The path through the called block that `model` takes, of which `whole` has all paths; its constants have values
  /// then. Null: the solver gave up.
  SharedRun straight_run(const CallOnPath& call, Segment& caller, const Activation& whole, const smt::Model& model) {
    auto straight = std::make_shared<Activation>(activation(
        call, caller,
        [&](const Segment& segment) -> Holds {
          return [this, &model, names = segment.names](const smt::Term& term) {
            return model.holds(values_.substituted(names->rename(term)));
          };
        },
        &whole));
    const smt::SolverAnswer answer = values_.solve(formulas_of(*straight));
    return std::holds_alternative<smt::Satisfiable>(answer) ? straight : nullptr;
  }

  /// What was unfolded last has all paths of its block; from here on it has the one that the model takes.
  bool straighten_last(const smt::Model& model) {
    if (last_ == nullptr) {
      return true;
    }
    const SharedRun straight = straight_run(*last_, *caller_of_.at(last_), *last_->inside, model);
    last_->inside = straight != nullptr ? straight : last_->inside;
    last_ = nullptr;
    return straight != nullptr;
  }

  /// Whether calls that can do what they are asked for are unfolded with the first one that cannot.
  [[nodiscard]] bool unfolds_all() const { return !services_.recursive.empty(); }

  /// The calls of the activation, those last that are made first, and behind the others those of which nothing is used; in their
  /// order if all are unfolded.
  std::vector<CallOnPath*> calls_of(Activation& activation) {
    std::unordered_set<smt::Term> used;
    for (const Segment& segment : activation.segments) {
      const std::vector<smt::Term>& constants = services_.terms.constants(segment.formula);
      used.insert(constants.begin(), constants.end());
    }
    std::vector<CallOnPath*> result;
    for (Segment& segment : activation.segments) {
      for (CallOnPath& call : segment.calls) {
        result.push_back(&call);
        caller_of_.insert_or_assign(&call, &segment);
      }
    }
    if (unfolds_all()) {
      return result;
    }
    std::ranges::reverse(result);
    std::ranges::stable_partition(result, [&](const CallOnPath* call) {
      return std::ranges::any_of(call->after, [&](const auto& entry) { return used.contains(entry.second); });
    });
    return result;
  }

  /// The calls from the activation inwards to the first one that cannot do what its values say, with what is to be
  /// unfolded of them; empty: all can.
  std::vector<Unfolded> first_that_cannot(Activation& activation) {
    for (CallOnPath* call : calls_of(activation)) {
      std::vector<Unfolded> result =
          call->inside != nullptr ? first_that_cannot(*call->inside) : what_cannot(*call, *caller_of_.at(call));
      if (!result.empty()) {
        return result;
      }
    }
    return {};
  }

  /// The same for one call that is not unfolded.
  std::vector<Unfolded> what_cannot(CallOnPath& call, Segment& caller) {
    context_.check();
    const SharedRun whole = std::make_shared<Activation>(this->activation(call, caller, nullptr));
    const std::string question = question_of(call, *whole);
    if (const auto known = answered_.find(question); known != answered_.end()) {
      runs_.insert_or_assign(&call, Unfolded{&call, known->second});
      return {};
    }
    const smt::SolverAnswer answer = values_.ask(formulas_of(*whole));
    const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer);
    const SharedRun run = satisfiable != nullptr ? straight_run(call, caller, *whole, satisfiable->model) : nullptr;
    if (run == nullptr) {
      return {{&call, whole}};
    }
    std::vector<Unfolded> result = first_that_cannot(*run);
    if (!result.empty()) {
      result.insert(result.begin(), {&call, run});
      return result;
    }
    runs_.insert_or_assign(&call, Unfolded{&call, run});
    if (!unfolds_all()) { // those need a run each, with names of its own
      answered_.emplace(question, run);
    }
    return result;
  }

  /// Which run of which block, and the values that it has to have, by the symbols' places in it.
  std::string question_of(const CallOnPath& call, const Activation& whole) const {
    std::string result = std::to_string(reinterpret_cast<std::uintptr_t>(call.summary.exit.get()));
    for (std::size_t i = 0; i < whole.segments.size(); ++i) {
      for (const auto& [symbol, name] : whole.segments[i].names->named()) {
        if (const std::optional<std::string> value = values_.text_of(name)) {
          result += " " + std::to_string(i) + ":" + std::to_string(symbol.first.index()) + "=" + *value;
        }
      }
    }
    for (const auto& [symbol, name] : call.after) {
      result += " " + std::to_string(symbol.index()) + "'=" + values_.text_of(name).value_or("");
    }
    return result;
  }

  Unfolding edges_of(const Activation& outermost) {
    UnfoldedPath path;
    add_edges(outermost, path.edges);
    return path.edges.size() > most_edges_of_formula ? Unfolding(smt::Undecided{"the path is too long"})
                                                     : Unfolding(path);
  }

  void add_edges(const Activation& activation, std::vector<cfa::EdgeId>& edges) {
    for (const Segment& segment : activation.segments) {
      auto call = segment.calls.begin();
      for (const auto& step : services_.theory.paths.path(segment.block.paths, [](const smt::Term&) { return true; })) {
        if (edges.size() > most_edges_of_formula) {
          return;
        }
        if (step.edge.is_valid()) {
          edges.push_back(step.edge);
        } else if (services_.formulas.summary(step.node) != nullptr) {
          const CallOnPath& entered = *call++;
          add_edges(entered.inside != nullptr ? *entered.inside : *runs_.at(&entered).inside, edges);
        }
      }
    }
  }

  const core::Exploration& exploration_;
  const PathServices& services_;
  RunContext& context_;
  std::shared_ptr<NameSource> names_;
  SetByRoot sets_;
  std::unordered_map<const CallOnPath*, Segment*> caller_of_;
  CallOnPath* last_ = nullptr; ///< set: what is unfolded of it are all paths of its block
  // Of the present model:
  PathValues values_;                                    ///< by constant
  std::unordered_map<const CallOnPath*, Unfolded> runs_; ///< of calls that can do what their values say
  std::unordered_map<std::string, SharedRun> answered_;  ///< by question
};

} // namespace

smt::Term SegmentNames::value(smt::SymbolId symbol, unsigned index) {
  auto [known, is_new] = named_.try_emplace({symbol, index});
  if (is_new && index != 0) {
    known->second = terms_.constant(terms_.name(encoder_.indexed(symbol, index)) + suffix_, encoder_.sort_of(symbol));
  } else if (is_new) {
    auto changed = values_.now.find(symbol);
    if (changed != values_.now.end()) {
      known->second = changed->second;
    } else {
      auto [start, is_first] = values_.start->try_emplace(symbol);
      if (is_first) {
        start->second = values_.initial(symbol);
      }
      known->second = start->second;
    }
  }
  if (is_new) {
    symbols_.emplace(known->second, symbol);
  }
  return known->second;
}

std::optional<smt::SymbolId> SegmentNames::symbol_named(const smt::Term& constant) const {
  auto found = symbols_.find(constant);
  return found == symbols_.end() ? std::nullopt : std::optional(found->second);
}

smt::Term SegmentNames::rename(const smt::Term& formula) {
  smt::Substitution renaming;
  for (const smt::Term& constant : terms_.constants(formula)) {
    const std::optional<smt::IndexedSymbol> found = encoder_.find(constant);
    if (found && found->index) {
      renaming.emplace_back(constant, value(found->symbol, *found->index));
    }
  }
  return terms_.substitute(formula, renaming);
}

std::optional<OutermostChain> outermost_chain(const core::Exploration& exploration, core::ExploredNode target) {
  const std::optional<std::vector<core::ExploredNode>> way = exploration.way_to(target.set);
  if (!way) {
    return std::nullopt;
  }
  OutermostChain chain;
  auto add = [&](core::ReachedSetId id, core::ArgNodeId node) {
    for (ChainSegment& block : segment_chain(exploration.reached(id), node)) {
      if (exploration.size() > 1) { // calls are no part of the states then, at least not all of them
        block.location_key = location_key(block.end->location);
      }
      chain.blocks.push_back(std::move(block));
      chain.sets.push_back(id);
    }
  };
  for (const core::ExploredNode& user : *way) {
    add(user.set, user.node);
    const core::ReachedSetId entered = exploration.use_at(user)->used;
    const core::ReachedSet& inside = exploration.reached(entered);
    const AbstractionRef& start = domains::abstraction_of(inside.node(inside.arg().root()).state);
    chain.blocks.push_back({domains::path_since_abstraction(exploration.node(user).state), start, user.node,
                            location_key(start->location)});
    chain.sets.push_back(user.set);
  }
  add(target.set, target.node);
  return chain;
}

Unfolding unfold(const core::Exploration& exploration, const OutermostChain& chain, const PathServices& services,
                 RunContext& context) {
  return Unfolder(exploration, services, context).unfold(chain);
}

} // namespace vouch::refinement
