#pragma once

#include "analysis/frontend/compile_command.hpp"
#include "analysis/frontend/external_definitions.hpp"
#include "analysis/frontend/parse.hpp"
#include "analysis/support/run_context.hpp"

#include <clang/AST/Decl.h>
#include <llvm/Support/MemoryBuffer.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vouch::frontend {

/// A translation unit of the program beside the one that is verified.
struct ProjectUnit {
  std::string path;       ///< absolute
  SourceInput input;      ///< `parsed` refers to its texts
  CompileCommand command; ///< and to those of this
  ParsedFile parsed;
  Dialect dialect;
  ExternalDefinitions definitions; ///< as far as it compiles
  /// Why it cannot be used, as the end of a sentence; empty if it can.
  std::string problem;
};

/// The files that are compiled beside one file. They are read when the first name is looked for, and those that may
/// define a name, by their text (definition_search.hpp), are parsed, each once.
class ProjectUnits {
public:
  /// The arguments must outlive this.
  ProjectUnits(const CompilationDatabase& database, const SourceInput& input, DataModelName data_model,
               const RunContext& run);

  /// Whose a name is as far as declarations tell. What the system's headers declare is looked for in fewer places: as a
  /// function that is written out.
  enum class Owner { Project, System };
  /// The units that define the function or the variable `name`, always the same. Throws `Interrupted`.
  const std::vector<ProjectUnit*>& defining(const std::string& name, Owner owner = Owner::Project);

private:
  struct File {
    std::string path;
    std::unique_ptr<llvm::MemoryBuffer> text; ///< null if it cannot be read
    std::vector<std::unique_ptr<llvm::MemoryBuffer>> included;
    std::unique_ptr<ProjectUnit> unit; ///< null until it is parsed
  };

  std::vector<ProjectUnit*> find_units_defining(const std::string& name, Owner owner);
  void read_files();
  [[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> read(const std::string& path) const;
  void read_included(File& file, const std::string& path, llvm::StringRef text, std::size_t depth) const;
  void parse_unit(File& file) const;

  const CompilationDatabase& database_;
  const SourceInput& input_;
  DataModelName data_model_;
  const RunContext& run_;
  bool has_read_files_ = false;
  std::vector<File> files_;
  std::map<std::string, std::vector<ProjectUnit*>> known_; ///< by name
};

} // namespace vouch::frontend
