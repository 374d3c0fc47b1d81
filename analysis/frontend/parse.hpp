#pragma once

#include "analysis/frontend/compile_command.hpp"
#include "analysis/support/result.hpp"
#include "analysis/verifier.hpp"

#include <clang/Frontend/ASTUnit.h>
#include <memory>
#include <vector>

namespace vouch::frontend {

struct ParsedFile {
  std::unique_ptr<clang::ASTUnit> unit; ///< null if Clang gave up
  std::vector<Message> messages;
  bool has_errors = false;
};

/// Runs Clang. Open buffers in `input` take the place of files; nothing of the process (as its working directory)
/// changes. Needs a large stack: see `run_with_large_stack`.
ParsedFile parse(const SourceInput& input, const CompileCommand& command);

} // namespace vouch::frontend
