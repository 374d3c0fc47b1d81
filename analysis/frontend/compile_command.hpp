#pragma once

#include "analysis/report/options.hpp"
#include "analysis/support/result.hpp"

#include <clang/Tooling/CompilationDatabase.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vouch::frontend {

/// How one file is to be compiled.
struct CompileCommand {
  std::string directory;              ///< absolute; relative paths in `arguments` refer to it
  std::string file;                   ///< absolute
  std::vector<std::string> arguments; ///< with the compiler in front, without the file
  std::vector<std::string>
      original; ///< the same before what Clang does not take was left out; the project's compiler in front
  /// What makes Clang's preprocessor say of itself what that of the project's compiler says. Code that is written for
  /// that one may be too much for Clang, so this may be left out.
  std::vector<std::string> impersonation;
  /// Empty stand-ins for headers that the system may lack; by absolute path.
  std::map<std::string, std::string> missing_headers;
};

/// Knows how files are compiled: a `compile_commands.json`, or, where there is none, flags that accept old and
/// preprocessed C.
class CompilationDatabase {
public:
  /// The one in the directory that `input` names, else the nearest above the file, else none. Fails if a directory is
  /// named explicitly and has no usable database.
  static Result<CompilationDatabase> of(const SourceInput& input);

  /// For any file; of several commands for it, the first.
  [[nodiscard]] CompileCommand command_for(const std::string& path, const std::vector<std::string>& more_arguments,
                                           DataModelName data_model) const;
  /// The same for the compiler of the project: its own flags and no others, `-m32` included where the data model asks
  /// for it.
  [[nodiscard]] CompileCommand native_command_for(const std::string& path,
                                                  const std::vector<std::string>& more_arguments,
                                                  DataModelName data_model) const;
  /// Whether the commands for the file differ in what matters to the meaning of its code.
  [[nodiscard]] bool has_different_commands(const std::string& path) const;
  /// The C files that are compiled beside the one at `path`; absolute, sorted, each once.
  /// Empty if that one is not in the database itself: nothing is known then of what it belongs to.
  [[nodiscard]] std::vector<std::string> files_beside(const std::string& path) const;

private:
  /// Directory, file, and the arguments that the database has for it; none if it has none.
  [[nodiscard]] CompileCommand own_command_for(const std::string& path) const;
  explicit CompilationDatabase(std::unique_ptr<clang::tooling::CompilationDatabase> loaded)
      : loaded_(std::move(loaded)) {}

  std::unique_ptr<clang::tooling::CompilationDatabase> loaded_; ///< null if there is none
};

/// Spells directories of headers in `command` from the root, so that the headers' names say where they are, wherever
/// one stands.
void make_header_paths_absolute(CompileCommand& command);

/// Where the headers are that come with Clang; empty if they are nowhere to be found.
std::string clang_resource_directory();

} // namespace vouch::frontend
