#pragma once

#include "server/check/check_options.hpp"

#include <CLI/CLI.hpp>

namespace vouch::server {

/// Adds the command `check`; parsing its options writes to `options`, which must live as long as `app`.
void add_check(CLI::App& app, CheckOptions& options);

} // namespace vouch::server
