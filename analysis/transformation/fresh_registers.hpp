#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

namespace vouch::transformation {

/// The automatic registers that hold nothing but null or addresses of objects that were allocated while their function,
/// or one that it called, was active.
class FreshRegisters {
public:
  explicit FreshRegisters(const cfa::Cfa& cfa);

  /// Whether the value of `pointer` is one of those.
  [[nodiscard]] bool is_fresh(cfa::ExpressionRef pointer) const;

private:
  void apply(const cfa::Operation& operation);
  void bind(const std::vector<cfa::Binding>& bindings);
  void receive(cfa::VariableId variable, bool value_is_fresh);

  std::vector<bool> is_fresh_;
  bool changed_ = false;
};

} // namespace vouch::transformation
