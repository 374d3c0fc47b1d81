#pragma once

#include "analysis/facts/functions_before_targets.hpp"
#include "analysis/transformation/program_variants.hpp"

#include <functional>
#include <utility>
#include <vector>

/// The parts of a program that runs from different places see, each a program of its own: what is found out about a whole
/// program at once, as where pointers may lead, is then not blurred by code that takes no part, and does not cost what all the
/// code would.
///
/// Example: in a file of a thousand functions that do not call each other, the part of each has the code of one function and
/// of what starts it.
namespace vouch::transformation {

/// A program with the functions and variables of the whole one, under their ids, in which those that no run enters have no
/// code. Locations and edges are named anew, in the order of the whole program; what is new comes behind them.
class ProgramPart {
public:
  /// `locations` and `edges`: which ones of the whole program those of `cfa` are.
  ProgramPart(cfa::Cfa cfa, std::vector<cfa::LocationId> locations, std::vector<cfa::EdgeId> edges)
      : cfa_(std::move(cfa)), locations_(std::move(locations)), edges_(std::move(edges)) {}

  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }

  /// Invalid: it is not in the whole program, or not in the part.
  [[nodiscard]] cfa::LocationId in_whole(cfa::LocationId of_part) const;
  [[nodiscard]] cfa::EdgeId in_whole(cfa::EdgeId of_part) const;
  [[nodiscard]] cfa::LocationId in_part(cfa::LocationId of_whole) const;
  [[nodiscard]] cfa::EdgeId in_part(cfa::EdgeId of_whole) const;

private:
  cfa::Cfa cfa_;
  std::vector<cfa::LocationId> locations_;
  std::vector<cfa::EdgeId> edges_;
};

class ProgramParts {
public:
  /// `cfa` must outlive the object.
  explicit ProgramParts(const cfa::Cfa& cfa);

  /// What runs from `start` see of it, up to the last target, that keep to `assumptions`. No edge to a target for which
  /// `is_impossible`, as no run comes there, is taken. All is in terms of the whole program.
  [[nodiscard]] ProgramPart entered_from(cfa::LocationId start, const std::vector<Assumption>& assumptions,
                                         const std::function<bool(cfa::LocationId)>& is_impossible) const;

  /// The functions of which the same part has the code, if nothing is assumed, in the order of their ids.
  [[nodiscard]] std::vector<cfa::FunctionId>
  functions_entered_from(cfa::LocationId start, const std::function<bool(cfa::LocationId)>& is_impossible) const {
    return before_targets_.entered_from(start, is_impossible);
  }

private:
  const cfa::Cfa& cfa_;
  facts::FunctionsBeforeTargets before_targets_;
  std::vector<std::vector<cfa::LocationId>> locations_; ///< by function, like the edges that it executes
  std::vector<std::vector<cfa::EdgeId>> edges_;
  std::vector<cfa::LocationId> ends_; ///< where functions begin and end
};

} // namespace vouch::transformation
