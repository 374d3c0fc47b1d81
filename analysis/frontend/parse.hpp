#pragma once

#include "analysis/frontend/annotated_source.hpp"
#include "analysis/frontend/compile_command.hpp"
#include "analysis/report/report.hpp"
#include "analysis/support/result.hpp"

#include <clang/Frontend/ASTUnit.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vouch::frontend {

struct ParsedFile {
  /// Contents that were read instead of files, by path; `unit` refers to them, as to `SourceInput::unsaved`.
  std::map<std::string, std::string> repaired;
  std::unique_ptr<clang::ASTUnit> unit; ///< null if Clang gave up
  std::vector<Message> messages;
  std::set<CommentPlace> annotations; ///< that are assertions, or were left out with a message
  bool has_errors = false;
  /// Clang could not compile it as the compiler that it belongs to, so that its preprocessor says that it is Clang.
  bool is_as_clang = false;
};

/// Runs Clang. Open buffers in `input` take the place of files; nothing of the process (as its working directory)
/// changes. Needs a large stack: see `run_with_large_stack`.
ParsedFile parse(const SourceInput& input, const CompileCommand& command);

} // namespace vouch::frontend
