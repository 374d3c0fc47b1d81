#pragma once

#include "analysis/support/strong_id.hpp"

namespace vouch::cfa {

using VariableId = StrongId<struct VariableTag>;
using FunctionId = StrongId<struct FunctionTag>;
using LocationId = StrongId<struct LocationTag>;
using EdgeId = StrongId<struct EdgeTag>;
using GivenTypeId = StrongId<struct GivenTypeTag>;

} // namespace vouch::cfa
