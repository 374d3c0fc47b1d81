#include "analysis/findings/loop_facts.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/smt/c_text/c_formula.hpp"
#include "analysis/smt/interpolation/linear_form.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <algorithm>
#include <map>

namespace vouch::findings {
namespace {

using cfa::WrittenExpression;
using smt::Term;

/// Of all formulas at one loop head. What has more stays without an invariant.
constexpr std::size_t most_formulas = 64;
constexpr std::size_t most_conjuncts = 40;
/// Of one conjunct as text.
constexpr std::size_t longest_conjunct = 120;
/// About the index that stands for all: of those that are looked at, and of those that are said.
constexpr std::size_t most_about_index = 16;
constexpr std::size_t most_for_all = 3;
/// In a disjunction of what the formulas say beyond what they have in common.
constexpr std::size_t most_alternatives = 3;
constexpr std::size_t longest_disjunction = 80;
constexpr std::chrono::milliseconds query_time{20};

/// A conjunct that can be said in C.
struct Sayable {
  Term term;
  WrittenExpression text;                ///< where it is known to hold
  std::optional<WrittenExpression> part; ///< where it may not: as a part of a disjunction
};

/// Whether the pointer is the base of the address.
bool begins_with(cfa::ExpressionRef address, cfa::VariableId pointer) {
  const auto* read = std::get_if<cfa::VariableRead>(&address->node);
  const auto* sum = std::get_if<cfa::Binary>(&address->node);
  return (read != nullptr && read->variable == pointer) ||
         (sum != nullptr && cfa::is_pointer(sum->left->type) && begins_with(sum->left, pointer));
}

/// Whether the edge reads or writes what the pointer leads to.
bool uses(const cfa::Edge& edge, cfa::VariableId pointer) {
  const auto* store = std::get_if<cfa::Store>(&edge.operation);
  bool result = store != nullptr && begins_with(store->address, pointer);
  for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
      const auto* load = std::get_if<cfa::Load>(&part->node);
      result = result || (load != nullptr && begins_with(load->address, pointer));
    });
  }
  return result;
}

/// Whether what the pointer leads to is used on all ways to `head`, and the pointer stays as it is: then it is not null.
bool is_used_before(cfa::VariableId pointer, cfa::LocationId head, const cfa::Cfa& cfa) {
  const cfa::FunctionId function = cfa.location(head).function;
  std::vector<cfa::LocationId> work = {cfa.function(function).entry};
  std::set<cfa::LocationId> reached = {work.front()};
  bool is_reached_unused = false;
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    is_reached_unused = is_reached_unused || location == head;
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      const cfa::LocationId next = cfa::successor_in_function(cfa, id);
      if (next.is_valid() && !uses(cfa.edge(id), pointer) && reached.insert(next).second) {
        work.push_back(next);
      }
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count() && !is_reached_unused; ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const std::vector<cfa::VariableId> written = cfa::variables_written(edge.operation);
    is_reached_unused =
        cfa.location(edge.source).function == function && std::ranges::find(written, pointer) != written.end();
  }
  return cfa.variable(pointer).function == function && !is_reached_unused;
}

/// The formulas of which one holds at a loop head.
class HeadFormulas {
public:
  HeadFormulas(std::vector<Term> formulas, cfa::LocationId head, const ProvedProgram& program, smt::Encoder& encoder,
               RunContext& context)
      : formulas_(std::move(formulas)), head_(head), program_(program), encoder_(encoder), terms_(encoder.terms()),
        solver_(terms_, context) {
    const Term all = terms_.logical_and(formulas_);
    solver_.add(encoder_.background(all));
    for (const Term& constant : terms_.constants(all)) {
      if (const auto symbol = encoder_.find(constant)) {
        solver_.add(encoder_.in_range(symbol->symbol, constant));
      }
    }
  }

  LoopFacts facts() {
    LoopFacts result{head_, {}, {}};
    collect();
    std::vector<Sayable> common;
    std::vector<std::vector<Sayable>> rests(formulas_.size());
    for (const Sayable& conjunct : sayable_) {
      if (std::ranges::all_of(formulas_, [&](const Term& formula) { return follows_from(formula, conjunct.term); })) {
        common.push_back(conjunct);
        continue;
      }
      for (std::size_t i = 0; i < formulas_.size(); ++i) {
        if (conjuncts_[i].contains(conjunct.term)) {
          rests[i].push_back(conjunct);
        }
      }
    }
    std::vector<Term> known;
    for (const Sayable& conjunct : minimal(common, {}, result.implied)) {
      result.conjuncts.push_back(conjunct.text);
      known.push_back(conjunct.term);
    }
    add_alternatives(rests, known, result);
    add_for_all(result);
    return result;
  }

private:
  void collect() {
    for (const Term& formula : formulas_) {
      std::set<Term, ById>& own = conjuncts_.emplace_back();
      for (const Term& conjunct : terms_.conjuncts(formula)) {
        own.insert(conjunct);
        if (const auto index = index_in(conjunct)) {
          if (about_index_.size() < most_about_index) {
            about_index_.emplace(conjunct, *index);
          }
          continue;
        }
        const bool is_new =
            std::ranges::none_of(sayable_, [&](const Sayable& known) { return known.term == conjunct; });
        if (!is_new || sayable_.size() == most_conjuncts) {
          continue;
        }
        std::optional<WrittenExpression> text =
            smt::c_formula(conjunct, smt::Truth::Known, encoder_, program_.cfa, program_.regions);
        if (text && text->length() <= longest_conjunct && is_sayable(*text)) {
          const bool may_be_part = std::ranges::none_of(text->places, &is_through_pointer);
          sayable_.push_back({conjunct, unless_null(*text),
                              may_be_part
                                  ? smt::c_formula(conjunct, smt::Truth::Open, encoder_, program_.cfa, program_.regions)
                                  : std::nullopt});
        }
      }
    }
    std::ranges::stable_sort(sayable_, {}, [](const Sayable& conjunct) { return conjunct.text.length(); });
  }

  /// What is not live has no value that C knows, or none that anybody will ask for.
  [[nodiscard]] bool is_sayable(const WrittenExpression& text) const {
    const bool is_live = std::ranges::all_of(text.places, [&](const cfa::NamedPlace& place) {
      const cfa::Variable& variable = program_.cfa.variable(place.variable);
      if (is_through_pointer(place) && may_have_ended(place)) {
        return false;
      }
      return !cfa::has_automatic_storage(variable) || variable.storage == cfa::Storage::Memory ||
             program_.live.is_live_at(head_, place.variable) || has_cells(place.variable);
    });
    return is_live && cfa::text_at(text, program_.cfa, program_.cfa.location(head_).range);
  }

  /// Whether the elements that it leads to have become variables: then it is not read any more where they are.
  [[nodiscard]] bool has_cells(cfa::VariableId pointer) const {
    for (std::size_t i = 0; i < program_.cfa.variable_count(); ++i) {
      const std::optional<cfa::ElementOfArray>& element = program_.cfa.variable(cfa::VariableId(i)).element;
      if (element && element->array == pointer) {
        return true;
      }
    }
    return false;
  }

  static bool is_through_pointer(const cfa::NamedPlace& place) { return place.reached == cfa::Reached::ThroughPointer; }

  /// Whether what the pointer leads to may be gone when a run is at the head.
  [[nodiscard]] bool may_have_ended(const cfa::NamedPlace& place) const {
    const facts::ObjectGroup& objects =
        program_.regions.group_of(program_.regions.points_to().class_held_by(place.variable));
    return program_.regions.may_be_freed(objects, head_) ||
           std::ranges::any_of(objects.variables,
                               [&](cfa::VariableId id) { return program_.regions.may_dangle(id, head_); });
  }

  /// `text`, as something that may be evaluated whatever its pointers are.
  WrittenExpression unless_null(const WrittenExpression& text) {
    std::vector<cfa::VariableId> pointers;
    for (const cfa::NamedPlace& place : text.places) {
      if (is_through_pointer(place) && std::ranges::find(pointers, place.variable) == pointers.end()) {
        pointers.push_back(place.variable);
      }
    }
    std::erase_if(pointers, [&](cfa::VariableId pointer) {
      if (is_used_before(pointer, head_, program_.cfa)) {
        return true;
      }
      const Term null = encoder_.constant(0, program_.cfa.variable(pointer).type);
      const Term is_null = terms_.equal(encoder_.symbol(encoder_.symbol_of(pointer)), null);
      return std::ranges::all_of(formulas_, [&](const Term& formula) { return are_contradictory({formula, is_null}); });
    });
    if (pointers.empty()) {
      return text;
    }
    WrittenExpression result;
    for (cfa::VariableId pointer : pointers) {
      result.append("!");
      result.append(cfa::NamedPlace{pointer});
      result.append(" || ");
    }
    result.append("(");
    result.append(text);
    result.append(")");
    return result;
  }

  bool follows_from(const Term& premise, const Term& conclusion) {
    const std::vector<Term> assumed = {premise, terms_.logical_not(conclusion)};
    const auto position = static_cast<std::size_t>(std::ranges::find(formulas_, premise) - formulas_.begin());
    return (position < conjuncts_.size() && conjuncts_[position].contains(conclusion)) || are_contradictory(assumed);
  }

  bool are_contradictory(const std::vector<Term>& assumed) {
    return std::holds_alternative<smt::Unsatisfiable>(solver_.check_assuming(assumed, query_time));
  }

  /// The shortest that together say the same as all of them, given `known`. The others go to `implied`, but for those
  /// that say nothing.
  std::vector<Sayable> minimal(std::vector<Sayable> conjuncts, const std::vector<Term>& known,
                               std::vector<WrittenExpression>& implied) {
    std::erase_if(conjuncts,
                  [&](const Sayable& conjunct) { return are_contradictory({terms_.logical_not(conjunct.term)}); });
    for (std::size_t i = conjuncts.size(); i-- > 0;) {
      std::vector<Term> assumed = known;
      assumed.push_back(terms_.logical_not(conjuncts[i].term));
      for (std::size_t j = 0; j < conjuncts.size(); ++j) {
        if (j != i) {
          assumed.push_back(conjuncts[j].term);
        }
      }
      if (are_contradictory(assumed)) {
        implied.push_back(conjuncts[i].text);
        conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return conjuncts;
  }

  void add_alternatives(const std::vector<std::vector<Sayable>>& rests, const std::vector<Term>& known,
                        LoopFacts& result) {
    if (rests.size() < 2 || rests.size() > most_alternatives) {
      return;
    }
    WrittenExpression disjunction;
    std::vector<Term> alternatives;
    for (const std::vector<Sayable>& rest : rests) {
      std::vector<WrittenExpression> implied;
      const std::vector<Sayable> needed = minimal(rest, known, implied);
      if (needed.empty()) {
        return;
      }
      disjunction.append(&rest == rests.data() ? "(" : " || (");
      std::vector<Term> alternative;
      for (const Sayable& conjunct : needed) {
        disjunction.append(&conjunct == needed.data() ? "" : " && ");
        disjunction.append(needed.size() == 1 ? "" : "(");
        if (!conjunct.part) {
          return;
        }
        disjunction.append(*conjunct.part);
        disjunction.append(needed.size() == 1 ? "" : ")");
        alternative.push_back(conjunct.term);
      }
      disjunction.append(")");
      alternatives.push_back(terms_.logical_and(alternative));
    }
    std::vector<Term> assumed = known;
    assumed.push_back(terms_.logical_not(terms_.logical_or(alternatives)));
    if (disjunction.length() <= longest_disjunction && !are_contradictory(assumed)) {
      result.conjuncts.push_back(std::move(disjunction));
    }
  }

  /// What is true of the value that stands for all is true of all.
  void add_for_all(LoopFacts& result) {
    std::vector<Sayable> found;
    const std::string name = about_index_.empty() ? "" : name_for_index();
    for (const auto& [conjunct, index] : about_index_) {
      const Term clause = terms_.logical_or(alternatives_of(conjunct));
      const auto text = smt::c_for_all(clause, index, name, encoder_, program_.cfa, program_.regions);
      const auto follows = [&](const Term& formula) { return follows_from(formula, clause); };
      if (text && text->length() <= longest_conjunct && is_sayable(*text) && std::ranges::all_of(formulas_, follows)) {
        found.push_back({clause, *text, std::nullopt});
      }
    }
    std::ranges::stable_sort(found, {}, [](const Sayable& conjunct) { return conjunct.text.length(); });
    found.resize(std::min(found.size(), most_for_all));
    std::vector<WrittenExpression> implied;
    for (const Sayable& conjunct : minimal(std::move(found), {}, implied)) {
      result.for_all.push_back(conjunct.text);
    }
  }

  /// Without those that the others, or types, leave nothing to.
  std::vector<Term> alternatives_of(const Term& disjunction) {
    std::vector<Term> refuted = terms_.conjuncts(terms_.simplify(terms_.logical_not(disjunction)));
    for (std::size_t i = refuted.size(); i-- > 0 && refuted.size() > 1;) {
      std::vector<Term> others = refuted;
      others[i] = terms_.logical_not(others[i]);
      if (are_contradictory(others)) {
        refuted.erase(refuted.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    std::ranges::transform(refuted, refuted.begin(), [&](const Term& term) { return terms_.logical_not(term); });
    return refuted;
  }

  /// A letter that names nothing else there.
  [[nodiscard]] std::string name_for_index() const {
    const SourceRange& range = program_.cfa.location(head_).range;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < program_.cfa.variable_count(); ++i) {
      const cfa::Variable& variable = program_.cfa.variable(cfa::VariableId(i));
      if (cfa::name_at({cfa::VariableId(i), 0, cfa::Reached::AsArray}, program_.cfa, range)) {
        taken.insert(variable.name);
      }
    }
    const std::vector<std::string> letters = {"k", "j", "l", "m", "n", "x", "y", "z"};
    const auto free = std::ranges::find_if(letters, [&](const std::string& name) { return !taken.contains(name); });
    return free != letters.end() ? *free : "index_";
  }

  /// The only one that the formula has; nothing: none, or several.
  [[nodiscard]] std::optional<cfa::VariableId> index_in(const Term& formula) const {
    std::optional<cfa::VariableId> result;
    for (const Term& constant : terms_.constants(formula)) {
      const auto symbol = encoder_.find(constant);
      const auto variable = symbol ? encoder_.register_of(symbol->symbol) : std::nullopt;
      if (variable && program_.cfa.variable(*variable).kind == cfa::VariableKind::Index) {
        if (result && result != variable) {
          return std::nullopt;
        }
        result = variable;
      }
    }
    return result;
  }

  struct ById {
    bool operator()(const Term& a, const Term& b) const { return a.id() < b.id(); }
  };

  std::vector<Term> formulas_;
  cfa::LocationId head_;
  const ProvedProgram& program_;
  smt::Encoder& encoder_;
  smt::TermManager& terms_;
  smt::Solver solver_;
  std::vector<std::set<Term, ById>> conjuncts_; ///< by formula
  std::vector<Sayable> sayable_;                ///< each once, the shortest first
  std::map<Term, cfa::VariableId, ById> about_index_;
};

/// The loop heads of functions in the main file to which all runs are followed.
std::vector<cfa::LocationId> heads(const ProvedProgram& program) {
  const facts::FollowedRuns followed(program.cfa, program.targets, program.start);
  std::vector<cfa::LocationId> result;
  for (cfa::LocationId id : followed.locations()) {
    const cfa::Location& location = program.cfa.location(id);
    if (location.is_loop_head && is_in_main_file(program.cfa.function(location.function)) &&
        followed.are_followed_to(id)) {
      result.push_back(id);
    }
  }
  return result;
}

void add_formulas(const proofs::Proof& points, std::map<cfa::LocationId, std::vector<Term>>& formulas) {
  for (const auto& [point, alternatives] : points) {
    auto own = formulas.find(point.location);
    if (own != formulas.end()) {
      own->second.insert(own->second.end(), alternatives.begin(), alternatives.end());
    }
  }
}

} // namespace

std::vector<LoopFacts> loop_facts(const proofs::BlockProof& proof, const ProvedProgram& program, smt::Encoder& encoder,
                                  RunContext& context) {
  std::vector<LoopFacts> result;
  std::map<cfa::LocationId, std::vector<Term>> formulas;
  for (cfa::LocationId head : heads(program)) {
    formulas[head];
  }
  add_formulas(proof.program, formulas);
  for (const proofs::BlockClaim& claim : proof.blocks) {
    add_formulas(claim.points, formulas);
    add_formulas({{{claim.block.block.entry, {}}, {claim.entry}}}, formulas);
  }
  try {
    for (auto& [head, alternatives] : formulas) {
      std::vector<Term> distinct;
      for (const Term& alternative : alternatives) {
        const Term simple = smt::in_linear_form(encoder.terms(), alternative);
        if (!simple.is_false() && std::ranges::find(distinct, simple) == distinct.end()) {
          distinct.push_back(simple);
        }
      }
      context.check();
      if (!distinct.empty() && distinct.size() <= most_formulas) {
        result.push_back(HeadFormulas(std::move(distinct), head, program, encoder, context).facts());
      }
    }
  } catch (const Interrupted&) {
    // What has been found by now is all that there is.
  }
  return result;
}

} // namespace vouch::findings
