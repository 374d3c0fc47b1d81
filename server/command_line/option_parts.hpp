#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

/// What the commands' options have in common.
namespace vouch::server {

/// Replaces the usage line, in which CLI11 shows neither `--` nor where FILE may stand.
void set_usage(CLI::App& app, std::string usage);

/// Says which words an option takes, for shells that complete them. Neither checks them nor appears in the help.
void set_known_words(CLI::Option& option, const std::vector<std::string>& words);
/// Those words; empty if nobody has said any.
std::vector<std::string> known_words(CLI::Option& option);

/// Options under one heading of the help.
struct OptionGroup {
  std::string name;
  std::vector<std::string> options;
};

/// Puts the command's options into these groups, in this order. Help shows those of `seldom_used` only where it is asked
/// for all of them (`--help-all`).
void set_groups(CLI::App& app, const std::vector<OptionGroup>& everyday, const std::vector<OptionGroup>& seldom_used);

/// Leaves options that are seldom used out of the help, and says how to see them.
void leave_out_seldom_used(CLI::App& app);

/// A positive number of MiB in bytes; throws `CLI::ValidationError`, about `--memory`.
std::uint64_t bytes_of(std::int64_t mebibytes);

} // namespace vouch::server
