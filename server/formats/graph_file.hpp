#pragma once

#include "analysis/report/report.hpp"

#include <span>
#include <string>

/// What `vouch check --arg FILE` writes.
namespace vouch::server {

/// The graphs of all files in Graphviz notation: a cluster for each entry point, with one for each graph in it. Solid
/// edges are statements, dashed ones lead from a node to the one that covers it, bold ones to the graph that it uses,
/// and dotted ones from the exits of that graph back.
std::string graphs_as_dot(std::span<const FileReport> files);

/// The same as JSON; the user guide has the format.
std::string graphs_as_json(std::span<const FileReport> files);

/// Writes the graphs to `path`, as DOT if its name ends in `.dot`. Gives what went wrong, or an empty text.
std::string write_graphs(std::span<const FileReport> files, const std::string& path);

} // namespace vouch::server
