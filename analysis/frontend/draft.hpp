#pragma once

#include "analysis/cfa/cfa.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace vouch::frontend {

using DraftLocation = std::size_t;

/// A function's part of the CFA while it is being lowered. Lowering adds locations and edges freely; `simplify` then
/// removes what cannot be reached and what does nothing.
class Draft {
public:
  static constexpr DraftLocation entry = 0;
  static constexpr DraftLocation exit = 1;

  Draft();

  /// `range` may be invalid: the location then takes that of its first outgoing edge.
  DraftLocation add_location(SourceRange range = {});
  DraftLocation add_target(cfa::Target target, SourceRange range);
  void add_edge(DraftLocation source, DraftLocation target, cfa::Operation operation, SourceRange range,
                std::string text);
  void add_skip(DraftLocation source, DraftLocation target) { add_edge(source, target, cfa::Skip{}, {}, {}); }
  void add_call(DraftLocation source, DraftLocation target, cfa::Call call, std::vector<cfa::Binding> results,
                SourceRange range, std::string text);
  /// What edges are added for from now on, as `cfa::Edge::evaluation` counts. Returns what it was until now.
  std::size_t evaluate(std::size_t evaluation) { return std::exchange(evaluation_, evaluation); }
  [[nodiscard]] std::size_t evaluation() const { return evaluation_; }
  /// For an edge with an `Unsupported`, before `simplify`. Without parts it does nothing.
  void complete_mark(std::size_t edge, std::vector<cfa::UnorderedPart> parts);
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }
  /// What the edges so far read, write or take the address of.
  [[nodiscard]] std::vector<cfa::VariableId> mentioned_variables() const;

  /// Drops unreachable edges, inputs to variables that are not read afterwards (an `Uninitialised` one only), and
  /// merges the ends of edges that do nothing.
  /// `read_at_exit`: what callers read.
  void simplify(const std::vector<cfa::VariableId>& read_at_exit);

  /// Adds what is left to `function`, whose entry and exit stand for the draft's, in the order in which a reader who
  /// follows the edges comes by.
  void emit(cfa::CfaBuilder& builder, cfa::FunctionId function) const;

private:
  struct Location {
    SourceRange range;
    std::optional<cfa::Target> target;
  };
  struct Edge {
    DraftLocation source;
    DraftLocation target;
    cfa::Operation operation;
    std::vector<cfa::Binding> results; ///< of a call
    SourceRange range;
    std::string text;
    std::size_t evaluation = 0;
  };

  void remove_unreachable_edges();
  void remove_dead_inputs(const std::vector<cfa::VariableId>& read_at_exit);
  void merge_skips();
  [[nodiscard]] std::vector<std::vector<std::size_t>> outgoing() const;
  [[nodiscard]] std::vector<std::size_t> edges_in_depth_first_order() const;

  std::vector<Location> locations_;
  std::vector<Edge> edges_;
  std::size_t evaluation_ = 0;
};

} // namespace vouch::frontend
