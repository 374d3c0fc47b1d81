#pragma once

#include "analysis/cfa/c_declarations.hpp"
#include "analysis/frontend/entry_point.hpp"

namespace vouch::frontend {

/// What the source of `unit` declares that starts at `entry`; to be called when everything is lowered.
cfa::CDeclarations describe_declarations(Unit& unit, const EntryChoice& entry);

} // namespace vouch::frontend
