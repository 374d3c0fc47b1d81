#include "analysis/domains/predicates/path_formula.hpp"

#include <algorithm>

/// The cone of influence (Weiser: Program Slicing, ICSE 1981; for formulas: Clarke, Grumberg, Peled: Model Checking,
/// 1999), on the graph of a path formula.
///
/// What ends runs is kept: assumptions, and that accesses and divisions are defined.
///
/// Invariant: a conjunct that is left out either gives a value to constants that nothing else asks about, or belongs to a
/// step that does nothing else, and says of what that reads what is true of it anyway (the range of a type). So the cone
/// follows from the formula, and a solution of the cone becomes one of the formula if the constants that are left out get
/// the values that the program computes.
///
/// Worked example: `h = h * 31 + *p; p++; assume(p < end)`, asked about `p`. The assumption asks for p@1 and end@0; p@1
/// is p@0 + 1; nobody asks for h@1, so the multiplication and the read behind it are gone.
namespace vouch::domains {
namespace {

using ConstantSet = std::unordered_set<smt::Term>;

} // namespace

/// Where constants are written, and which of them are asked for.
class PathFormulaEncoder::Cone {
public:
  Cone(PathFormulaEncoder& paths, const std::vector<PathFormulaId>& nodes) : paths_(paths), nodes_(nodes) {}

  /// Adds what `asked` and the assumptions on the way mention, and all that its values are computed from.
  void ask_for(const std::vector<smt::Term>& asked) {
    needed_.insert(asked.begin(), asked.end());
    for (const PathFormulaId id : nodes_) {
      const Encoded& encoded = paths_.encoded_.at(id);
      const smt::Term& ends_runs = is_assumption(id) ? encoded.local : encoded.step.limits;
      if (!ends_runs.is_null()) {
        add_constants(ends_runs);
      }
    }
    // Values are computed from older ones.
    for (auto id = nodes_.rbegin(); id != nodes_.rend(); ++id) {
      const PathFormulas::Node& node = paths_.formulas_.nodes_[id->index()];
      const Encoded& encoded = paths_.encoded_.at(*id);
      if (node.kind == PathFormulas::Kind::Merge) {
        add_sources(conjuncts(encoded.merged.first), paths_.encoded_.at(node.first).ssa);
        add_sources(conjuncts(encoded.merged.second), paths_.encoded_.at(node.second).ssa);
      } else if (node.kind != PathFormulas::Kind::Start && !is_assumption(*id)) {
        add_sources(conjuncts(encoded.local), paths_.encoded_.at(node.first).ssa);
      }
    }
  }

  /// What of the step to `id` matters.
  [[nodiscard]] smt::Term step(PathFormulaId id) {
    const smt::Term& local = paths_.encoded_.at(id).local;
    const PathFormulas::Node& node = paths_.formulas_.nodes_[id.index()];
    return node.kind == PathFormulas::Kind::Start || is_assumption(id)
               ? local
               : what_matters(local, paths_.encoded_.at(node.first).ssa);
  }

  /// Of `formula`, which gives values to constants behind `before`.
  [[nodiscard]] smt::Term what_matters(const smt::Term& formula, const smt::SsaMap& before) {
    return paths_.terms_.logical_and(kept(conjuncts(formula), before));
  }

private:
  /// Whether paths can end there: all of the step counts.
  [[nodiscard]] bool is_assumption(PathFormulaId id) const {
    const PathFormulas::Node& node = paths_.formulas_.nodes_[id.index()];
    return node.kind == PathFormulas::Kind::Summarise ||
           (node.kind == PathFormulas::Kind::Extend && paths_.encoder_.is_assumption(node.edge));
  }

  [[nodiscard]] std::vector<smt::Term> conjuncts(const smt::Term& formula) { return paths_.terms_.conjuncts(formula); }

  void add_constants(const smt::Term& formula) {
    const std::vector<smt::Term>& constants = paths_.terms_.constants(formula);
    needed_.insert(constants.begin(), constants.end());
  }

  /// Whether the constant is a part of the state that gets its value behind `before`.
  [[nodiscard]] bool is_written(const smt::Term& constant, const smt::SsaMap& before) const {
    const std::optional<smt::IndexedSymbol> indexed = paths_.encoder_.find(constant);
    return indexed && indexed->index && before[indexed->symbol] != *indexed->index &&
           paths_.encoder_.is_state(indexed->symbol);
  }

  [[nodiscard]] bool writes_anything(const smt::Term& part, const smt::SsaMap& before) const {
    return std::ranges::any_of(paths_.terms_.constants(part),
                               [&](const smt::Term& constant) { return is_written(constant, before); });
  }

  [[nodiscard]] bool writes_needed(const smt::Term& part, const smt::SsaMap& before) const {
    return std::ranges::any_of(paths_.terms_.constants(part), [&](const smt::Term& constant) {
      return needed_.contains(constant) && is_written(constant, before);
    });
  }

  /// Adds what the values of needed constants come from that a step with these conjuncts writes, and what it says of that.
  void add_sources(const std::vector<smt::Term>& parts, const smt::SsaMap& before) {
    for (std::size_t known = needed_.size() + 1; known != needed_.size();) {
      known = needed_.size();
      for (const smt::Term& part : kept(parts, before)) {
        add_constants(part);
      }
    }
  }

  /// Those of the conjuncts that matter.
  [[nodiscard]] std::vector<smt::Term> kept(std::vector<smt::Term> parts, const smt::SsaMap& before) const {
    const bool is_needed =
        std::ranges::any_of(parts, [&](const smt::Term& part) { return writes_needed(part, before); });
    std::erase_if(parts, [&](const smt::Term& part) {
      const bool matters =
          writes_anything(part, before) ? writes_needed(part, before) : is_needed || is_about_needed(part);
      return !matters;
    });
    return parts;
  }

  [[nodiscard]] bool is_about_needed(const smt::Term& part) const {
    return std::ranges::all_of(paths_.terms_.constants(part), [&](const smt::Term& constant) {
      return needed_.contains(constant) || !paths_.encoder_.find(constant);
    });
  }

  PathFormulaEncoder& paths_;
  const std::vector<PathFormulaId>& nodes_;
  ConstantSet needed_;
};

smt::Term PathFormulaEncoder::cone_of_influence(PathFormulaId id, const std::vector<smt::Term>& asked) {
  return cone_of_influence(id, asked, [](cfa::EdgeId /*edge*/, const smt::Term& contribution) { return contribution; })
      .formula;
}

WeakerPathFormula PathFormulaEncoder::cone_of_influence(PathFormulaId id, const std::vector<smt::Term>& asked,
                                                        const Replacement& replace) {
  encoded(id);
  const std::vector<PathFormulaId> nodes = nodes_below(id);
  Cone cone(*this, nodes);
  cone.ask_for(asked);
  WeakerPathFormula result;
  Locals locals;
  auto local_of = [&locals](PathFormulaId node) -> const smt::Term& { return locals.at(node); };
  auto side = [&](PathFormulaId end, PathFormulaId dominator, const smt::Term& equalities) {
    return terms_.logical_and(relative_to(end, dominator, local_of),
                              cone.what_matters(equalities, encoded_.at(end).ssa));
  };
  for (PathFormulaId current : nodes) {
    const PathFormulas::Node& node = formulas_.nodes_[current.index()];
    if (node.kind != PathFormulas::Kind::Merge) {
      const smt::Term step = cone.step(current);
      locals.emplace(current, node.kind == PathFormulas::Kind::Extend ? replace(node.edge, step) : step);
      continue;
    }
    const smt::MergedSsa& merged = encoded_.at(current).merged;
    const smt::Term& left = result.left.emplace(current, side(node.first, node.dominator, merged.first)).first->second;
    locals.emplace(current, terms_.logical_or(left, side(node.second, node.dominator, merged.second)));
  }
  result.formula = relative_to(id, formulas_.start(), local_of);
  return result;
}

} // namespace vouch::domains
