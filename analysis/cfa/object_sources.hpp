#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

/// Pointers that surely point into the same object: those that a function computes from what one of its allocations has
/// given, where the allocation is reached once in each activation.
///
/// Example: in `int *a = malloc(n); for (int *p = a; p != a + n; p++)` both `p` and `a + n` come from this `malloc`.
namespace vouch::cfa {

class ObjectSources {
public:
  /// `cfa` must outlive the object.
  explicit ObjectSources(const Cfa& cfa);

  /// The only edge whose object `pointer` may point into, if it points anywhere; of two pointers of one activation with
  /// the same one, both point into the same object. Nothing: that is not known.
  std::optional<EdgeId> only_allocation(ExpressionRef pointer);

private:
  std::optional<EdgeId> search(VariableId first) const;
  [[nodiscard]] bool is_reached_again(EdgeId edge) const;

  const Cfa& cfa_;
  std::unordered_map<VariableId, std::vector<EdgeId>> writers_; ///< of pointers in registers
  std::unordered_map<VariableId, std::optional<EdgeId>> found_;
};

} // namespace vouch::cfa
