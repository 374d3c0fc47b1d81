#pragma once

#include "analysis/report/report.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vouch::server {

/// What it takes to execute the runs of a report once more, some other day.
struct ReplayRecipe {
  SourceInput input;                         ///< absolute paths, nothing unsaved
  Options options;                           ///< only `entry`, `properties`, `data_model`, `linking` and `allocation`
  std::map<std::string, std::string> hashes; ///< of the texts of sources, by absolute path
};

/// For a file that has been verified in this process's working directory; reads the files that the report is about.
ReplayRecipe recipe_for(const SourceInput& input, const Options& options, const FileReport& report);

/// One sentence for each source whose text is not the one that was verified.
std::vector<std::string> changes_since(const ReplayRecipe& recipe);

nlohmann::ordered_json to_json(const ReplayRecipe& recipe);
/// Throws `protocol::InvalidParams` and the JSON library's exceptions if it is none.
ReplayRecipe recipe_from_json(const nlohmann::json& json);

/// The part of the options that reports and trace files keep.
nlohmann::ordered_json replay_options_json(const Options& options);
/// As above.
Options replay_options_from_json(const nlohmann::json& json);

} // namespace vouch::server
