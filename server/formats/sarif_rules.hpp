#pragma once

#include "analysis/report/options.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

/// What SARIF calls rules: a description of each code of docs/properties, with the weakness (CWE) it is a case of.
namespace vouch::server {

/// `rules` of the tool, in an order that does not change.
nlohmann::ordered_json sarif_rules();

/// The index of a code's rule; none: -1, as SARIF says it.
int sarif_rule_index(std::string_view code);

/// The property that a violation with this code violates; none: there is no such code.
std::optional<Property> property_of_code(std::string_view code);

/// `taxonomies` of the run: the weaknesses that the rules refer to.
nlohmann::ordered_json sarif_taxonomies();

} // namespace vouch::server
