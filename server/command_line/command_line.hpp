#pragma once

#include "server/check/check_options.hpp"
#include "server/command_line/cache_command.hpp"
#include "server/dap/dap_options.hpp"
#include "server/lsp/lsp_options.hpp"

#include <span>
#include <string>
#include <variant>
#include <vector>

/// The command line of `vouch`, from words to values. Reads nothing but its arguments and prints nothing.
namespace vouch::server {

/// The command line is answered by a text: a request for help or for the version, or bad usage.
struct Answer {
  std::string text;
  int exit_status = 0; ///< 0: `text` belongs on stdout; 2: on stderr
};

/// `vouch worker`: what the language server starts.
struct WorkerOptions {};
/// `vouch assist`: likewise.
struct AssistantOptions {};

using Command =
    std::variant<CheckOptions, LspOptions, DapOptions, WorkerOptions, AssistantOptions, CacheOptions, Answer>;

/// What the command line says of the engine.
struct EngineInformation {
  std::string version;             ///< what `--version` prints
  std::vector<PresetName> presets; ///< what `--analysis` may name
};

/// `arguments` are those behind the program's name.
Command parse_command_line(std::span<const std::string> arguments, const EngineInformation& engine);

} // namespace vouch::server
