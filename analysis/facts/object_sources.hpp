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
namespace vouch::facts {

class ObjectSources {
public:
  /// `cfa` must outlive the object.
  explicit ObjectSources(const cfa::Cfa& cfa);

  /// The only edge whose object `pointer` may point into, if it points anywhere; of two pointers of one activation with
  /// the same one, both point into the same object. Nothing: that is not known.
  std::optional<cfa::EdgeId> only_allocation(cfa::ExpressionRef pointer);

private:
  std::optional<cfa::EdgeId> search(cfa::VariableId first) const;

  const cfa::Cfa& cfa_;
  std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>> writers_; ///< of pointers in registers
  std::unordered_map<cfa::VariableId, std::optional<cfa::EdgeId>> found_;
};

} // namespace vouch::facts
