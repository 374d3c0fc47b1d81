#pragma once

#include <string>

namespace vouch {

/// The version of Vouch and of what it was built with, on one line.
std::string version_text();

} // namespace vouch
