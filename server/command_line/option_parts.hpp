#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

/// What the commands' options have in common.
namespace vouch::server {

/// Replaces the usage line, in which CLI11 shows neither `--` nor where FILE may stand.
void set_usage(CLI::App& app, std::string usage);

/// A positive number of MiB in bytes; throws `CLI::ValidationError`, about `--memory`.
std::uint64_t bytes_of(std::int64_t mebibytes);

} // namespace vouch::server
