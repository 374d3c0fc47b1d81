#include "analysis/reuse/question.hpp"

#include "analysis/report/version.hpp"

#include <algorithm>
#include <vector>

namespace vouch::reuse {

std::string question_about(const cfa::EntryPoint& entry, const cfa::Cfa& cfa, const StableNames& names,
                           const Options& options, const std::string& build) {
  std::string text = std::to_string(stored_format) + "\n" + version_text() + "\nbuild " + build + "\n";
  text += "data model " + std::to_string(cfa.data_model().pointer_width) + "\ncallers " +
          std::to_string(static_cast<int>(options.callers)) + "\nproperties";
  std::vector<int> properties;
  for (Property property : options.properties) {
    properties.push_back(static_cast<int>(property));
  }
  std::sort(properties.begin(), properties.end());
  for (int property : properties) {
    text += " " + std::to_string(property);
  }
  return text + "\nentry " + std::to_string(static_cast<int>(entry.kind)) + " " + names.of(entry.function) + "\n";
}

std::string settings_text(const Options& options) {
  std::string text = "analysis " + options.analysis;
  for (const int setting : {static_cast<int>(options.blocks), static_cast<int>(options.precision_in_key),
                            static_cast<int>(options.block_operator), static_cast<int>(options.abstraction),
                            static_cast<int>(options.precision_scope), static_cast<int>(options.tree_interpolation),
                            static_cast<int>(options.proof_checks), static_cast<int>(options.executions)}) {
    text += " " + std::to_string(setting);
  }
  return text + " " + std::to_string(options.value_threshold);
}

} // namespace vouch::reuse
