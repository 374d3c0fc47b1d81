#include "analysis/frontend/parse.hpp"

#include "analysis/frontend/tolerance.hpp"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <utility>

namespace vouch::frontend {
namespace {

/// Offers one command, whatever file is asked for.
class SingleCommand : public clang::tooling::CompilationDatabase {
public:
  /// `more` are further arguments.
  SingleCommand(const CompileCommand& command, const std::vector<std::string>& more) : command_(command), more_(more) {}

  std::vector<clang::tooling::CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    std::vector<std::string> arguments = command_.arguments;
    arguments.insert(arguments.end(), more_.begin(), more_.end());
    arguments.push_back(file.str());
    return {clang::tooling::CompileCommand(command_.directory, file, std::move(arguments), "")};
  }

private:
  const CompileCommand& command_;
  const std::vector<std::string>& more_;
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

/// Collects what Clang says. Has comments handled, too: nothing else of ours learns of the preprocessor before it begins.
class MessageCollector : public clang::DiagnosticConsumer {
public:
  MessageCollector(std::string shown_path, std::unique_ptr<clang::CommentHandler> comments)
      : shown_path_(std::move(shown_path)), comments_(std::move(comments)) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
    language_ = language;
    if (preprocessor != nullptr) {
      preprocessor_ = const_cast<clang::Preprocessor*>(preprocessor); // NOLINT: consumers are not expected to want more
      preprocessor_->addCommentHandler(comments_.get());
    }
  }

  void EndSourceFile() override {
    if (preprocessor_ != nullptr) {
      preprocessor_->removeCommentHandler(comments_.get());
      preprocessor_ = nullptr;
    }
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
    if (has_place && message.severity == MessageSeverity::Error) {
      ++located_errors_;
      const clang::SourceManager& manager = diagnostic.getSourceManager();
      const clang::SourceLocation location = manager.getFileLoc(diagnostic.getLocation());
      errors_.push_back({{manager.getFilename(location).str(), manager.getFileOffset(location)}, message.text});
      if (is_repairable(diagnostic.getID())) {
        repairable_.push_back({diagnostic.getID(), diagnostic.getLocation(), {}});
      }
    } else if (is_note_of_repairable(diagnostic.getID()) && !repairable_.empty()) {
      repairable_.back().note_location = diagnostic.getLocation();
    }
    messages_.push_back(std::move(message));
  }

  [[nodiscard]] std::vector<Message> take_messages() { return std::move(messages_); }
  [[nodiscard]] const std::vector<SourceError>& errors() const { return errors_; }
  [[nodiscard]] bool has_located_errors() const { return located_errors_ != 0; }
  /// Empty if there are errors that nothing helps against.
  [[nodiscard]] std::vector<RepairableError> repairable_errors() const {
    return repairable_.size() == located_errors_ ? repairable_ : std::vector<RepairableError>();
  }

private:
  vouch::Place place_of(const clang::Diagnostic& diagnostic) const {
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
    vouch::Place place;
    auto entry = manager.getFileEntryRefForID(file);
    place.file = file == manager.getMainFileID() ? shown_path_ : entry ? entry->getName().str() : "<built-in>";
    place.line = manager.getLineNumber(file, offset);
    place.column = manager.getColumnNumber(file, offset);
    place.end_line = manager.getLineNumber(file, end);
    place.end_column = manager.getColumnNumber(file, end);
    return place;
  }

  std::string shown_path_;
  std::unique_ptr<clang::CommentHandler> comments_;
  clang::Preprocessor* preprocessor_ = nullptr; ///< while there is one
  clang::LangOptions language_;
  std::vector<Message> messages_;
  std::vector<RepairableError> repairable_;
  std::vector<SourceError> errors_;
  std::size_t located_errors_ = 0;
  bool last_was_kept_ = false;
};

struct Attempt {
  ParsedFile parsed;
  std::vector<RepairableError> repairable;
  std::vector<SourceError> errors;
};

Attempt parse_once(const SourceInput& input, const CompileCommand& command, const std::vector<std::string>& more,
                   const std::map<std::string, std::string>& repaired, Annotations& annotations) {
  SingleCommand database(command, more);
  // The tool's default file system changes the directory of the whole process.
  clang::tooling::ClangTool tool(database, {command.file}, std::make_shared<clang::PCHContainerOperations>(),
                                 llvm::vfs::createPhysicalFileSystem());
  tool.clearArgumentsAdjusters();
  tool.setPrintErrorMessage(false);
  for (const auto& [path, content] : repaired) {
    tool.mapVirtualFile(path, content);
  }
  for (const auto& overlay : {std::cref(input.unsaved), std::cref(command.missing_headers)}) {
    for (const auto& [path, content] : overlay.get()) {
      if (!repaired.contains(path)) {
        tool.mapVirtualFile(path, content);
      }
    }
  }
  MessageCollector collector(input.path, annotation_handler(annotations, input.path));
  tool.setDiagnosticConsumer(&collector);
  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  tool.buildASTs(units);

  Attempt result;
  if (!units.empty() && units.front() != nullptr) {
    result.parsed.unit = std::move(units.front());
  }
  result.errors = collector.errors();
  result.parsed.messages = collector.take_messages();
  result.parsed.has_errors = collector.has_located_errors() || result.parsed.unit == nullptr;
  if (result.parsed.unit != nullptr) {
    result.repairable = collector.repairable_errors();
    // The driver complains about flags of other compilers, and goes on.
    for (Message& message : result.parsed.messages) {
      if (message.place.line == 0 && message.severity == MessageSeverity::Error) {
        message.severity = MessageSeverity::Warning;
      }
    }
  }
  return result;
}

/// The same, with those annotations that C can say.
Attempt parse_annotated(const SourceInput& input, const CompileCommand& command, const std::vector<std::string>& more,
                        const std::map<std::string, std::string>& repaired) {
  std::map<CommentPlace, Message> left_out;
  while (true) {
    Annotations annotations{left_out, {}};
    Attempt attempt = parse_once(input, command, more, repaired, annotations);
    left_out = annotations.left_out;
    left_out.merge(attempt.parsed.has_errors ? erroneous(attempt.errors, annotations)
                                             : objectionable(attempt.parsed.unit->getASTContext(), annotations));
    if (left_out.size() == annotations.left_out.size()) {
      for (const auto& [place, message] : left_out) {
        attempt.parsed.messages.push_back(message);
        attempt.parsed.annotations.insert(place);
      }
      for (const auto& [place, comment] : annotations.translated) {
        attempt.parsed.annotations.insert(place);
      }
      return attempt;
    }
  }
}

/// `more`: further arguments.
ParsedFile parse_and_repair(const SourceInput& input, const CompileCommand& command,
                            const std::vector<std::string>& more) {
  Attempt first = parse_annotated(input, command, more, {});
  if (first.repairable.empty()) {
    return std::move(first.parsed);
  }
  auto repaired = repaired_files(first.repairable, *first.parsed.unit);
  if (repaired.empty()) {
    return std::move(first.parsed);
  }
  Attempt second = parse_annotated(input, command, more, repaired);
  second.parsed.repaired = std::move(repaired); // the strings stay where they are
  return std::move(second.parsed.has_errors ? first.parsed : second.parsed);
}

} // namespace

ParsedFile parse(const SourceInput& input, const CompileCommand& command) {
  if (command.impersonation.empty()) {
    return parse_and_repair(input, command, {});
  }
  ParsedFile as_other = parse_and_repair(input, command, command.impersonation);
  if (!as_other.has_errors) {
    return as_other;
  }
  ParsedFile as_itself = parse_and_repair(input, command, {});
  as_itself.is_as_clang = true;
  return as_itself;
}

} // namespace vouch::frontend
