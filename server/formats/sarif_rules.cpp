#include "server/formats/sarif_rules.hpp"

#include "server/formats/property_pages.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace vouch::server {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct Rule {
  std::string_view code;
  Property property;
  std::string_view name;
  std::string_view short_description;
  std::string_view weakness; ///< number in the Common Weakness Enumeration
  std::string_view weakness_name;
  std::string_view
      severity; ///< of 10, as code scanning shows it; empty: it is a question of correctness, not of security
};

constexpr std::array<Rule, 12> rules = {{
    {"assert", Property::Assert, "AssertionCanFail", "An assertion can fail.", "617", "Reachable Assertion", ""},
    {"annotation", Property::Assert, "AnnotationCanFail", "An assertion in a comment can fail.", "617",
     "Reachable Assertion", ""},
    {"reach-error", Property::ReachError, "ErrorIsReachable", "A function that must not be called can be called.",
     "617", "Reachable Assertion", ""},
    {"signed-overflow", Property::Overflow, "SignedOverflow", "Signed arithmetic can leave the range of its type.",
     "190", "Integer Overflow or Wraparound", "7.0"},
    {"invalid-shift", Property::Overflow, "InvalidShift",
     "A shift can be by a negative amount, or by the width of its type or more.", "1335",
     "Incorrect Bitwise Shift of Integer", "5.0"},
    {"division-by-zero", Property::DivisionByZero, "DivisionByZero", "An integer can be divided by zero.", "369",
     "Divide By Zero", "6.0"},
    {"null-dereference", Property::Null, "NullDereference", "A null pointer can be used.", "476",
     "NULL Pointer Dereference", "7.0"},
    {"out-of-bounds", Property::Bounds, "OutOfBounds", "An access can leave its object.", "119",
     "Improper Restriction of Operations within the Bounds of a Memory Buffer", "9.0"},
    {"use-after-free", Property::UseAfterFree, "UseAfterFree", "An object can be used after the end of its lifetime.",
     "416", "Use After Free", "9.0"},
    {"invalid-free", Property::Memory, "InvalidFree", "Something can be freed that was not allocated.", "590",
     "Free of Memory not on the Heap", "8.0"},
    {"double-free", Property::Memory, "DoubleFree", "Memory can be freed twice.", "415", "Double Free", "8.5"},
    {"memory-leak", Property::Memory, "MemoryLeak", "Memory can be lost.", "401",
     "Missing Release of Memory after Effective Lifetime", "4.0"},
}};

std::string page_of(std::string_view code) {
  for (const EmbeddedText& page : property_page_texts()) {
    if (page.name == std::string(code) + ".md") {
      return page.text;
    }
  }
  return {};
}

/// The page's first paragraph on one line, without the option that it begins with.
std::string first_paragraph(const std::string& page) {
  const std::size_t begin = page.find("\n\n");
  const std::size_t end = page.find("\n\n", begin + 2);
  std::string text = begin == std::string::npos ? "" : page.substr(begin + 2, end - begin - 2);
  std::ranges::replace(text, '\n', ' ');
  if (text.starts_with("`--property")) {
    text.erase(0, std::min(text.find(". ") + 2, text.size()));
  }
  return text;
}

OrderedJson to_json(const Rule& rule) {
  const std::string page = page_of(rule.code);
  OrderedJson tags = OrderedJson::array({"correctness", "c", "external/cwe/cwe-" + std::string(rule.weakness)});
  OrderedJson properties = {{"precision", "very-high"}, {"problem.severity", "error"}};
  if (!rule.severity.empty()) {
    tags.insert(tags.begin(), "security");
    properties["security-severity"] = rule.severity;
  }
  properties["tags"] = std::move(tags);
  return {{"id", rule.code},
          {"name", rule.name},
          {"shortDescription", {{"text", rule.short_description}}},
          {"fullDescription", {{"text", first_paragraph(page)}}},
          {"help", {{"text", first_paragraph(page)}, {"markdown", page}}},
          {"helpUri", "https://cwe.mitre.org/data/definitions/" + std::string(rule.weakness) + ".html"},
          {"defaultConfiguration", {{"level", "error"}}},
          {"relationships",
           OrderedJson::array({{{"target", {{"id", rule.weakness}, {"toolComponent", {{"name", "CWE"}, {"index", 0}}}}},
                                {"kinds", OrderedJson::array({"superset"})}}})},
          {"properties", std::move(properties)}};
}

} // namespace

nlohmann::ordered_json sarif_rules() {
  OrderedJson result = OrderedJson::array();
  for (const Rule& rule : rules) {
    result.push_back(to_json(rule));
  }
  return result;
}

int sarif_rule_index(std::string_view code) {
  const auto* found = std::ranges::find(rules, code, &Rule::code);
  return found != rules.end() ? static_cast<int>(found - rules.begin()) : -1;
}

std::optional<Property> property_of_code(std::string_view code) {
  const auto* found = std::ranges::find(rules, code, &Rule::code);
  return found != rules.end() ? std::optional(found->property) : std::nullopt;
}

nlohmann::ordered_json sarif_taxonomies() {
  OrderedJson taxa = OrderedJson::array();
  for (const Rule& rule : rules) {
    const bool is_known =
        std::ranges::any_of(taxa, [&](const OrderedJson& taxon) { return taxon["id"] == rule.weakness; });
    if (!is_known) {
      taxa.push_back({{"id", rule.weakness}, {"name", rule.weakness_name}});
    }
  }
  return OrderedJson::array({{{"name", "CWE"},
                              {"organization", "MITRE"},
                              {"shortDescription", {{"text", "The MITRE Common Weakness Enumeration"}}},
                              {"taxa", std::move(taxa)}}});
}

} // namespace vouch::server
