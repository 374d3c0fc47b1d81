#include "analysis/refinement/predicates/path_tree.hpp"

#include <map>
#include <set>

namespace vouch::refinement {
namespace {

/// Writes a path as a tree.
class TreeWriter {
public:
  explicit TreeWriter(const PathServices& services)
      : services_(services), symbols_(services.cfa, services.theory.encoder) {}

  std::size_t add(const Activation& activation, const CallOnPath* call) {
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < activation.segments.size(); ++i) {
      const Segment& segment = activation.segments[i];
      smt::TreeNode node;
      if (last) {
        node.children.push_back(*last);
      }
      std::vector<smt::Term> parts = {segment.formula};
      for (const CallOnPath& inner : segment.calls) {
        if (inner.inside) {
          node.children.push_back(add(*inner.inside, &inner));
        } else {
          parts.push_back(inner.formula);
        }
      }
      node.formula = services_.terms.logical_and(parts);
      node.location = hash_of(segment.block.location_key, call != nullptr);
      tree_.problem.nodes.push_back(std::move(node));
      const bool is_exit = call != nullptr && i + 1 == activation.segments.size();
      tree_.nodes.push_back({&activation, &segment, is_exit ? call : nullptr, {}});
      last = tree_.nodes.size() - 1;
    }
    return *last;
  }

  PathTree finish() {
    name_interfaces();
    std::vector<smt::Term> formulas;
    for (const smt::TreeNode& node : tree_.problem.nodes) {
      formulas.push_back(node.formula);
    }
    const smt::Term all = services_.terms.logical_and(formulas);
    for (const smt::Term& constant : services_.terms.constants(all)) {
      if (services_.theory.encoder.is_rigid(constant)) {
        tree_.problem.rigid.push_back(constant);
      }
    }
    tree_.problem.background = services_.theory.encoder.background(all);
    return std::move(tree_);
  }

private:
  /// Nodes of one location speak about the same symbols: those that some path has named there.
  void name_interfaces() {
    std::map<std::size_t, std::set<smt::SymbolId>> symbols;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      const PathTree::Node& node = tree_.nodes[i];
      std::set<smt::SymbolId>& here = symbols[tree_.problem.nodes[i].location];
      if (node.left_by != nullptr) {
        for (const auto& [symbol, value] : node.left_by->after) {
          here.insert(symbol);
        }
      }
      for (const Segment& segment : node.activation->segments) {
        for (const smt::Term& constant : services_.terms.constants(segment.formula)) {
          const std::optional<smt::SymbolId> symbol = segment.names->symbol_named(constant);
          if (symbol && services_.theory.encoder.is_state(*symbol) &&
              (node.left_by == nullptr || node.activation->kind == facts::BlockKind::Loop ||
               !symbols_.is_automatic(*symbol))) {
            here.insert(*symbol);
          }
        }
      }
    }
    smt::Encoder& encoder = services_.theory.encoder;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      PathTree::Node& node = tree_.nodes[i];
      smt::TreeNode& written = tree_.problem.nodes[i];
      for (smt::SymbolId symbol : symbols.at(written.location)) {
        const bool is_handed_back = node.left_by != nullptr && node.left_by->after.contains(symbol);
        const smt::Term value = is_handed_back ? node.left_by->after.at(symbol)
                                               : node.segment->names->value(symbol, node.segment->indices[symbol]);
        written.interface.emplace_back(encoder.symbol(symbol), value);
      }
      for (const auto& [symbol, value] : node.activation->entry) {
        written.interface.emplace_back(encoder.symbol(encoder.entry_value_of(symbol)), value);
      }
      for (const auto& [symbol, value] : written.interface) {
        node.meanings.emplace_back(value, symbol);
      }
    }
  }

  const PathServices& services_;
  domains::BlockSymbols symbols_;
  PathTree tree_;
};

} // namespace

PathTree tree_of(const Activation& outermost, const PathServices& services) {
  TreeWriter writer(services);
  writer.add(outermost, nullptr);
  return writer.finish();
}

} // namespace vouch::refinement
