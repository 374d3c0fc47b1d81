#include "server/formats/replay_recipe.hpp"

#include "protocol/json.hpp"
#include "server/formats/check_report.hpp"
#include "server/formats/property_words.hpp"
#include "server/formats/trace_file.hpp"
#include "server/support/source_texts.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>

namespace vouch::server {
namespace {

using protocol::required_member;

/// By the value of `Allocation`.
constexpr std::array<std::string_view, 3> allocation_words = {"auto", "succeeds", "may-fail"};

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto result = std::filesystem::absolute(path, error);
  return error ? path : result.lexically_normal().string();
}

bool is_first_word(const protocol::Json& json, const char* name, std::string_view first, std::string_view second) {
  const auto word = required_member<std::string>(json, name);
  if (word != first && word != second) {
    throw protocol::InvalidParams(fmt::format("`{}` is \"{}\"; possible: {}, {}", name, word, first, second));
  }
  return word == first;
}

} // namespace

ReplayRecipe recipe_for(const SourceInput& input, const Options& options, const FileReport& report) {
  ReplayRecipe recipe{input, options, {}};
  recipe.input.path = absolute(input.path);
  recipe.input.unsaved.clear();
  if (!input.build_directory.empty()) {
    recipe.input.build_directory = absolute(input.build_directory);
  }
  std::vector<std::string> paths = report.linked_files;
  paths.push_back(input.path);
  for (const Violation& violation : report.violations) {
    std::ranges::transform(violation.trace, std::back_inserter(paths),
                           [](const TraceStep& step) { return step.place.file; });
  }
  SourceTexts texts({});
  for (const std::string& path : paths) {
    if (!path.empty()) {
      recipe.hashes.try_emplace(absolute(path), trace_id(texts.text_of(path)));
    }
  }
  return recipe;
}

std::vector<std::string> changes_since(const ReplayRecipe& recipe) {
  std::vector<std::string> result;
  SourceTexts texts({});
  for (const auto& [path, hash] : recipe.hashes) {
    if (!std::filesystem::exists(path)) {
      result.push_back(fmt::format("{} does not exist any more", path));
    } else if (trace_id(texts.text_of(path)) != hash) {
      result.push_back(fmt::format("{} has changed since the report was written", path));
    }
  }
  return result;
}

nlohmann::ordered_json replay_options_json(const Options& options) {
  nlohmann::ordered_json properties = nlohmann::ordered_json::array();
  for (Property property : options.properties) {
    properties.push_back(spelling(property));
  }
  return {{"entry", options.entry},
          {"properties", std::move(properties)},
          {"dataModel", options.data_model == DataModelName::Lp64 ? "lp64" : "ilp32"},
          {"link", options.linking == Linking::Database ? "database" : "none"},
          {"allocation", allocation_words.at(static_cast<std::size_t>(options.allocation))},
          {"callers", options.callers == Callers::Sensible ? "sensible" : "any"}};
}

Options replay_options_from_json(const protocol::Json& json) {
  Options options;
  options.entry = required_member<std::string>(json, "entry");
  options.properties.clear();
  for (const auto& word : protocol::read_array<std::string>(json, "properties")) {
    const auto* known = std::ranges::find(property_words, word, &PropertyWord::word);
    if (known == property_words.end()) {
      throw protocol::InvalidParams("`properties` has \"" + word + "\"; possible: " + words_of_properties());
    }
    options.properties.push_back(known->property);
  }
  options.data_model = is_first_word(json, "dataModel", "lp64", "ilp32") ? DataModelName::Lp64 : DataModelName::Ilp32;
  options.linking = is_first_word(json, "link", "database", "none") ? Linking::Database : Linking::None;
  const std::string allocation = protocol::optional_member<std::string>(json, "allocation").value_or("succeeds");
  const auto* known_allocation = std::ranges::find(allocation_words, allocation);
  if (known_allocation == allocation_words.end()) {
    throw protocol::InvalidParams("`allocation` has \"" + allocation + "\"; possible: auto, succeeds, may-fail");
  }
  options.allocation = static_cast<Allocation>(known_allocation - allocation_words.begin());
  if (json.contains("callers") && !is_first_word(json, "callers", "sensible", "any")) {
    options.callers = Callers::Any;
  }
  return options;
}

nlohmann::ordered_json to_json(const ReplayRecipe& recipe) {
  return {{"path", recipe.input.path},
          {"clangArguments", recipe.input.clang_arguments},
          {"buildDirectory", recipe.input.build_directory},
          {"options", replay_options_json(recipe.options)},
          {"hashes", recipe.hashes}};
}

ReplayRecipe recipe_from_json(const protocol::Json& json) {
  ReplayRecipe recipe;
  recipe.input.path = required_member<std::string>(json, "path");
  recipe.input.clang_arguments = protocol::read_array<std::string>(json, "clangArguments");
  recipe.input.build_directory = required_member<std::string>(json, "buildDirectory");
  recipe.options = replay_options_from_json(required_member<protocol::Json>(json, "options"));
  const auto hashes = required_member<protocol::Json>(json, "hashes");
  for (const auto& [path, hash] : hashes.items()) {
    recipe.hashes.emplace(path, protocol::read<std::string>(hash, "hashes"));
  }
  return recipe;
}

} // namespace vouch::server
