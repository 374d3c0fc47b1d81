#pragma once

#include "server/check/check_options.hpp"

#include <CLI/CLI.hpp>
#include <vector>

namespace vouch::server {

/// Adds the command `check`; parsing its options writes to `options`, which must live as long as `app`. `presets`: what
/// `--analysis` may name.
void add_check(CLI::App& app, CheckOptions& options, const std::vector<PresetName>& presets);

} // namespace vouch::server
