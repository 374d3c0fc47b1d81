#include "analysis/frontend/entry_point.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/escaping_addresses.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/frontend/static_set_up.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace vouch::frontend {
namespace {

std::vector<const clang::FunctionDecl*> definitions(const clang::ASTContext& context) {
  std::vector<const clang::FunctionDecl*> result;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() && function->hasBody()) {
      result.push_back(function);
    }
  }
  return result;
}

const clang::FunctionDecl* find(const std::vector<const clang::FunctionDecl*>& functions, const std::string& name) {
  for (const clang::FunctionDecl* function : functions) {
    if (function->getNameAsString() == name) {
      return function;
    }
  }
  return nullptr;
}

template <class Attribute>
int priority(const clang::FunctionDecl* function) {
  return function->getAttr<Attribute>()->getPriority();
}

unsigned offset_in_file(const clang::Decl* declaration) {
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  return sources.getFileOffset(sources.getFileLoc(declaration->getLocation()));
}

/// The functions with the attribute, those with the lowest numbers first.
template <class Attribute>
std::vector<const clang::FunctionDecl*> with_attribute(const std::vector<const clang::FunctionDecl*>& defined) {
  std::vector<const clang::FunctionDecl*> result;
  std::ranges::copy_if(defined, std::back_inserter(result),
                       [](const clang::FunctionDecl* function) { return function->hasAttr<Attribute>(); });
  // What was linked may have come in another order.
  std::ranges::stable_sort(result, [](const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
    return std::pair(priority<Attribute>(a), offset_in_file(a)) < std::pair(priority<Attribute>(b), offset_in_file(b));
  });
  return result;
}

std::string file_of(const clang::Decl* declaration) {
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  return sources.getFilename(sources.getFileLoc(declaration->getLocation())).str();
}

/// Whether the order is one that only the linker knows: neighbours with the same priority are in different files.
template <class Attribute>
bool is_ordered(const std::vector<const clang::FunctionDecl*>& sorted) {
  return std::ranges::adjacent_find(sorted, [](const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
           return priority<Attribute>(a) == priority<Attribute>(b) &&
                  (file_of(a) != file_of(b) || a->getNameAsString() == b->getNameAsString());
         }) == sorted.end();
}

bool is_run_by_the_system(const clang::Decl* declaration) {
  return declaration->hasAttr<clang::ConstructorAttr>() || declaration->hasAttr<clang::DestructorAttr>();
}

bool is_run_and_fails(const clang::FunctionDecl* definition) {
  return is_run_by_the_system(definition) && is_error_function(definition);
}

/// Whether a variable is a part of a table of functions that the system calls.
bool is_in_table_of_start(const clang::Decl* declaration) {
  const auto* section = llvm::isa<clang::VarDecl>(declaration) ? declaration->getAttr<clang::SectionAttr>() : nullptr;
  if (section == nullptr) {
    return false;
  }
  const llvm::StringRef name = section->getName();
  return name.starts_with(".init_array") || name.starts_with(".fini_array") || name.starts_with(".preinit_array") ||
         name.starts_with(".ctors") || name.starts_with(".dtors");
}

/// What whoever uses the file can call if nothing in it is visible to the linker: the functions of a header, or those that it
/// includes.
std::vector<const clang::FunctionDecl*> functions_of_others(const std::vector<const clang::FunctionDecl*>& defined,
                                                            const SourceMap& source) {
  std::vector<const clang::FunctionDecl*> own;
  std::vector<const clang::FunctionDecl*> included;
  for (const clang::FunctionDecl* function : defined) {
    if (source.is_in_main_file(function->getLocation())) {
      own.push_back(function);
    } else if (function->isExternallyVisible() && !is_of_system(function)) {
      included.push_back(function);
    }
  }
  return own.empty() ? included : own;
}

/// Whether all that it is passed and returns are numbers.
bool is_about_numbers(const clang::FunctionDecl* function) {
  const clang::QualType result = function->getReturnType();
  return (result->isArithmeticType() || result->isVoidType()) && !function->isVariadic() &&
         std::ranges::all_of(function->parameters(), [](const clang::ParmVarDecl* parameter) {
           return parameter->getType()->isArithmeticType();
         });
}

/// What is known of the code around functions that are verified for any caller.
void add_surroundings(const clang::ASTContext& context, EntryChoice& choice) {
  choice.statics = file_statics(context);
  choice.elsewhere = addresses_elsewhere(context);
}

} // namespace

std::vector<const clang::FunctionDecl*> EntryChoice::roots() const {
  std::vector<const clang::FunctionDecl*> result = functions;
  result.insert(result.end(), constructors.begin(), constructors.end());
  result.insert(result.end(), destructors.begin(), destructors.end());
  return result;
}

EntryChoice choose_entry_points(const clang::ASTContext& context, const SourceMap& source,
                                const std::string& requested) {
  std::vector<const clang::FunctionDecl*> defined = definitions(context);
  const clang::FunctionDecl* main = find(defined, "main");
  if (requested.empty() && main != nullptr) {
    EntryChoice result{{main}, {}, StaticContents::Initialised, {}, {}, {}, {}, {}};
    add_constructors_and_destructors(context, result);
    return result;
  }
  EntryChoice result{{}, {}, StaticContents::Unconstrained, {}, {}, {}, {}, {}};
  if (requested.empty()) {
    const auto escaping = escaping_functions(context);
    for (const clang::FunctionDecl* function : defined) {
      const bool can_be_called = function->isExternallyVisible() || escaping.contains(function->getCanonicalDecl());
      const bool is_in_main_file = source.is_in_main_file(function->getLocation());
      if (can_be_called && is_in_main_file) {
        result.functions.push_back(function);
      } else if (is_in_main_file || !is_of_system(function)) {
        result.internal_functions.push_back(function);
      }
    }
    if (result.functions.empty()) {
      result.functions = functions_of_others(defined, source);
      result.internal_functions.clear();
    }
    add_surroundings(context, result);
    return result;
  }
  if (const clang::FunctionDecl* function = find(defined, requested)) {
    result.functions.push_back(function);
    if (function == main) {
      result.contents = StaticContents::Initialised;
      add_constructors_and_destructors(context, result);
    } else {
      add_surroundings(context, result);
    }
  }
  return result;
}

void add_constructors_and_destructors(const clang::ASTContext& context, EntryChoice& choice) {
  if (choice.contents != StaticContents::Initialised) {
    return;
  }
  const std::vector<const clang::FunctionDecl*> defined = definitions(context);
  choice.constructors = with_attribute<clang::ConstructorAttr>(defined);
  choice.destructors = with_attribute<clang::DestructorAttr>(defined);
  if (std::ranges::any_of(choice.roots(), is_run_and_fails)) {
    choice.unknown_start = "error function as a constructor or destructor";
  } else if (!is_ordered<clang::ConstructorAttr>(choice.constructors)) {
    choice.unknown_start = "constructors of several files, whose order is the linker's,";
  } else if (!is_ordered<clang::DestructorAttr>(choice.destructors)) {
    choice.unknown_start = "destructors of several files, whose order is the linker's,";
  } else if (std::ranges::any_of(context.getTranslationUnitDecl()->decls(), is_in_table_of_start)) {
    choice.unknown_start = "functions in a table of those that run before or behind main";
  }
  std::ranges::reverse(choice.destructors);
}

namespace {

/// `shared`: what sets up static objects; none if that is to be done here.
cfa::EntryPoint entry_point(Unit& unit, const clang::FunctionDecl* function, const EntryChoice& choice,
                            StaticSetUp* shared) {
  FunctionInterface callee = unit.interface_of(function);
  SourceRange name_range = unit.builder.function(callee.id).name_range;
  cfa::FunctionId start = add_synthetic_function(unit, "<start of " + function->getNameAsString() + ">", name_range);
  FunctionLowering lowering(unit, start);
  const bool is_program = choice.contents == StaticContents::Initialised;
  std::optional<StaticSetUp::Steps> steps;
  if (shared != nullptr) {
    steps = shared->add_entry(start, function->getNameAsString());
    lowering.call_without_arguments(steps->lifetimes);
  }
  const auto fill_variables = [&] {
    if (steps) {
      lowering.call_without_arguments(steps->contents);
    } else {
      lowering.set_up_static_objects(choice.contents);
    }
    lowering.start_library(choice.contents);
    const std::string& flag = unit.linkage.dialect.not_understood;
    if (const std::string unknown = flag.empty() ? choice.unknown_start : "compiler flag " + flag; !unknown.empty()) {
      lowering.end_as_unsupported(unknown, name_range);
    }
  };
  std::vector<std::string> assumptions;
  if (is_program) {
    fill_variables();
    for (const clang::FunctionDecl* constructor : choice.constructors) {
      lowering.call_with_unconstrained_arguments(unit.interface_of(constructor), Contract::Ignored, [] {});
    }
    assumptions = lowering.call_with_unconstrained_arguments(callee, Contract::Ignored, [] {});
  } else {
    assumptions = lowering.call_with_unconstrained_arguments(callee, Contract::Assumed, fill_variables);
  }
  if (!assumptions.empty()) {
    unit.assume(
        "callers pass what declarations suggest: values that enumerations name; which pointers lead to strings in "
        "arrays that end with a null character, to the struct that a \"void *\" is taken for, and to as many elements "
        "as a length, size, count or end next to them says; to what no other argument does, if they are \"restrict\"",
        start);
  }
  if (is_program) { // otherwise it goes on in the caller
    lowering.run_exit_handlers();
    lowering.run_destructors();
  }
  lowering.check_leak_behind(callee);
  lowering.finish();
  return {callee.id, unit.builder.function(start).entry, is_program ? cfa::EntryKind::Program : cfa::EntryKind::AnyCall,
          std::move(assumptions)};
}

/// Of which there may be proofs for whatever call there is (facts/functions_of_numbers.hpp).
std::vector<const clang::FunctionDecl*> linked_functions_of_numbers(Unit& unit, const EntryChoice& choice) {
  std::vector<const clang::FunctionDecl*> result;
  if (choice.contents == StaticContents::Unconstrained) {
    std::ranges::copy_if(unit.usage.functions, std::back_inserter(result), [&](const clang::FunctionDecl* function) {
      return unit.builder.function(unit.interface_of(function).id).is_linked && is_about_numbers(function);
    });
  }
  return result;
}

} // namespace

void add_entry_points(Unit& unit, const EntryChoice& choice, const RunContext& run) {
  std::optional<StaticSetUp> shared;
  std::vector<const clang::FunctionDecl*> called = choice.internal_functions;
  const std::unordered_set<const clang::FunctionDecl*> used(unit.usage.functions.begin(), unit.usage.functions.end());
  std::erase_if(called, [&](const clang::FunctionDecl* function) { return !used.contains(function); });
  if (choice.functions.size() + called.size() > 1 || choice.contents == StaticContents::Unconstrained) {
    shared.emplace(unit, choice.contents);
  }
  for (const clang::FunctionDecl* function : choice.functions) {
    run.check();
    unit.builder.add_entry_point(entry_point(unit, function, choice, shared ? &*shared : nullptr));
  }
  for (const clang::FunctionDecl* function : called) {
    run.check();
    unit.builder.add_internal_entry_point(entry_point(unit, function, choice, shared ? &*shared : nullptr));
  }
  for (const clang::FunctionDecl* function : linked_functions_of_numbers(unit, choice)) {
    run.check();
    unit.builder.add_linked_entry_point(entry_point(unit, function, choice, shared ? &*shared : nullptr));
  }
  if (shared) {
    shared->lower();
  }
}

} // namespace vouch::frontend
