#pragma once

#include "analysis/frontend/draft.hpp"

#include <string>

/// What the parts of a function's lowering tell one another beside expressions and places.
namespace vouch::frontend {

/// What an edge says about the source.
struct Origin {
  SourceRange range;
  std::string text;
};

/// Where the value of an expression is wanted. A hint that saves temporaries: whoever evaluates an expression with
/// operations that write a variable lets them write this one.
struct Destination {
  cfa::VariableId variable;
  Origin origin;
};

/// Where control goes when a property is violated, and the place in the source.
struct Failure {
  DraftLocation target;
  SourceRange range;
};

} // namespace vouch::frontend
