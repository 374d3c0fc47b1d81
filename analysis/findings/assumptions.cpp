#include "analysis/findings/assumptions.hpp"

#include "analysis/facts/call_graph.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace vouch::findings {
namespace {

using Functions = std::set<cfa::FunctionId>;

/// Those with an edge that is `wanted`.
Functions functions_with(const cfa::Cfa& cfa, const std::function<bool(const cfa::Edge&)>& wanted) {
  Functions result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const cfa::FunctionId function = cfa.location(edge.source).function;
    if (!result.contains(function) && wanted(edge)) {
      result.insert(function);
    }
  }
  return result;
}

/// Whether the edge evaluates something, as a whole or as a part, that is `wanted`.
bool evaluates(const cfa::Edge& edge, const std::function<bool(cfa::ExpressionRef)>& wanted) {
  bool found = false;
  for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) { found = found || wanted(part); });
  }
  return found;
}

bool rounds_numbers(const cfa::Edge& edge) {
  return evaluates(edge, [](cfa::ExpressionRef part) {
    const bool is_calculated = std::holds_alternative<cfa::Unary>(part->node) ||
                               std::holds_alternative<cfa::Binary>(part->node) ||
                               std::holds_alternative<cfa::Convert>(part->node);
    return is_calculated && cfa::is_float(part->type);
  });
}

/// Whether it is asked which of two pointers comes first, or how far they are apart.
bool orders_pointers(const cfa::Edge& edge) {
  return evaluates(edge, [](cfa::ExpressionRef part) {
    const auto* binary = std::get_if<cfa::Binary>(&part->node);
    return binary != nullptr && cfa::is_pointer(binary->left->type) && cfa::is_pointer(binary->right->type) &&
           binary->op != cfa::BinaryOperator::Equal && binary->op != cfa::BinaryOperator::NotEqual;
  });
}

bool uses_pointers(const cfa::Edge& edge) {
  return evaluates(edge, [](cfa::ExpressionRef part) {
    return std::holds_alternative<cfa::Load>(part->node) || std::holds_alternative<cfa::MemoryCheck>(part->node) ||
           cfa::is_pointer(part->type);
  });
}

/// Code that is not seen, or that stands for some.
bool is_code_elsewhere(const cfa::Edge& edge) {
  const auto* input = std::get_if<cfa::Input>(&edge.operation);
  return std::holds_alternative<cfa::HavocMemory>(edge.operation) ||
         (input != nullptr && input->kind == cfa::InputKind::External);
}

/// Those with a check that callers have to make pass.
Functions functions_with_contracts(const cfa::Cfa& cfa) {
  Functions result;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::Location& location = cfa.location(cfa::LocationId(index));
    if (location.target && !location.target->contract_of.empty()) {
      result.insert(location.function);
    }
  }
  return result;
}

std::string excluded_behaviour(const std::vector<Property>& properties) {
  const auto is_checked = [&](Property property) {
    return std::ranges::find(properties, property) != properties.end();
  };
  std::string excluded;
  const auto exclude = [&](Property property, const char* text) {
    if (!is_checked(property)) {
      excluded += std::string(text) + ", ";
    }
  };
  exclude(Property::Overflow, "signed arithmetic does not overflow");
  exclude(Property::DivisionByZero, "no divisor is zero");
  if (!is_checked(Property::Null) && !is_checked(Property::Bounds) && !is_checked(Property::UseAfterFree)) {
    excluded += "every access is inside of a live object, ";
  } else {
    exclude(Property::Null, "no access is through a null pointer");
    exclude(Property::Bounds, "no access is outside of its object");
    exclude(Property::UseAfterFree, "no access is to an object that does not exist any more");
  }
  exclude(Property::Memory, "memory is freed once and as it was allocated");
  return "no undefined behaviour other than what is checked: " + excluded +
         "floating-point numbers converted to integers fit";
}

void add_about_callers(const cfa::Cfa& cfa, std::vector<cfa::Assumption>& result) {
  result.push_back(
      {"callers keep to the assertions on parameters with which a function begins", functions_with_contracts(cfa)});
  const Functions with_pointers = functions_with(cfa, &uses_pointers);
  result.push_back(
      {"pointers that callers pass are null, or point to a variable of the file, or to an element of a table of "
       "structs, but to no other part of one, or to the start of an array of one element to 16 MiB, to which nothing "
       "else leads but other such pointers to the same type, "
       "signed or unsigned; so are the pointers in its first element",
       with_pointers});
  bool leads_further = false;
  for (std::size_t index = 0; index < cfa.given_type_count(); ++index) {
    leads_further |= std::ranges::any_of(cfa.given_type(cfa::GivenTypeId(index)).pointers,
                                         [](const auto& pointer) { return pointer.leads_to.is_valid(); });
  }
  if (leads_further) {
    result.push_back({"pointers further inside of what callers pass are null, or lead to the start of an object of "
                      "their type that callers made and that exists",
                      with_pointers});
  }
}

/// By function: whether runs from it may come to the code that the sentence is about.
std::vector<bool> functions_concerned(const cfa::Assumption& assumption, const cfa::Cfa& cfa,
                                      const facts::CallGraph& calls) {
  std::vector<bool> functions(cfa.function_count(), !assumption.functions);
  for (cfa::FunctionId function : assumption.functions.value_or(Functions())) {
    functions[function.index()] = true;
  }
  return assumption.functions ? calls.that_may_enter(std::move(functions)) : functions;
}

/// By function: whether one of the runs may enter it whose start is `concerned`.
std::vector<bool> functions_entered(const std::vector<bool>& concerned,
                                    const std::unordered_map<cfa::FunctionId, cfa::FunctionId>& starts,
                                    const facts::CallGraph& calls, std::size_t functions) {
  std::vector<bool> result(functions, false);
  std::vector<cfa::FunctionId> work;
  for (const auto& [function, start] : starts) {
    if (concerned[start.index()]) {
      work.push_back(start);
    }
  }
  while (!work.empty()) {
    const cfa::FunctionId function = work.back();
    work.pop_back();
    if (!result[function.index()]) {
      result[function.index()] = true;
      work.insert(work.end(), calls.callees(function).begin(), calls.callees(function).end());
    }
  }
  return result;
}

} // namespace

std::vector<cfa::Assumption> assumptions_of(const std::vector<Property>& properties, const cfa::Cfa& cfa) {
  std::vector<cfa::Assumption> result = {{excluded_behaviour(properties)}};
  if (std::ranges::any_of(cfa.entry_points(),
                          [](const cfa::EntryPoint& entry) { return entry.kind == cfa::EntryKind::AnyCall; })) {
    add_about_callers(cfa, result);
  }
  const bool checks_memory = std::ranges::any_of(properties, [](Property property) {
    return property == Property::Null || property == Property::Bounds || property == Property::UseAfterFree ||
           property == Property::Memory;
  });
  if (checks_memory) {
    result.push_back({"functions without a definition or a model access and free nothing wrongly",
                      functions_with(cfa, &is_code_elsewhere)});
  }
  const std::unordered_set<cfa::FunctionId> recursive = facts::CallGraph(cfa).recursive_functions();
  if (!recursive.empty()) {
    result.push_back({"there is stack for all calls of functions that call themselves",
                      Functions(recursive.begin(), recursive.end())});
  }
  const auto is_in_source = [&](const cfa::Edge& edge) {
    return !cfa.function(cfa.location(edge.source).function).is_synthetic;
  };
  if (Functions ordering =
          functions_with(cfa, [&](const cfa::Edge& edge) { return is_in_source(edge) && orders_pointers(edge); });
      !ordering.empty()) {
    result.push_back({"pointers that are subtracted, or of which is asked which one comes first, lead into one object",
                      std::move(ordering)});
  }
  if (Functions rounding = functions_with(cfa, &rounds_numbers); !rounding.empty()) {
    result.push_back({"floating-point numbers are rounded to nearest", std::move(rounding)});
  }
  return result;
}

void add_assumptions(std::vector<FunctionReport>& reports, const cfa::Cfa& cfa,
                     const std::vector<cfa::Assumption>& assumptions) {
  const facts::CallGraph calls(cfa);
  std::unordered_map<std::string, FunctionReport*> by_name;
  for (FunctionReport& report : reports) {
    by_name.emplace(report.name, &report);
  }
  std::unordered_map<cfa::FunctionId, cfa::FunctionId> own_starts; // of those that runs begin with
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    own_starts.emplace(entry.function, cfa.location(entry.start).function);
  }
  for (const cfa::Assumption& assumption : assumptions) {
    const std::vector<bool> concerned = functions_concerned(assumption, cfa, calls);
    const std::vector<bool> entered = functions_entered(concerned, own_starts, calls, cfa.function_count());
    for (std::size_t index = 0; index < cfa.function_count(); ++index) {
      const auto own = own_starts.find(cfa::FunctionId(index));
      const bool rests_on = own != own_starts.end() ? concerned[own->second.index()] : entered[index];
      const auto report = rests_on ? by_name.find(cfa.function(cfa::FunctionId(index)).name) : by_name.end();
      if (report != by_name.end()) {
        report->second->assumptions.push_back(assumption.sentence);
      }
    }
  }
}

} // namespace vouch::findings
