#pragma once

#include "server/support/standard_streams.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace vouch::server {

/// What the command line of `vouch dap` says.
struct DapOptions {
  std::optional<std::uint16_t> port; ///< on 127.0.0.1; none: stdin and stdout
  std::string traces_folder;         ///< where ids of traces are looked up
  std::string pages_folder;          ///< where the pages about properties are put, to link to
  LogLevel log_level = LogLevel::Warnings;
};

} // namespace vouch::server
