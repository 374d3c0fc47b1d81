#pragma once

#include "analysis/support/result.hpp"
#include "analysis/verifier.hpp"

#include <map>
#include <string>
#include <vector>

namespace vouch::frontend {

/// How one file is to be compiled.
struct CompileCommand {
  std::string directory;              ///< absolute; relative paths in `arguments` refer to it
  std::string file;                   ///< absolute
  std::vector<std::string> arguments; ///< with the compiler in front, without the file
  /// Empty stand-ins for headers that the system may lack; by absolute path.
  std::map<std::string, std::string> missing_headers;
};

/// From the nearest `compile_commands.json` if there is one, else with flags that accept old and preprocessed C.
/// Fails if a directory is named explicitly and has no usable database.
Result<CompileCommand> compile_command_for(const SourceInput& input, DataModelName data_model);

/// Where the headers are that come with Clang; empty if they are nowhere to be found.
std::string clang_resource_directory();

} // namespace vouch::frontend
