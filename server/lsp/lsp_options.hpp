#pragma once

#include "server/lsp/lsp_settings.hpp"
#include "server/support/standard_streams.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vouch::server {

/// What the command line of `vouch lsp` says, and what tests shorten.
struct LspOptions {
  LspSettings settings;            ///< before the client says something
  std::vector<PresetName> presets; ///< what the setting `analysis` may name
  std::string build_directory;     ///< where compile_commands.json is; empty: searched upwards from each file
  std::vector<std::string> clang_arguments;
  std::string traces_folder; ///< where the runs that violate something are kept for `vouch dap`; empty: nowhere
  std::vector<std::string> assistant_command;    ///< starts `run_assistant`
  std::string pages_folder;                      ///< where the pages about properties are; empty: nowhere
  std::chrono::milliseconds change_pause{300};   ///< without typing, before a change is verified
  std::chrono::milliseconds progress_delay{200}; ///< of a run, before the editor shows that it goes on
  std::chrono::milliseconds shutdown_limit{500}; ///< for the engine to stop when the session is over
  LogLevel log_level = LogLevel::Warnings;
};

} // namespace vouch::server
