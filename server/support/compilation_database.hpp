#pragma once

#include "analysis/support/result.hpp"

#include <string>
#include <vector>

namespace vouch::server {

/// The C files that the `compile_commands.json` in `folder` compiles, each once, in its order; with paths from the
/// folder that the process is in, or absolute ones. Fails if there is none, or it is not a compilation database.
Result<std::vector<std::string>> compiled_files(const std::string& folder);

} // namespace vouch::server
