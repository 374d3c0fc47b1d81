#pragma once

#include "analysis/cfa/assumption.hpp"
#include "analysis/cfa/c_declarations.hpp"
#include "analysis/cfa/cfa.hpp"
#include "analysis/cfa/source_symbols.hpp"
#include "analysis/report/report.hpp"
#include "analysis/support/result.hpp"
#include "analysis/support/run_context.hpp"

#include <optional>
#include <vector>

/// From C source to a control-flow automaton. Nothing of Clang is visible here.
namespace vouch::frontend {

struct Translation {
  /// Absent if the file does not compile or if the requested entry function does not exist.
  std::optional<cfa::Cfa> cfa;
  std::optional<cfa::SourceSymbols> symbols; ///< if they were asked for and there is a CFA
  /// Clang's errors with their notes, warnings of the driver, and the notes of the CFA (also in `Cfa::notes`).
  std::vector<Message> messages;
  /// What the automaton takes for granted of the program's surroundings, in sentences; each once.
  std::vector<cfa::Assumption> assumptions;
  /// Other files of the compilation database whose definitions are in the automaton; absolute, sorted.
  std::vector<std::string> linked_files;
  std::vector<std::string> included_files; ///< of the file itself, without system headers; absolute, sorted
  cfa::CDeclarations declarations;         ///< if they were asked for
  double parse_seconds = 0;                ///< of all files
  /// False: `messages` says why.
  bool compiles = true;
  /// False: `Options::entry` names no function that is defined in the translation unit; `messages` says so.
  bool entry_exists = true;
};

/// The property that targets of this kind belong to.
Property property_of(cfa::PropertyKind kind);

/// What a translation may make besides the automaton.
enum class SymbolTable { Leave, Make };      ///< types and variables, for debuggers
enum class Declarations { Leave, Describe }; ///< what the source declares, for those who write C
struct SourceTables {
  SymbolTable symbols = SymbolTable::Leave;
  Declarations declarations = Declarations::Leave;
};

/// Parses `input` and builds its automaton, together with what it uses of other files of its compilation database, if
/// `linking` says so. Options read: `entry`, `properties`, `data_model`, `linking`, `allocation`.
/// Throws `Interrupted` if `context` ends the run.
Translation translate(const SourceInput& input, const Options& options, RunContext& context,
                      const SourceTables& tables = {});

/// How the project's compiler is called for a file: without the file itself and what is about output.
struct CompilerCall {
  std::string directory; ///< absolute; what is relative in `arguments` refers to it
  std::string file;      ///< absolute
  std::vector<std::string> arguments;
};

/// For the file of `input` and each of the others that are linked with it, in this order. Fails if a compilation
/// database was named that cannot be read.
Result<std::vector<CompilerCall>> compiler_calls(const SourceInput& input, const std::vector<std::string>& linked_files,
                                                 DataModelName data_model);

} // namespace vouch::frontend
