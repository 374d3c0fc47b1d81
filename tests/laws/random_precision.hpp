#pragma once

#include "analysis/domains/values/value_precision.hpp"
#include "tests/laws/random_program.hpp"

namespace vouch::test {

/// Everything, nothing, or some variables, each everywhere or at one location.
inline domains::ValuePrecision random_precision(const RandomProgram& program, Choices& choices) {
  if (choices.below(3) == 0) {
    return domains::ValuePrecision::everything();
  }
  domains::ValuePrecision result;
  for (cfa::VariableId variable : program.variables) {
    switch (choices.below(3)) {
    case 0:
      break;
    case 1:
      result = result.with_global({variable});
      break;
    default:
      result = result.with_local(program.locations[choices.below(3)][choices.below(4)], {variable});
      break;
    }
  }
  return result;
}

} // namespace vouch::test
