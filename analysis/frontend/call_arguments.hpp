#pragma once

#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/place.hpp"

#include <clang/AST/Type.h>
#include <optional>
#include <vector>

/// What goes into a call, and where what comes out of it goes.
namespace vouch::frontend {

enum class ResultUse { Needed, Discarded };

/// Neither `scalar` nor `aggregate`: nobody needs the result.
struct CallResult {
  std::optional<cfa::VariableId> scalar;
  std::optional<Place> aggregate;
  clang::QualType type; ///< what the caller takes it for
};

struct CallArguments {
  std::vector<std::vector<cfa::ExpressionRef>> values; ///< several for a struct in registers
  std::vector<clang::QualType> types;
  /// The address of what is passed behind the named parameters, if that is not among `values`.
  cfa::ExpressionRef rest = nullptr;
  Contract contract = Contract::Ignored; ///< of the called function, where these were made up
};

} // namespace vouch::frontend
