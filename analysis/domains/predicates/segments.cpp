#include "analysis/domains/predicates/segments.hpp"

#include <algorithm>

namespace vouch::domains {

Segments::Segments(const cfa::Cfa& cfa, const std::unordered_set<cfa::FunctionId>& recursive,
                   const facts::BlockPartition& remembered, std::optional<BlockOperator> block_operator)
    : cfa_(cfa), recursive_(recursive), remembered_(remembered), block_operator_(block_operator) {
  for (std::size_t index = 0; index < remembered.size(); ++index) {
    for (cfa::LocationId exit : remembered.block(facts::BlockId(index)).exits) {
      left_at_[exit].emplace_back(index);
    }
  }
}

bool Segments::is_remembered(cfa::FunctionId function) const {
  return remembered_.entered_at(cfa_.function(function).entry).has_value();
}

const cfa::Function* Segments::function_left_at(cfa::LocationId location) const {
  const cfa::FunctionId id = cfa_.location(location).function;
  const cfa::Function& function = cfa_.function(id);
  return function.exit == location && is_remembered(id) ? &function : nullptr;
}

bool Segments::is_exit(cfa::LocationId exit, cfa::LocationId from, const facts::Block* without) const {
  auto blocks = left_at_.find(exit);
  return blocks != left_at_.end() && std::any_of(blocks->second.begin(), blocks->second.end(), [&](facts::BlockId id) {
           const facts::Block& block = remembered_.block(id);
           return &block != without && block.contains(from);
         });
}

bool Segments::end_behind_loop(const facts::Block& loop, cfa::LocationId exit) const {
  return cfa_.location(exit).is_loop_head || block_operator_ == BlockOperator::SingleBlock ||
         is_exit(exit, loop.entry, &loop);
}

bool Segments::end_behind(const cfa::Edge& edge) const {
  if (!block_operator_) {
    return false;
  }
  const cfa::Location& target = cfa_.location(edge.target);
  const auto* call = std::get_if<cfa::Call>(&edge.operation);
  if (call != nullptr && is_remembered(call->callee)) {
    return false;
  }
  const auto* back = std::get_if<cfa::Return>(&edge.operation);
  const cfa::LocationId source = back != nullptr ? cfa_.edge(back->call).source : edge.source;
  if (target.is_loop_head || target.target || std::holds_alternative<cfa::Unsupported>(edge.operation) ||
      is_exit(edge.target, source, nullptr) || (call != nullptr && is_recursive(call->callee))) {
    return true;
  }
  switch (*block_operator_) {
  case BlockOperator::Loops:
    return false;
  case BlockOperator::LoopsAndFunctions:
    return call != nullptr || std::holds_alternative<cfa::Return>(edge.operation);
  case BlockOperator::SingleBlock:
    return true;
  }
  return true;
}

} // namespace vouch::domains
