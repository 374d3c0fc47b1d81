#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/trace/execution.hpp"

#include <vector>

namespace vouch::findings {

/// Whether the expression reads the variable.
bool reads(cfa::ExpressionRef expression, cfa::VariableId variable);

/// Whether the variable says how large an array is that the front end has made for a pointer.
bool is_number_of_elements(const cfa::Cfa& cfa, cfa::VariableId variable);

/// An array that the front end has made for callers.
struct CallersArray {
  trace::Provenance object;
  cfa::VariableId pointer;
  cfa::VariableId elements;  ///< how many: for callers to choose; invalid if something else has a say in it
  cfa::VariableId reach;     ///< the same number, once it is chosen which array the pointer leads to
  bool says_its_end = false; ///< it is a string, or another pointer leads to its end
};

/// A variable of the file that the front end has chosen for a pointer.
struct PassedVariable {
  trace::Provenance object;
  cfa::VariableId variable;
  cfa::VariableId choice; ///< which of all objects it is: for callers to choose
};

/// The arrays of one run, noted while it makes them.
class CallersArrays {
public:
  /// The run has taken `edge`, in what makes the arguments of the entry function.
  void note(const cfa::Cfa& cfa, const trace::Execution& run, cfa::EdgeId edge);
  /// Null: the object is none.
  [[nodiscard]] const CallersArray* find(trace::Provenance object) const;
  /// Null: the object is no variable of the file whose address is passed.
  [[nodiscard]] const PassedVariable* find_passed(trace::Provenance object) const;

private:
  std::vector<CallersArray> arrays_;
  std::vector<PassedVariable> passed_variables_;
};

} // namespace vouch::findings
