#include "analysis/reuse/question.hpp"

#include "analysis/report/version.hpp"

#include <algorithm>
#include <vector>

namespace vouch::reuse {

namespace {

std::string text_of(const TrackedPrecision& precision) {
  std::string text;
  for (const std::string& place : precision.values) {
    text += "\nvalue " + place;
  }
  for (const auto& [variable, most] : precision.thresholds) {
    text += "\nthreshold " + variable + " " + std::to_string(most);
  }
  for (const PredicatesAt& predicates : precision.predicates) {
    text += "\npredicates " + std::to_string(static_cast<int>(predicates.theory)) + " " + predicates.place;
    for (const std::string& formula : predicates.formulas) {
      text += "\n" + formula;
    }
  }
  return text;
}

} // namespace

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
  for (const int setting : {static_cast<int>(options.value_counting), static_cast<int>(options.value_scope),
                            static_cast<int>(options.elimination_order), static_cast<int>(options.traversal_order),
                            static_cast<int>(options.product_merge), static_cast<int>(options.product_stop),
                            static_cast<int>(options.value_merge)}) {
    text += " " + std::to_string(setting);
  }
  const Pausing& pausing = options.pausing;
  for (const std::uint64_t number :
       {options.value_threshold, options.seed, pausing.milliseconds, pausing.states, pausing.mebibytes}) {
    text += " " + std::to_string(number);
  }
  return text + text_of(options.precision);
}

} // namespace vouch::reuse
