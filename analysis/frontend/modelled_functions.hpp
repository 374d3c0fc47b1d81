#pragma once

#include <string>
#include <vector>

namespace vouch::frontend {

/// The names of all functions and builtins that have a model in `models/`, sorted; none if the models do not compile.
/// docs/library-models.md says what each model is.
std::vector<std::string> modelled_functions();

} // namespace vouch::frontend
