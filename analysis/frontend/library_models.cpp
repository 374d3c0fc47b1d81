#include "analysis/frontend/library_models.hpp"

#include "analysis/frontend/compile_command.hpp"
#include "analysis/frontend/embedded_text.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/frontend/function_lowering.hpp"
#include "analysis/frontend/modelled_functions.hpp"
#include "analysis/frontend/parse.hpp"

#include <algorithm>
#include <clang/Basic/TargetInfo.h>
#include <utility>

namespace vouch::frontend {
namespace {

constexpr std::string_view folder = "/vouch-models/";
constexpr std::string_view builtin_prefix = "__builtin_";
constexpr std::string_view builtin_model_prefix = "__vouch_builtin_";
/// A model that is called from more places shares its copies.
constexpr std::size_t most_copies = 100;

std::vector<const clang::FunctionDecl*> definitions(const clang::ASTContext& context) {
  std::vector<const clang::FunctionDecl*> result;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition()) {
      result.push_back(function);
    }
  }
  return result;
}

std::string all_models_path() { return std::string(folder) + "models.c"; }

/// Every model file behind the header, as one translation unit.
SourceInput all_models() {
  SourceInput result;
  result.path = all_models_path();
  std::string includes = "#include \"vouch.h\"\n";
  for (EmbeddedText& file : model_texts()) {
    if (file.name.ends_with(".c")) {
      includes += "#include \"" + file.name + "\"\n";
    }
    result.unsaved.emplace(std::string(folder) + file.name, std::move(file.text));
  }
  result.unsaved.emplace(result.path, includes);
  return result;
}

/// `macros`: those of vouch.h.
CompileCommand command_for(const std::string& target_triple, CharSign sign, const std::vector<std::string>& macros) {
  CompileCommand result;
  result.file = all_models_path();
  result.directory = "/"; // has to exist
  result.arguments = {"clang",          "--target=" + target_triple, "-std=gnu17", "-ffreestanding", "-fsyntax-only",
                      "-Wno-everything"};
  result.arguments.emplace_back(sign == CharSign::Signed ? "-fsigned-char" : "-funsigned-char");
  for (const std::string& macro : macros) {
    result.arguments.push_back("-D" + macro);
  }
  return result;
}

/// A model uses what it is passed, so that is checked in it; its arithmetic is its own affair.
std::set<cfa::PropertyKind> checked_in_models(const std::set<cfa::PropertyKind>& properties) {
  std::set<cfa::PropertyKind> result;
  for (cfa::PropertyKind kind : properties) {
    if (property_of(kind) != Property::Overflow) {
      result.insert(kind);
    }
  }
  return result;
}

} // namespace

struct LibraryModels::Parsed {
  Parsed(ParsedFile file, SourceInput models, const std::set<cfa::PropertyKind>& properties, cfa::CfaBuilder& builder,
         Linkage& linkage)
      : input(std::move(models)), parsed(std::move(file)), all(definitions(parsed.unit->getASTContext())),
        source(parsed.unit->getSourceManager(), parsed.unit->getLangOpts(), input.path),
        unit(parsed.unit->getASTContext(), source, collect_usage(all, {}), checked_in_models(properties), builder,
             linkage, UnitRole::Models) {
    for (const clang::FunctionDecl* function : all) {
      if (function->isExternallyVisible()) {
        by_name.emplace(function->getNameAsString(), function);
      }
    }
  }

  SourceInput input; ///< `parsed` refers to its texts
  ParsedFile parsed;
  std::vector<const clang::FunctionDecl*> all;
  SourceMap source;
  Unit unit;
  std::unordered_map<std::string, const clang::FunctionDecl*> by_name;
  struct Copy {
    FunctionInterface interface;
    SourceRange place; ///< of the call; invalid if calls share it
  };
  std::vector<Copy> requested; ///< in the order in which they were asked for
  std::size_t lowered = 0;
  std::unordered_map<const clang::FunctionDecl*, std::size_t> copies; ///< how many for one call each
  std::unordered_map<const clang::FunctionDecl*, std::size_t> shared; ///< index into `requested`
};

LibraryModels::LibraryModels(const clang::ASTContext& user, std::set<cfa::PropertyKind> properties,
                             cfa::CfaBuilder& builder, Linkage& linkage)
    : target_triple_(user.getTargetInfo().getTriple().str()),
      char_sign_(user.getLangOpts().CharIsSigned ? CharSign::Signed : CharSign::Unsigned),
      properties_(std::move(properties)), builder_(builder), linkage_(linkage) {}

LibraryModels::~LibraryModels() = default;

std::vector<std::string> LibraryModels::macros() const {
  std::vector<std::string> result;
  if (linkage_.program->looks_at_errno()) {
    result.emplace_back("VOUCH_ERRNO");
  }
  if (linkage_.allocation == Allocation::MayFail) {
    result.emplace_back("VOUCH_ALLOCATION_MAY_FAIL");
  }
  if (properties_.contains(cfa::PropertyKind::OutOfBounds)) {
    result.emplace_back("VOUCH_CHECKS_BOUNDS");
  }
  return result;
}

LibraryModels::Parsed* LibraryModels::parsed() {
  if (parsed_ == nullptr && is_usable_) {
    SourceInput input = all_models();
    ParsedFile file = parse(input, command_for(target_triple_, char_sign_, macros()));
    is_usable_ = !file.has_errors;
    if (is_usable_) {
      parsed_ = std::make_unique<Parsed>(std::move(file), std::move(input), properties_, builder_, linkage_);
    }
  }
  return parsed_.get();
}

const clang::FunctionDecl* LibraryModels::find(std::string_view name) {
  if (parsed() == nullptr) {
    return nullptr;
  }
  auto look_up = [&](const std::string& wanted) -> const clang::FunctionDecl* {
    auto entry = parsed_->by_name.find(wanted);
    return entry != parsed_->by_name.end() ? entry->second : nullptr;
  };
  if (!name.starts_with(builtin_prefix)) {
    return look_up(std::string(name));
  }
  name.remove_prefix(builtin_prefix.size());
  const clang::FunctionDecl* builtin = look_up(std::string(builtin_model_prefix) + std::string(name));
  return builtin != nullptr ? builtin : look_up(std::string(name));
}

FunctionInterface LibraryModels::instance_of(const clang::FunctionDecl* model,
                                             const std::vector<cfa::ExpressionRef>& constants,
                                             const SourceRange& place) {
  model = model->getDefinition();
  Parsed& library = *parsed();
  bool is_shared = model->getNumParams() == 0 || library.copies[model] >= most_copies;
  if (auto shared = library.shared.find(model); is_shared && shared != library.shared.end()) {
    return library.requested[shared->second].interface;
  }
  FunctionInterface interface = library.unit.make_interface(model);
  if (is_shared) {
    library.shared.emplace(model, library.requested.size());
  } else {
    ++library.copies[model];
    library.unit.build_in(interface, constants);
  }
  library.requested.push_back({interface, is_shared ? SourceRange() : place});
  return interface;
}

bool LibraryModels::lower_requested() {
  if (parsed_ == nullptr || parsed_->lowered == parsed_->requested.size()) {
    return false;
  }
  while (parsed_->lowered < parsed_->requested.size()) {
    Parsed::Copy copy = parsed_->requested[parsed_->lowered++];
    FunctionLowering lowering(parsed_->unit, copy.interface.id, copy.place);
    lowering.lower_definition(copy.interface);
    lowering.finish();
  }
  return true;
}

std::optional<cfa::FunctionId> LibraryModels::make_start(StaticContents contents) {
  if (parsed_ == nullptr || parsed_->unit.static_objects().empty()) {
    return std::nullopt;
  }
  if (!start_ || objects_at_start_ != parsed_->unit.static_objects().size()) {
    start_ = builder_.add_function("<start of the library>", {});
    objects_at_start_ = parsed_->unit.static_objects().size();
    builder_.function(*start_).is_synthetic = true;
    builder_.function(*start_).is_externally_visible = false;
    FunctionLowering lowering(parsed_->unit, *start_);
    lowering.set_up_static_objects(contents);
    lowering.finish();
  }
  return start_;
}

std::vector<std::string> modelled_functions() {
  SourceInput input = all_models();
  ParsedFile file = parse(input, command_for("x86_64-linux-gnu", CharSign::Signed, {}));
  std::vector<std::string> result;
  if (file.has_errors) {
    return result;
  }
  for (const clang::FunctionDecl* function : definitions(file.unit->getASTContext())) {
    std::string name = function->getNameAsString();
    if (name.starts_with(builtin_model_prefix)) {
      name = std::string(builtin_prefix) + name.substr(builtin_model_prefix.size());
    }
    if (function->isExternallyVisible() && !name.starts_with("__vouch_")) {
      result.push_back(std::move(name));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace vouch::frontend
