#pragma once

#include "server/command_line/command_words.hpp"

#include <string>

/// `vouch completion`: scripts with which a shell completes the words of a command line.
namespace vouch::server {

/// For bash 4 and newer, to be read with `source`.
std::string bash_completion(const CommandWords& command);

/// For zsh, as a file `_vouch` in a folder of `fpath`, or to be read with `source` after `compinit`.
std::string zsh_completion(const CommandWords& command);

} // namespace vouch::server
