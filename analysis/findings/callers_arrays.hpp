#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/trace/execution.hpp"

#include <vector>

namespace vouch::findings {

/// Whether the expression reads the variable.
bool reads(cfa::ExpressionRef expression, cfa::VariableId variable);

/// An array that the front end has made for callers.
struct CallersArray {
  trace::Provenance object;
  cfa::VariableId pointer;
  cfa::VariableId elements; ///< how many: for callers to choose; invalid if something else has a say in it
  bool is_string = false;
};

/// The arrays of one run, noted while it makes them.
class CallersArrays {
public:
  /// The run has taken `edge`, in what makes the arguments of the entry function.
  void note(const cfa::Cfa& cfa, const trace::Execution& run, cfa::EdgeId edge);
  /// Null: the object is none.
  [[nodiscard]] const CallersArray* find(trace::Provenance object) const;

private:
  std::vector<CallersArray> arrays_;
};

} // namespace vouch::findings
