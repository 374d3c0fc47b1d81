#pragma once

#include "analysis/report/reachability_graph.hpp"

#include <nlohmann/json.hpp>

/// Abstract reachability graphs as JSON and back. For other processes of the same binary and for the file of `--arg`;
/// the user guide describes the latter.
namespace vouch {

void to_json(nlohmann::json& json, const EntryGraphs& graphs);
/// Throws nlohmann::json::exception if `json` is something else.
void from_json(const nlohmann::json& json, EntryGraphs& graphs);

} // namespace vouch
