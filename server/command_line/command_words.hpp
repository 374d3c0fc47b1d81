#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// The words of a command line as a shell sees them.
namespace vouch::server {

/// What can stand behind an option, or in place of a command.
struct ValueWords {
  enum class Kind {
    Nothing, ///< the option is a flag
    Unknown, ///< something that nobody can guess
    Words,
    List, ///< of words, with commas between them
    File,
    Folder,
    Program,
  };
  Kind kind = Kind::Nothing;
  std::vector<std::string> words; ///< that are possible; for files and folders: besides these
};

struct OptionWords {
  std::vector<std::string> names; ///< with their dashes
  std::string description;        ///< a few words
  std::string value_name;         ///< as in the help
  ValueWords value;
};

struct CommandWords {
  std::string path; ///< as one types it, e.g. "vouch cache stats"
  std::string description;
  std::vector<OptionWords> options;
  std::vector<OptionWords> positional; ///< without names
  std::vector<CommandWords> commands;
};

/// What the help shows of `app`, its commands and theirs.
CommandWords words_of_command(CLI::App& app);

} // namespace vouch::server
