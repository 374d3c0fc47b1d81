#include "analysis/frontend/frontend.hpp"

#include "analysis/facts/function_pointers.hpp"
#include "analysis/frontend/annotations.hpp"
#include "analysis/frontend/compile_command.hpp"
#include "analysis/frontend/declarations.hpp"
#include "analysis/frontend/describe_symbols.hpp"
#include "analysis/frontend/entry_point.hpp"
#include "analysis/frontend/function_lowering.hpp"
#include "analysis/frontend/large_stack.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/linker.hpp"
#include "analysis/frontend/parse.hpp"
#include "analysis/frontend/scopes.hpp"
#include "analysis/frontend/source_map.hpp"
#include "analysis/frontend/unit.hpp"
#include "analysis/frontend/usage.hpp"
#include "analysis/frontend/witness_expressions.hpp"
#include "analysis/transformation/activation_objects.hpp"
#include "analysis/transformation/doubted_allocators.hpp"
#include "analysis/transformation/evaluation_order.hpp"

#include <algorithm>
#include <chrono>
#include <clang/Basic/TargetInfo.h>
#include <filesystem>
#include <iterator>
#include <utility>

namespace vouch::frontend {
namespace {

vouch::Place to_place(const SourceRange& range) {
  return {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column};
}

Message error_without_place(const std::string& path, std::string text) {
  Message message{MessageSeverity::Error, {}, std::move(text)};
  message.place.file = path;
  return message;
}

std::set<cfa::PropertyKind> kinds_of(const std::vector<Property>& properties) {
  std::set<cfa::PropertyKind> result;
  for (cfa::PropertyKind kind : cfa::all_property_kinds) {
    if (std::find(properties.begin(), properties.end(), property_of(kind)) != properties.end()) {
      result.insert(kind);
    }
  }
  return result;
}

/// Succeeds or MayFail.
Allocation allocation_of(const Options& options) {
  if (options.allocation != Allocation::AsChecked) {
    return options.allocation;
  }
  const bool checks_null = std::ranges::find(options.properties, Property::Null) != options.properties.end();
  return checks_null ? Allocation::MayFail : Allocation::Succeeds;
}

/// Functions of the main file that no entry point reaches are in the CFA by name and place, without edges.
void add_unreachable_functions(const clang::ASTContext& context, Unit& unit) {
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() &&
        unit.source.is_in_main_file(function->getLocation())) {
      unit.interface_of(function);
    }
  }
}

/// Calls through pointers were lowered as if they could reach all functions of a suitable type.
void remove_impossible_calls(cfa::CfaBuilder& builder) {
  const cfa::Cfa everything = cfa::CfaBuilder(builder).build();
  const facts::MemoryRegions regions(everything);
  const facts::FunctionPointers pointers(everything, regions);
  builder.remove_edges([&](const cfa::Edge& edge) { return assumes_impossible_function(edge, pointers); });
}

/// Of the program as a whole.
void add_assumptions(const std::vector<std::string>& sentences, Translation& result) {
  for (const std::string& sentence : sentences) {
    result.assumptions.push_back({sentence});
  }
}

/// `preprocessor`: null if nobody wants symbols.
void build_cfa(clang::ASTContext& context, const SourceMap& source, const EntryChoice& entry, const Dialect& dialect,
               const Options& options, const RunContext& run, clang::Preprocessor* preprocessor,
               Declarations declarations, Translation& result) {
  cfa::CfaBuilder builder({static_cast<unsigned>(context.getTargetInfo().getPointerWidth(clang::LangAS::Default))});
  std::set<cfa::PropertyKind> properties = kinds_of(options.properties);
  if (entry.contents == StaticContents::Unconstrained) {
    properties.erase(cfa::PropertyKind::MemoryLeak); // what a caller has got is not lost
  }
  Linkage linkage{entry.contents, entry.statics, allocation_of(options), options.callers};
  linkage.dialect = dialect;
  linkage.confined = entry.elsewhere.confined;
  linkage.destructors = entry.destructors;
  Unit unit(context, source, collect_usage(entry.roots(), entry.elsewhere), properties, builder, linkage,
            UnitRole::Program);
  LibraryModels models(context, std::move(properties), builder, linkage);
  linkage.program = &unit;
  linkage.models = &models;
  for (const clang::FunctionDecl* function : unit.usage.functions) {
    run.check();
    run.report("building the automaton", function->getNameAsString());
    FunctionInterface interface = unit.interface_of(function);
    FunctionLowering lowering(unit, interface.id);
    lowering.lower_definition(interface);
    lowering.finish();
  }
  for (const clang::FunctionDecl* function : unit.usage.address_taken_functions) {
    if (function->getDefinition() == nullptr) {
      unit.interface_of(function);
    }
  }
  if (unit.usage.undefined_functions.contains("atexit")) {
    if (const clang::FunctionDecl* handlers = models.find("__vouch_run_exit_handlers")) {
      models.instance_of(handlers, {}, {});
    }
  }
  std::size_t lowered_undefined = 0;
  while (models.lower_requested() || lowered_undefined < unit.undefined_functions().size()) {
    for (; lowered_undefined < unit.undefined_functions().size(); ++lowered_undefined) {
      FunctionInterface interface = unit.interface_of(unit.undefined_functions()[lowered_undefined]);
      FunctionLowering lowering(unit, interface.id);
      lowering.lower_undefined(interface);
      lowering.finish();
    }
  }
  // Now all static objects of the models exist.
  add_entry_points(unit, entry, run);
  models.lower_requested(); // contracts are assumed with their help
  add_unreachable_functions(context, unit);
  note_scopes(unit);
  if (declarations == Declarations::Describe) {
    result.declarations = describe_declarations(unit, entry);
  }
  for (const auto& [sentence, functions] : unit.assumptions()) {
    result.assumptions.push_back({sentence, functions});
  }
  add_assumptions(assumptions_of(dialect), result);
  if (preprocessor != nullptr) {
    result.symbols = describe_symbols(unit, *preprocessor);
  }
  if (entry.contents == StaticContents::Initialised && unit.calls_through_pointers()) {
    remove_impossible_calls(builder);
  }
  transformation::mark_doubted_allocators(builder);
  transformation::settle_evaluation_orders(builder);
  transformation::allocate_objects_of_recursive_functions(builder);
  result.cfa = builder.build();
}

std::string list_of(const std::vector<std::string>& paths) {
  std::string result;
  for (const std::string& path : paths) {
    result += (result.empty() ? "" : ", ") + path;
  }
  return result;
}

/// The headers that were read, those of the system left out.
std::vector<std::string> own_headers(clang::SourceManager& sources) {
  std::vector<std::string> headers;
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
    const clang::FileID id = sources.translateFile(file->first);
    if (id.isValid() && id != sources.getMainFileID() && !sources.isInSystemHeader(sources.getLocForStartOfFile(id))) {
      headers.push_back(std::filesystem::absolute(file->first.getName().str()).lexically_normal().string());
    }
  }
  std::ranges::sort(headers);
  return headers;
}

/// Translates one file.
class FileTranslation {
public:
  FileTranslation(const SourceInput& input, const Options& options, const CompilationDatabase& database,
                  const RunContext& run, const SourceTables& tables, Translation& result)
      : input_(input), options_(options), run_(run), tables_(tables), result_(result),
        command_(database.command_for(input.path, input.clang_arguments, options.data_model)),
        project_(database, input, options.data_model, run) {}

  void translate() {
    // Each time without one more of the other units.
    while (attempt() == Linker::Outcome::Spoilt) {
    }
  }

private:
  Linker::Outcome attempt() {
    const auto start = std::chrono::steady_clock::now();
    ParsedFile parsed = parse(input_, command_);
    note_parsing_since(start);
    result_.messages = std::move(parsed.messages);
    result_.compiles = !parsed.has_errors;
    is_as_clang_ = parsed.is_as_clang;
    if (parsed.unit != nullptr) {
      result_.included_files = own_headers(parsed.unit->getSourceManager());
    }
    return result_.compiles ? attempt(*parsed.unit, parsed.annotations) : Linker::Outcome::Done;
  }

  Linker::Outcome attempt(clang::ASTUnit& parsed, const std::set<CommentPlace>& known_annotations) {
    const clang::ASTContext& context = parsed.getASTContext();
    if (context.getLangOpts().CPlusPlus || context.getLangOpts().ObjC) {
      reject("not a C file");
      return Linker::Outcome::Done;
    }
    if (context.getTargetInfo().isBigEndian()) {
      reject("big-endian targets are not supported");
      return Linker::Outcome::Done;
    }
    SourceMap source(parsed.getSourceManager(), context.getLangOpts(), input_.path);
    for (const auto& objections : {objections_to_witness(context, source), reversals_of_byte_order(context, source)}) {
      result_.messages.insert(result_.messages.end(), objections.begin(), objections.end());
      result_.compiles = result_.compiles && objections.empty();
    }
    if (!result_.compiles) {
      return Linker::Outcome::Done;
    }
    const std::vector<Message> annotations = notes_on_annotations(context, source, known_annotations);
    result_.messages.insert(result_.messages.end(), annotations.begin(), annotations.end());
    const Dialect dialect = dialect_of(command_.original, context);
    EntryChoice entry = choose_entry_points(context, source, options_.entry);
    if (entry.functions.empty() && !options_.entry.empty()) {
      result_.entry_exists = false;
      result_.messages.push_back(
          error_without_place(input_.path, "no function \"" + options_.entry + "\" is defined in this file"));
      return Linker::Outcome::Done;
    }
    Linker linker(parsed, source, dialect, project_, run_);
    if (options_.linking == Linking::Database) {
      const auto start = std::chrono::steady_clock::now();
      const Linker::Outcome outcome = linker.link(entry, refused_);
      note_parsing_since(start);
      if (outcome == Linker::Outcome::Spoilt) {
        return outcome;
      }
    }
    build_cfa(parsed.getASTContext(), source, entry, dialect, options_, run_,
              tables_.symbols == SymbolTable::Make ? &parsed.getPreprocessor() : nullptr, tables_.declarations,
              result_);
    add_what_was_linked(linker, entry);
    if (is_as_clang_) {
      result_.assumptions.push_back({"the file means the same where the preprocessor says that the compiler is Clang "
                                     "(\"__GNUC__\" is 4): as another one Clang does not compile it"});
    }
    for (const cfa::Note& note : result_.cfa->notes()) {
      result_.messages.push_back({MessageSeverity::Note, to_place(note.range), note.message});
    }
    return Linker::Outcome::Done;
  }

  void reject(const std::string& reason) {
    result_.compiles = false;
    result_.messages.push_back(error_without_place(input_.path, reason));
  }

  void note_parsing_since(std::chrono::steady_clock::time_point start) {
    result_.parse_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void add_what_was_linked(Linker& linker, const EntryChoice& entry) {
    std::vector<Message> notes = linker.take_notes();
    result_.messages.insert(result_.messages.end(), notes.begin(), notes.end());
    result_.linked_files = linker.files();
    add_assumptions(linker.assumptions(entry), result_);
    if (!result_.linked_files.empty()) {
      result_.assumptions.push_back({"the program is linked from the file and others of its compilation database: " +
                                     list_of(result_.linked_files)});
    }
  }

  const SourceInput& input_;
  const Options& options_;
  const RunContext& run_;
  SourceTables tables_;
  Translation& result_;
  CompileCommand command_;
  ProjectUnits project_;
  Linker::Refused refused_;
  bool is_as_clang_ = false; ///< as in `ParsedFile`
};

} // namespace

Property property_of(cfa::PropertyKind kind) {
  switch (kind) {
  case cfa::PropertyKind::Assertion:
  case cfa::PropertyKind::Annotation:
    return Property::Assert;
  case cfa::PropertyKind::ErrorCall:
    return Property::ReachError;
  case cfa::PropertyKind::SignedOverflow:
  case cfa::PropertyKind::InvalidShift:
    return Property::Overflow;
  case cfa::PropertyKind::DivisionByZero:
    return Property::DivisionByZero;
  case cfa::PropertyKind::NullDereference:
    return Property::Null;
  case cfa::PropertyKind::OutOfBounds:
    return Property::Bounds;
  case cfa::PropertyKind::UseAfterFree:
    return Property::UseAfterFree;
  case cfa::PropertyKind::InvalidFree:
  case cfa::PropertyKind::DoubleFree:
  case cfa::PropertyKind::MemoryLeak:
    break;
  }
  return Property::Memory;
}

Translation translate(const SourceInput& input, const Options& options, RunContext& context,
                      const SourceTables& tables) {
  Translation result;
  context.check();
  context.report("parsing", input.path);
  auto database = CompilationDatabase::of(input);
  if (!database) {
    result.compiles = false;
    result.messages.push_back(error_without_place(input.path, database.error().message));
    return result;
  }
  run_with_large_stack([&] { FileTranslation(input, options, *database, context, tables, result).translate(); });
  return result;
}

Result<std::vector<CompilerCall>> compiler_calls(const SourceInput& input, const std::vector<std::string>& linked_files,
                                                 DataModelName data_model) {
  auto database = CompilationDatabase::of(input);
  if (!database) {
    return database.error();
  }
  std::vector<std::string> files = {input.path};
  files.insert(files.end(), linked_files.begin(), linked_files.end());
  std::vector<CompilerCall> result;
  for (const std::string& file : files) {
    CompileCommand command = database->native_command_for(file, input.clang_arguments, data_model);
    result.push_back({std::move(command.directory), std::move(command.file), std::move(command.arguments)});
  }
  return result;
}

} // namespace vouch::frontend
