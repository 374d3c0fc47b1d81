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

/// Whether a file of the project may define what is declared here.
bool may_be_of_project(const clang::DeclaratorDecl* declared) {
  return declared->getIdentifier() != nullptr && declared->isExternallyVisible() &&
         !declared->hasAttr<clang::AsmLabelAttr>() && !declared->hasAttr<clang::AliasAttr>() &&
         !declared->hasAttr<clang::IFuncAttr>();
}

/// The system's functions are seldom the project's own; but then they are no others.
ProjectUnits::Owner owner_of(const clang::DeclaratorDecl* declared, const clang::SourceManager& sources) {
  const bool is_compilers = declared->isImplicit() && llvm::isa<clang::FunctionDecl>(declared) &&
                            llvm::cast<clang::FunctionDecl>(declared)->getBuiltinID() != 0;
  return is_compilers || sources.isInSystemHeader(declared->getLocation()) ? ProjectUnits::Owner::System
                                                                           : ProjectUnits::Owner::Project;
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
  LinkedUnits(clang::ASTUnit& program, const Dialect& dialect, ProjectUnits& project)
      : program_(program), dialect_(dialect), project_(project),
        defined_(external_definitions(program.getASTContext(), dialect)),
        state_(std::make_shared<clang::ASTImporterSharedState>(*program.getASTContext().getTranslationUnitDecl())) {
    std::erase_if(defined_, [&](const auto& entry) {
      const bool gives_way = entry.second.strength != Strength::Strong && has_strong_definition(entry.first, nullptr);
      if (gives_way) {
        give_way(entry.second.declaration);
      }
      return gives_way;
    });
  }

  [[nodiscard]] bool contains(const ProjectUnit& unit) const { return importers_.contains(unit.path); }

  /// Why `unit`, which is none of them, cannot become one, as the end of a sentence; empty if it can.
  [[nodiscard]] std::string obstacle(ProjectUnit& unit) {
    if (!unit.problem.empty()) {
      return unit.problem;
    }
    if (const std::string clashing = clashing_definition(unit); !clashing.empty()) {
      return "defines \"" + clashing + "\", which the program has from elsewhere";
    }
    if (!are_compatible(dialect_, unit.dialect)) {
      return "is compiled with other rules of arithmetic or of memory";
    }
    return UnitImporter(program_, *unit.parsed.unit, state_).obstacle();
  }

  enum class StartAndEnd { Leave, Import };
  /// As `UnitImporter::import`. With the first name come the functions that run before and behind `main`, if asked for.
  std::string import(ProjectUnit& unit, const std::string& name, StartAndEnd start_and_end) {
    auto [importer, is_new] = importers_.try_emplace(unit.path);
    std::string failure;
    if (is_new) {
      importer->second = std::make_unique<UnitImporter>(program_, *unit.parsed.unit, state_);
      let_definitions_give_way(unit);
      defined_.insert(unit.definitions.begin(), unit.definitions.end());
      if (start_and_end == StartAndEnd::Import) {
        failure = import_constructors_and_destructors(*importer->second, unit.parsed.unit->getASTContext());
      }
    }
    const auto definition = unit.definitions.find(name);
    return !failure.empty() || definition == unit.definitions.end()
               ? failure
               : importer->second->import(definition->second.declaration);
  }

  [[nodiscard]] const ExternalDefinitions& definitions() const { return defined_; }

  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> result;
    for (const auto& [path, importer] : importers_) {
      result.push_back(path);
    }
    return result;
  }

  [[nodiscard]] std::vector<LinkedVariables> variables() const {
    std::vector<LinkedVariables> result;
    for (const auto& [path, importer] : importers_) {
      result.push_back(importer->variables());
    }
    return result;
  }

private:
  /// Whether some unit other than `own`, which could be linked as far as names tell, has one.
  bool has_strong_definition(const std::string& name, const ProjectUnit* own) {
    return std::ranges::any_of(project_.defining(name), [&](const ProjectUnit* unit) {
      const auto definition = unit->definitions.find(name);
      return unit != own && definition != unit->definitions.end() && definition->second.strength == Strength::Strong &&
             clashing_definition(*unit).empty();
    });
  }

  /// A name that a linker would find two strong definitions of; empty if there is none.
  [[nodiscard]] std::string clashing_definition(const ProjectUnit& unit) const {
    for (const auto& [name, definition] : unit.definitions) {
      const auto known = defined_.find(name);
      if (known != defined_.end() && known->second.strength == Strength::Strong &&
          definition.strength == Strength::Strong) {
        return name;
      }
    }
    return {};
  }

  void let_definitions_give_way(ProjectUnit& unit) {
    std::erase_if(unit.definitions, [&](const auto& entry) {
      const auto& [name, definition] = entry;
      const bool gives_way =
          definition.strength != Strength::Strong && (defined_.contains(name) || has_strong_definition(name, &unit));
      if (gives_way) {
        give_way(definition.declaration);
      }
      return gives_way;
    });
  }

  static std::string import_constructors_and_destructors(UnitImporter& importer, const clang::ASTContext& from) {
    std::string failure;
    for (const clang::Decl* declaration : from.getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      const bool is_run = function != nullptr && function->isThisDeclarationADefinition() &&
                          (function->hasAttr<clang::ConstructorAttr>() || function->hasAttr<clang::DestructorAttr>());
      if (is_run && failure.empty()) {
        failure = importer.import(function);
      }
    }
    return failure;
  }

  clang::ASTUnit& program_;
  const Dialect& dialect_;
  ProjectUnits& project_;
  ExternalDefinitions defined_;
  std::shared_ptr<clang::ASTImporterSharedState> state_;
  std::map<std::string, std::unique_ptr<UnitImporter>> importers_; ///< by path
};

Linker::Linker(clang::ASTUnit& program, const SourceMap& source, const Dialect& dialect, ProjectUnits& project,
               const RunContext& run)
    : program_(program), source_(source), dialect_(dialect), project_(project), run_(run) {}

Linker::~Linker() = default;

std::vector<std::string> Linker::files() const {
  return linked_ != nullptr ? linked_->paths() : std::vector<std::string>();
}

std::vector<Linker::Wanted> Linker::wanted_names(const Usage& usage) const {
  std::vector<Wanted> result;
  const clang::SourceManager& sources = program_.getSourceManager();
  for (const clang::FunctionDecl* function : usage.undefined_declarations) {
    if (may_be_of_project(function) && !has_fixed_meaning(function->getName())) {
      result.push_back({function, function->getNameAsString(), owner_of(function, sources)});
    }
  }
  for (const clang::VarDecl* variable : usage.globals) {
    if (!is_defined(variable) && may_be_of_project(variable) &&
        owner_of(variable, sources) == ProjectUnits::Owner::Project) {
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
  std::vector<ProjectUnit*> units = project_.defining(wanted.name, wanted.owner);
  std::erase_if(units, [&](const ProjectUnit* unit) { return !unit->definitions.contains(wanted.name); });
  const bool is_inside = wanted.declaration->isLocalExternDecl() && wanted.owner == ProjectUnits::Owner::Project;
  if (!units.empty() && is_inside) {
    note(wanted,
         "is defined in " + units.front()->path + ", which is not used: the declaration is inside of a function");
    return nullptr;
  }
  auto is_strong = [&](const ProjectUnit* unit) {
    return unit->definitions.at(wanted.name).strength == Strength::Strong;
  };
  if (std::ranges::any_of(units, is_strong)) {
    std::erase_if(units, [&](const ProjectUnit* unit) { return !is_strong(unit); });
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

Linker::Outcome Linker::link(EntryChoice& entry, Refused& refused) {
  linked_ = std::make_unique<LinkedUnits>(program_, dialect_, project_);
  const auto start_and_end = entry.contents == StaticContents::Initialised ? LinkedUnits::StartAndEnd::Import
                                                                           : LinkedUnits::StartAndEnd::Leave;
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    notes_.clear(); // with every unit more names may be clear
    for (const Wanted& wanted : wanted_names(collect_usage(entry.roots(), entry.elsewhere))) {
      run_.check();
      ProjectUnit* unit = unit_for(wanted, refused);
      if (unit == nullptr) {
        continue;
      }
      std::string failure = linked_->import(*unit, wanted.name, start_and_end);
      add_constructors_and_destructors(program_.getASTContext(), entry);
      if (failure.empty()) {
        const std::string clashing = clashing_name(collect_usage(entry.roots(), entry.elsewhere));
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
  const std::vector<LinkedVariables> variables = linked_->variables();
  if (entry.contents == StaticContents::Unconstrained && !variables.empty()) {
    add_linked_variables(entry.elsewhere, program_.getASTContext(), variables);
  }
  return Outcome::Done;
}

std::vector<std::string> Linker::assumptions(const EntryChoice& entry) const {
  const ExternalDefinitions definitions =
      linked_ != nullptr ? linked_->definitions() : external_definitions(program_.getASTContext(), dialect_);
  std::vector<std::string> result;
  auto look_at = [&](const clang::DeclaratorDecl* declared) {
    const auto found = definitions.find(declared->getNameAsString());
    if (declared->isExternallyVisible() && found != definitions.end() && found->second.strength != Strength::Strong) {
      const std::string kind = found->second.strength == Strength::Weak ? "weak" : "common";
      result.push_back("no other definition takes the place of that of \"" + found->first + "\", which is " + kind);
    }
  };
  const Usage usage = collect_usage(entry.roots(), entry.elsewhere);
  std::ranges::for_each(usage.functions, look_at);
  std::ranges::for_each(usage.globals, look_at);
  return result;
}

} // namespace vouch::frontend
