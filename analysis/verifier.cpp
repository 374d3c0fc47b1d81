#include "analysis/verifier.hpp"

#include "analysis/configurations/configuration.hpp"
#include "analysis/configurations/file_verification.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/frontend/frontend.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

namespace vouch {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Whether an edge that `is_meant` evaluates something, as a whole or as a part, that is `wanted`.
bool evaluates(const cfa::Cfa& cfa, const std::function<bool(const cfa::Edge&)>& is_meant,
               const std::function<bool(cfa::ExpressionRef)>& wanted) {
  bool found = false;
  for (std::size_t index = 0; index < cfa.edge_count() && !found; ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (!is_meant(edge)) {
      continue;
    }
    for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) { found = found || wanted(part); });
    }
  }
  return found;
}

bool rounds_numbers(const cfa::Cfa& cfa) {
  const auto rounds = [](cfa::ExpressionRef part) {
    const bool is_calculated = std::holds_alternative<cfa::Unary>(part->node) ||
                               std::holds_alternative<cfa::Binary>(part->node) ||
                               std::holds_alternative<cfa::Convert>(part->node);
    return is_calculated && cfa::is_float(part->type);
  };
  return evaluates(cfa, [](const cfa::Edge&) { return true; }, rounds);
}

/// Whether code of the file asks which of two pointers comes first, or how far they are apart.
bool orders_pointers(const cfa::Cfa& cfa) {
  const auto is_in_source = [&](const cfa::Edge& edge) {
    return !cfa.function(cfa.location(edge.source).function).is_synthetic;
  };
  const auto orders = [](cfa::ExpressionRef part) {
    const auto* binary = std::get_if<cfa::Binary>(&part->node);
    return binary != nullptr && cfa::is_pointer(binary->left->type) && cfa::is_pointer(binary->right->type) &&
           binary->op != cfa::BinaryOperator::Equal && binary->op != cfa::BinaryOperator::NotEqual;
  };
  return evaluates(cfa, is_in_source, orders);
}

/// What is undefined in C and not checked is left out.
std::vector<std::string> assumptions(const std::vector<Property>& properties, const cfa::Cfa& cfa) {
  auto is_checked = [&](Property property) {
    return std::find(properties.begin(), properties.end(), property) != properties.end();
  };
  std::string excluded;
  auto exclude = [&](Property property, const char* text) {
    if (!is_checked(property)) {
      excluded += (excluded.empty() ? "" : ", ") + std::string(text);
    }
  };
  exclude(Property::Overflow, "signed arithmetic does not overflow");
  exclude(Property::DivisionByZero, "no divisor is zero");
  bool checks_accesses =
      is_checked(Property::Null) || is_checked(Property::Bounds) || is_checked(Property::UseAfterFree);
  if (!checks_accesses) {
    excluded += (excluded.empty() ? "" : ", ") + std::string("every access is inside of a live object");
  } else {
    exclude(Property::Null, "no access is through a null pointer");
    exclude(Property::Bounds, "no access is outside of its object");
    exclude(Property::UseAfterFree, "no access is to an object that does not exist any more");
  }
  exclude(Property::Memory, "memory is freed once and as it was allocated");
  excluded += (excluded.empty() ? "" : ", ") + std::string("floating-point numbers converted to integers fit");
  std::vector<std::string> result = {"no undefined behaviour other than what is checked: " + excluded};
  bool has_callers = std::any_of(cfa.entry_points().begin(), cfa.entry_points().end(),
                                 [](const cfa::EntryPoint& entry) { return entry.kind == cfa::EntryKind::AnyCall; });
  if (has_callers) {
    result.emplace_back("callers keep to the assertions on parameters with which a function begins");
    result.emplace_back(
        "pointers that callers pass are null, or point to a variable of the file, or to an element of a table of "
        "structs, but to no other part of one, or to the start of an array of one element to 16 MiB, to which nothing "
        "else leads but other such pointers to the same type, "
        "signed or unsigned; so are the pointers in its first element");
    bool leads_further = false;
    for (std::size_t index = 0; index < cfa.given_type_count(); ++index) {
      leads_further |= std::ranges::any_of(cfa.given_type(cfa::GivenTypeId(index)).pointers,
                                           [](const auto& pointer) { return pointer.leads_to.is_valid(); });
    }
    if (leads_further) {
      result.emplace_back("pointers further inside of what callers pass are null, or lead to the start of an object of "
                          "their type that callers made and that exists");
    }
  }
  if (checks_accesses || is_checked(Property::Memory)) {
    result.emplace_back("functions without a definition or a model access and free nothing wrongly");
  }
  if (!facts::CallGraph(cfa).recursive_functions().empty()) {
    result.emplace_back("there is stack for all calls of functions that call themselves");
  }
  if (orders_pointers(cfa)) {
    result.emplace_back(
        "pointers that are subtracted, or of which is asked which one comes first, lead into one object");
  }
  if (rounds_numbers(cfa)) {
    result.emplace_back("floating-point numbers are rounded to nearest");
  }
  return result;
}

} // namespace

std::vector<PresetName> presets() {
  std::vector<PresetName> names;
  for (const configurations::Preset& preset : configurations::all_presets()) {
    names.push_back(preset.name);
  }
  return names;
}

FileReport verify(const SourceInput& input, const Options& options, VerificationContext& context) {
  Clock::time_point start = Clock::now();
  FileReport report;
  report.path = input.path;
  if (configurations::preset_named(options.analysis) == nullptr) {
    report.reason = "there is no preset '" + options.analysis + "' of the analysis";
    return report;
  }
  context.report("parsing", input.path);
  try {
    frontend::Translation translation = frontend::translate(input, options, context);
    report.parse_seconds = translation.parse_seconds;
    report.messages = std::move(translation.messages);
    report.linked_files = std::move(translation.linked_files);
    report.included_files = std::move(translation.included_files);
    report.compiles = translation.compiles && translation.entry_exists;
    if (translation.cfa) {
      report.assumptions = assumptions(options.properties, *translation.cfa);
      report.assumptions.insert(report.assumptions.end(), translation.assumptions.begin(),
                                translation.assumptions.end());
      configurations::verify_program(*translation.cfa, options, context, report);
    } else {
      report.reason = translation.compiles ? "the entry function is not defined" : "does not compile";
    }
  } catch (const Interrupted& interrupted) {
    report.reason = reason_of(interrupted.cause);
  }
  report.statistics = context.statistics;
  report.seconds = seconds_since(start);
  return report;
}

} // namespace vouch
