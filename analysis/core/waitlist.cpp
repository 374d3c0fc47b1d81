#include "analysis/core/waitlist.hpp"

#include <cassert>
#include <utility>

namespace vouch::core {

void Waitlist::push(ArgNodeId id, WaitlistPosition position) {
  if (contains(id)) {
    return;
  }
  Entry entry;
  entry.id = id;
  entry.sequence = next_sequence_++;
  switch (order_) {
  case TraversalOrder::DepthFirst:
    entry.sequence = -entry.sequence;
    break;
  case TraversalOrder::BreadthFirst:
    break;
  case TraversalOrder::ReversePostOrder:
  case TraversalOrder::WeakTopological:
    entry.place = std::move(position.place);
    entry.major = -static_cast<std::int64_t>(position.call_depth);
    entry.minor = static_cast<std::int64_t>(position.in_function);
    break;
  case TraversalOrder::Random:
    entry.major = static_cast<std::int64_t>(random_());
    break;
  }
  queue_.insert(entry);
  waiting_.emplace(id, entry);
}

ArgNodeId Waitlist::pop() {
  assert(!queue_.empty());
  ArgNodeId id = queue_.begin()->id;
  erase(id);
  return id;
}

void Waitlist::erase(ArgNodeId id) {
  auto found = waiting_.find(id);
  if (found != waiting_.end()) {
    queue_.erase(found->second);
    waiting_.erase(found);
  }
}

std::vector<ArgNodeId> Waitlist::ids() const {
  std::vector<ArgNodeId> result;
  result.reserve(queue_.size());
  for (const Entry& entry : queue_) {
    result.push_back(entry.id);
  }
  return result;
}

} // namespace vouch::core
