#include "analysis/frontend/frontend.hpp"

#include "analysis/cfa/activation_objects.hpp"
#include "analysis/cfa/function_pointers.hpp"
#include "analysis/frontend/compile_command.hpp"
#include "analysis/frontend/entry_point.hpp"
#include "analysis/frontend/function_lowering.hpp"
#include "analysis/frontend/large_stack.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/parse.hpp"
#include "analysis/frontend/source_map.hpp"
#include "analysis/frontend/unit.hpp"
#include "analysis/frontend/usage.hpp"

#include <algorithm>
#include <chrono>
#include <clang/Basic/TargetInfo.h>
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
  const cfa::MemoryRegions regions(everything);
  const cfa::FunctionPointers pointers(everything, regions);
  builder.remove_edges([&](const cfa::Edge& edge) { return assumes_impossible_function(edge, pointers); });
}

void build_cfa(clang::ASTContext& context, const SourceMap& source, const EntryChoice& entry, const Options& options,
               const RunContext& run, Translation& result) {
  cfa::CfaBuilder builder({static_cast<unsigned>(context.getTargetInfo().getPointerWidth(clang::LangAS::Default))});
  std::set<cfa::PropertyKind> properties = kinds_of(options.properties);
  if (entry.contents == StaticContents::Unconstrained) {
    properties.erase(cfa::PropertyKind::MemoryLeak); // what a caller has got is not lost
  }
  Linkage linkage{entry.contents};
  Unit unit(context, source, collect_usage(entry.roots()), properties, builder, linkage, UnitRole::Program);
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
  add_unreachable_functions(context, unit);
  result.assumptions.assign(unit.assumptions().begin(), unit.assumptions().end());
  if (entry.contents == StaticContents::Initialised && unit.calls_through_pointers()) {
    remove_impossible_calls(builder);
  }
  cfa::allocate_objects_of_recursive_functions(builder);
  result.cfa = builder.build();
}

void translate_unit(const SourceInput& input, const Options& options, const RunContext& run, clang::ASTUnit& parsed,
                    Translation& result) {
  clang::ASTContext& context = parsed.getASTContext();
  if (context.getLangOpts().CPlusPlus || context.getLangOpts().ObjC) {
    result.compiles = false;
    result.messages.push_back(error_without_place(input.path, "not a C file"));
    return;
  }
  if (context.getTargetInfo().isBigEndian()) {
    result.compiles = false;
    result.messages.push_back(error_without_place(input.path, "big-endian targets are not supported"));
    return;
  }
  SourceMap source(parsed.getSourceManager(), context.getLangOpts(), input.path);
  EntryChoice entry = choose_entry_points(context, source, options.entry);
  if (entry.functions.empty() && !options.entry.empty()) {
    result.entry_exists = false;
    result.messages.push_back(
        error_without_place(input.path, "no function \"" + options.entry + "\" is defined in this file"));
    return;
  }
  build_cfa(context, source, entry, options, run, result);
  for (const cfa::Note& note : result.cfa->notes()) {
    result.messages.push_back({MessageSeverity::Note, to_place(note.range), note.message});
  }
}

} // namespace

Property property_of(cfa::PropertyKind kind) {
  switch (kind) {
  case cfa::PropertyKind::Assertion:
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

Translation translate(const SourceInput& input, const Options& options, RunContext& context) {
  Translation result;
  context.check();
  context.report("parsing", input.path);
  auto command = compile_command_for(input, options.data_model);
  if (!command) {
    result.compiles = false;
    result.messages.push_back(error_without_place(input.path, command.error().message));
    return result;
  }
  run_with_large_stack([&] {
    auto start = std::chrono::steady_clock::now();
    ParsedFile parsed = parse(input, *command);
    result.parse_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.messages = std::move(parsed.messages);
    result.compiles = !parsed.has_errors;
    if (result.compiles) {
      translate_unit(input, options, context, *parsed.unit, result);
    }
  });
  return result;
}

} // namespace vouch::frontend
