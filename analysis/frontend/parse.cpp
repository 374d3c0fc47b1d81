#include "analysis/frontend/parse.hpp"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <utility>

namespace vouch::frontend {
namespace {

/// Offers one command, whatever file is asked for.
class SingleCommand : public clang::tooling::CompilationDatabase {
public:
  explicit SingleCommand(const CompileCommand& command) : command_(command) {}

  std::vector<clang::tooling::CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    std::vector<std::string> arguments = command_.arguments;
    arguments.push_back(file.str());
    return {clang::tooling::CompileCommand(command_.directory, file, std::move(arguments), "")};
  }

private:
  const CompileCommand& command_;
};

MessageSeverity severity_of(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Error:
  case clang::DiagnosticsEngine::Fatal:
    return MessageSeverity::Error;
  case clang::DiagnosticsEngine::Warning:
    return MessageSeverity::Warning;
  default:
    return MessageSeverity::Note;
  }
}

/// Collects what Clang says.
class MessageCollector : public clang::DiagnosticConsumer {
public:
  MessageCollector(std::string main_file, std::string shown_path)
      : main_file_(std::move(main_file)), shown_path_(std::move(shown_path)) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* /*preprocessor*/) override {
    language_ = language;
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    llvm::SmallString<256> text;
    diagnostic.FormatDiagnostic(text);
    Message message;
    message.severity = severity_of(level);
    message.text = text.str().str();
    bool has_place = diagnostic.hasSourceManager() && diagnostic.getLocation().isValid();
    if (has_place) {
      message.place = place_of(diagnostic);
    }
    if (message.severity == MessageSeverity::Warning && has_place) {
      message.severity = MessageSeverity::Note; // the only warnings asked for are notes for us
    }
    bool belongs_to_error = message.severity == MessageSeverity::Note && level == clang::DiagnosticsEngine::Note;
    if (belongs_to_error && !last_was_kept_) {
      return;
    }
    last_was_kept_ = true;
    has_located_errors_ = has_located_errors_ || (has_place && message.severity == MessageSeverity::Error);
    messages_.push_back(std::move(message));
  }

  [[nodiscard]] std::vector<Message> take_messages() { return std::move(messages_); }
  [[nodiscard]] bool has_located_errors() const { return has_located_errors_; }

private:
  Place place_of(const clang::Diagnostic& diagnostic) const {
    const clang::SourceManager& manager = diagnostic.getSourceManager();
    clang::SourceLocation location = manager.getFileLoc(diagnostic.getLocation());
    auto [file, offset] = manager.getDecomposedLoc(location);
    unsigned end = offset + clang::Lexer::MeasureTokenLength(location, manager, language_);
    for (const clang::CharSourceRange& range : diagnostic.getRanges()) {
      clang::CharSourceRange in_file = clang::Lexer::makeFileCharRange(range, manager, language_);
      if (in_file.isValid() && manager.getDecomposedLoc(in_file.getBegin()) == std::pair(file, offset)) {
        end = std::max(end, manager.getFileOffset(in_file.getEnd()));
      }
    }
    Place place;
    auto entry = manager.getFileEntryRefForID(file);
    place.file = file == manager.getMainFileID() ? shown_path_ : entry ? entry->getName().str() : "<built-in>";
    place.line = manager.getLineNumber(file, offset);
    place.column = manager.getColumnNumber(file, offset);
    place.end_line = manager.getLineNumber(file, end);
    place.end_column = manager.getColumnNumber(file, end);
    return place;
  }

  std::string main_file_;
  std::string shown_path_;
  clang::LangOptions language_;
  std::vector<Message> messages_;
  bool last_was_kept_ = false;
  bool has_located_errors_ = false;
};

} // namespace

ParsedFile parse(const SourceInput& input, const CompileCommand& command) {
  SingleCommand database(command);
  // The tool's default file system changes the directory of the whole process.
  clang::tooling::ClangTool tool(database, {command.file}, std::make_shared<clang::PCHContainerOperations>(),
                                 llvm::vfs::createPhysicalFileSystem());
  tool.clearArgumentsAdjusters();
  tool.setPrintErrorMessage(false);
  for (const auto& overlay : {std::cref(input.unsaved), std::cref(command.missing_headers)}) {
    for (const auto& [path, content] : overlay.get()) {
      tool.mapVirtualFile(path, content);
    }
  }
  MessageCollector collector(command.file, input.path);
  tool.setDiagnosticConsumer(&collector);
  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  tool.buildASTs(units);

  ParsedFile result;
  if (!units.empty() && units.front() != nullptr) {
    result.unit = std::move(units.front());
  }
  result.messages = collector.take_messages();
  result.has_errors = collector.has_located_errors() || result.unit == nullptr;
  if (result.unit != nullptr) {
    // The driver complains about flags of other compilers, and goes on.
    for (Message& message : result.messages) {
      if (message.place.line == 0 && message.severity == MessageSeverity::Error) {
        message.severity = MessageSeverity::Warning;
      }
    }
  }
  return result;
}

} // namespace vouch::frontend
