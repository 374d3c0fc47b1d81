#include "server/lsp_settings.hpp"

#include "server/property_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace vouch::server {

namespace {

using protocol::Json;

template <class Value>
using Choice = std::pair<std::string_view, Value>;

constexpr std::array<Choice<VerifyOn>, 3> verify_on_words = {
    {{"save", VerifyOn::Save}, {"change", VerifyOn::Change}, {"manual", VerifyOn::Manual}}};
constexpr std::array<Choice<AnalysisPreset>, 3> analysis_words = {
    {{"default", AnalysisPreset::Default}, {"value", AnalysisPreset::Value}, {"predicate", AnalysisPreset::Predicate}}};
constexpr std::array<Choice<Linking>, 2> linking_words = {
    {{"database", Linking::Database}, {"none", Linking::None}}};

/// A day; longer is a mistake, and beyond it the clock's arithmetic would overflow one day.
constexpr double maximum_budget_seconds = 86'400;

template <class Value>
std::optional<Value> choose(const Json& word, std::span<const Choice<Value>> choices) {
  if (!word.is_string()) {
    return std::nullopt;
  }
  const auto found = std::ranges::find(choices, word.get_ref<const std::string&>(), &Choice<Value>::first);
  return found == choices.end() ? std::nullopt : std::optional<Value>(found->second);
}

template <class Value>
std::string words_of(std::span<const Choice<Value>> choices) {
  std::string words;
  for (const auto& choice : choices) {
    words += (words.empty() ? "" : ", ") + std::string(choice.first);
  }
  return words;
}

class Reader {
public:
  Reader(const Json& json, SettingsReading& reading) : json_(json), reading_(reading) {}

  void read_budget() {
    const auto found = json_.find("budgetSeconds");
    if (found == json_.end()) {
      return;
    }
    const double seconds = found->is_number() ? found->get<double>() : 0;
    if (!(seconds > 0 && seconds <= maximum_budget_seconds)) {
      complain("budgetSeconds", "a number of seconds above 0, at most 86400");
      return;
    }
    const std::chrono::duration<double> exact(seconds);
    reading_.settings.budget =
        std::max(std::chrono::milliseconds(1), std::chrono::round<std::chrono::milliseconds>(exact));
  }

  template <class Value>
  void read_choice(const char* key, Value& target, std::span<const Choice<Value>> choices) {
    const auto found = json_.find(key);
    if (found == json_.end()) {
      return;
    }
    const auto chosen = choose(*found, choices);
    if (chosen) {
      target = *chosen;
    } else {
      complain(key, "one of: " + words_of(choices));
    }
  }

  void read_properties() {
    const auto found = json_.find("properties");
    if (found == json_.end()) {
      return;
    }
    std::vector<Property> properties;
    bool understood = found->is_array() && !found->empty();
    for (const Json& word : found->is_array() ? *found : Json::array()) {
      const std::string spelling = word.is_string() ? word.get<std::string>() : std::string();
      const auto* known = std::ranges::find(property_words, spelling, &PropertyWord::word);
      if (known == property_words.end()) {
        understood = false;
      } else if (std::ranges::find(properties, known->property) == properties.end()) {
        properties.push_back(known->property);
      }
    }
    if (understood) {
      reading_.settings.properties = std::move(properties);
    } else {
      complain("properties", "an array of: " + words_of_properties());
    }
  }

  void read_cache() {
    const auto found = json_.find("cache");
    if (found == json_.end()) {
      return;
    }
    if (!found->is_string() || found->get_ref<const std::string&>().empty()) {
      complain("cache", "a folder, or `off`");
      return;
    }
    const auto& word = found->get_ref<const std::string&>();
    reading_.settings.cache_folder = word == "off" ? std::string() : word;
  }

private:
  void complain(const char* key, const std::string& expected) {
    reading_.complaints.push_back(std::string("Vouch: the setting `") + key + "` must be " + expected);
  }

  const Json& json_;
  SettingsReading& reading_;
};

} // namespace

SettingsReading read_settings(const Json& json, const LspSettings& current) {
  SettingsReading reading{current, {}};
  if (json.is_null()) {
    return reading;
  }
  const Json& settings = json.is_object() && json.contains("vouch") ? json["vouch"] : json;
  if (!settings.is_object()) {
    reading.complaints.emplace_back("Vouch: the settings must be an object");
    return reading;
  }
  Reader reader(settings, reading);
  reader.read_budget();
  reader.read_choice<VerifyOn>("verifyOn", reading.settings.verify_on, verify_on_words);
  reader.read_choice<AnalysisPreset>("analysis", reading.settings.analysis, analysis_words);
  reader.read_choice<Linking>("link", reading.settings.linking, linking_words);
  reader.read_properties();
  reader.read_cache();
  return reading;
}

} // namespace vouch::server
