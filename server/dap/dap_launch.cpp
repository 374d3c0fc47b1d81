#include "server/dap/dap_launch.hpp"

#include "protocol/json.hpp"
#include "server/formats/replay_recipe.hpp"
#include "server/formats/violation_from_json.hpp"

#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace vouch::server {
namespace {

using protocol::Json;

Result<Json> read_report(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (!file.is_open() || file.bad()) {
    return Error{fmt::format("cannot read the report '{}'", path)};
  }
  auto json = protocol::parse_json(text);
  if (!json || !json->is_object() || !json->contains("files") || !(*json)["files"].is_array()) {
    return Error{fmt::format("'{}' is no report of vouch check --format json", path)};
  }
  return std::move(*json);
}

Result<Replay> replay_of(const Json& file, const Json& violation) {
  const Json* recipe = protocol::find_member(file, "replay");
  if (recipe == nullptr) {
    return Error{"the report does not say how its runs can be executed again; it is of an older version"};
  }
  const ReplayRecipe read = recipe_from_json(*recipe);
  return Replay{{read.input, read.options, violation_from_json(violation)}, changes_since(read)};
}

Result<Replay> replay_of_report(const std::string& path, std::size_t index) {
  const auto report = read_report(path);
  if (!report) {
    return report.error();
  }
  try {
    std::size_t count = 0;
    for (const Json& file : (*report)["files"]) {
      for (const Json& violation : protocol::read_array<Json>(file, "violations")) {
        if (count++ == index) {
          return replay_of(file, violation);
        }
      }
    }
    return Error{fmt::format("the report has {} violations; there is none with index {}", count, index)};
  } catch (const protocol::InvalidParams& problem) {
    return Error{fmt::format("cannot use the report '{}': {}", path, problem.what())};
  } catch (const Json::exception& problem) {
    return Error{fmt::format("cannot use the report '{}': {}", path, problem.what())};
  }
}

} // namespace

Result<Replay> find_replay(const protocol::dap::LaunchArguments& arguments, const std::string& traces_folder) {
  if (arguments.report) {
    return replay_of_report(*arguments.report, arguments.violation);
  }
  auto trace = find_trace(traces_folder, *arguments.trace);
  return trace ? Result<Replay>(Replay{std::move(trace).value(), {}}) : Result<Replay>(trace.error());
}

} // namespace vouch::server
