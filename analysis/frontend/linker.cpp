#include "analysis/frontend/linker.hpp"

#include "analysis/frontend/library_functions.hpp"
#include "analysis/frontend/unit_importer.hpp"
#include "analysis/frontend/usage.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <utility>

namespace vouch::frontend {
namespace {

/// Functions that are understood by their name wherever they are defined.
bool has_fixed_meaning(llvm::StringRef name) {
  auto known = library_function(name);
  return name.starts_with("__builtin_") || known == LibraryFunction::Nondeterministic ||
         known == LibraryFunction::ReachError || known == LibraryFunction::AssertFail;
}

/// Whether the project may define what is declared here: it is not the system's, nor the compiler's.
bool may_be_of_project(const clang::DeclaratorDecl* declared, const clang::SourceManager& sources) {
  const bool is_compilers = declared->isImplicit() && llvm::isa<clang::FunctionDecl>(declared) &&
                            llvm::cast<clang::FunctionDecl>(declared)->getBuiltinID() != 0;
  return declared->getIdentifier() != nullptr && declared->isExternallyVisible() && !is_compilers &&
         !declared->hasAttr<clang::AsmLabelAttr>() && !declared->hasAttr<clang::AliasAttr>() &&
         !declared->hasAttr<clang::IFuncAttr>() && !sources.isInSystemHeader(declared->getLocation());
}

bool is_defined(const clang::DeclaratorDecl* declared) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declared);
  return function != nullptr ? function->getDefinition() != nullptr
                             : llvm::cast<clang::VarDecl>(declared)->hasDefinition() != clang::VarDecl::DeclarationOnly;
}

/// A name with external linkage that has several declarations which are not of one thing; empty if there is none.
std::string clashing_name(const Usage& usage) {
  std::map<std::string, const clang::Decl*> known;
  std::string result;
  auto look_at = [&](const clang::DeclaratorDecl* declared) {
    if (declared->isExternallyVisible()) {
      auto [entry, is_new] = known.emplace(declared->getNameAsString(), declared->getCanonicalDecl());
      if (!is_new && entry->second != declared->getCanonicalDecl()) {
        result = entry->first;
      }
    }
  };
  std::ranges::for_each(usage.functions, look_at);
  std::ranges::for_each(usage.undefined_declarations, look_at);
  std::ranges::for_each(usage.globals, look_at);
  return result;
}

} // namespace

/// The units that make up the program so far.
class Linker::LinkedUnits {
public:
  explicit LinkedUnits(clang::ASTUnit& program)
      : program_(program), defined_(external_definitions(program.getASTContext())),
        state_(std::make_shared<clang::ASTImporterSharedState>(*program.getASTContext().getTranslationUnitDecl())) {}

  [[nodiscard]] bool contains(const ProjectUnit& unit) const { return importers_.contains(unit.path); }

  /// Why `unit`, which is none of them, cannot become one, as the end of a sentence; empty if it can.
  [[nodiscard]] std::string obstacle(ProjectUnit& unit) {
    if (!unit.problem.empty()) {
      return unit.problem;
    }
    for (const auto& [name, definition] : unit.definitions) {
      if (defined_.contains(name)) {
        return "defines \"" + name + "\", which the program has from elsewhere";
      }
    }
    return UnitImporter(program_, *unit.parsed.unit, state_).obstacle();
  }

  /// As `UnitImporter::import`.
  std::string import(ProjectUnit& unit, const std::string& name) {
    auto [importer, is_new] = importers_.try_emplace(unit.path);
    if (is_new) {
      importer->second = std::make_unique<UnitImporter>(program_, *unit.parsed.unit, state_);
      defined_.insert(unit.definitions.begin(), unit.definitions.end());
    }
    return importer->second->import(unit.definitions.at(name));
  }

  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> result;
    for (const auto& [path, importer] : importers_) {
      result.push_back(path);
    }
    return result;
  }

private:
  clang::ASTUnit& program_;
  ExternalDefinitions defined_;
  std::shared_ptr<clang::ASTImporterSharedState> state_;
  std::map<std::string, std::unique_ptr<UnitImporter>> importers_; ///< by path
};

Linker::Linker(clang::ASTUnit& program, const SourceMap& source, ProjectUnits& project, const RunContext& run)
    : program_(program), source_(source), project_(project), run_(run) {}

Linker::~Linker() = default;

std::vector<std::string> Linker::files() const {
  return linked_ != nullptr ? linked_->paths() : std::vector<std::string>();
}

std::vector<Linker::Wanted> Linker::wanted_names(const Usage& usage) const {
  std::vector<Wanted> result;
  const clang::SourceManager& sources = program_.getSourceManager();
  for (const clang::FunctionDecl* function : usage.undefined_declarations) {
    if (may_be_of_project(function, sources) && !has_fixed_meaning(function->getName())) {
      result.push_back({function, function->getNameAsString()});
    }
  }
  for (const clang::VarDecl* variable : usage.globals) {
    if (!is_defined(variable) && may_be_of_project(variable, sources)) {
      result.push_back({variable, variable->getNameAsString()});
    }
  }
  return result;
}

void Linker::note(const Wanted& wanted, const std::string& text) {
  const SourceRange range = source_.range(clang::SourceRange(wanted.declaration->getLocation()));
  notes_.push_back({MessageSeverity::Note,
                    {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column},
                    "\"" + wanted.name + "\" " + text});
}

ProjectUnit* Linker::unit_for(const Wanted& wanted, const Refused& refused) {
  const std::vector<ProjectUnit*> units = project_.defining(wanted.name);
  if (!units.empty() && wanted.declaration->isLocalExternDecl()) {
    note(wanted,
         "is defined in " + units.front()->path + ", which is not used: the declaration is inside of a function");
    return nullptr;
  }
  for (ProjectUnit* unit : units) {
    if (linked_->contains(*unit)) { // the others cannot be a part of the same program
      return unit;
    }
  }
  if (units.size() > 1) {
    std::string where = units.front()->path;
    for (std::size_t index = 1; index < units.size(); ++index) {
      where += (index + 1 < units.size() ? ", " : " and ") + units[index]->path;
    }
    note(wanted, "has definitions in " + where + ", none of which is used: it is not known which one the program has");
  }
  if (units.size() != 1) {
    return nullptr;
  }
  ProjectUnit* unit = units.front();
  auto known = refused.find(unit->path);
  const std::string obstacle = known != refused.end() ? known->second : linked_->obstacle(*unit);
  if (!obstacle.empty()) {
    note(wanted, "is defined in " + unit->path + ", which is not used: it " + obstacle);
    return nullptr;
  }
  return unit;
}

Linker::Outcome Linker::link(const std::vector<const clang::FunctionDecl*>& roots, Refused& refused) {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    notes_.clear(); // with every unit more names may be clear
    for (const Wanted& wanted : wanted_names(collect_usage(roots))) {
      run_.check();
      if (linked_ == nullptr) {
        linked_ = std::make_unique<LinkedUnits>(program_);
      }
      ProjectUnit* unit = unit_for(wanted, refused);
      if (unit == nullptr) {
        continue;
      }
      std::string failure = linked_->import(*unit, wanted.name);
      if (failure.empty()) {
        const std::string clashing = clashing_name(collect_usage(roots));
        const std::string name = is_defined(wanted.declaration) ? clashing : wanted.name;
        failure = name.empty() ? "" : "declares \"" + name + "\" in another way";
      }
      if (!failure.empty()) {
        refused.emplace(unit->path, failure);
        return Outcome::Spoilt;
      }
      has_grown = true;
      break;
    }
  }
  return Outcome::Done;
}

} // namespace vouch::frontend
