#include "server/lsp/lsp_settings.hpp"

#include "server/formats/property_words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <thread>
#include <utility>

namespace vouch::server {

namespace {

using protocol::Json;

template <class Value>
using Choice = std::pair<std::string_view, Value>;

constexpr std::array<Choice<VerifyOn>, 3> verify_on_words = {
    {{"save", VerifyOn::Save}, {"change", VerifyOn::Change}, {"manual", VerifyOn::Manual}}};
constexpr std::array<Choice<Linking>, 2> linking_words = {{{"database", Linking::Database}, {"none", Linking::None}}};
constexpr std::array<Choice<Allocation>, 3> allocation_words = {
    {{"auto", Allocation::AsChecked}, {"succeeds", Allocation::Succeeds}, {"may-fail", Allocation::MayFail}}};
constexpr std::array<Choice<Callers>, 2> callers_words = {{{"sensible", Callers::Sensible}, {"any", Callers::Any}}};

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

/// A terabyte; more is a mistake.
constexpr std::uint64_t maximum_memory_mib = std::uint64_t{1} << 20U;
/// More is a mistake, too.
constexpr std::size_t most_jobs = 1024;

template <class Value>
std::vector<std::string> words(std::span<const Choice<Value>> choices) {
  std::vector<std::string> result;
  for (const auto& choice : choices) {
    result.emplace_back(choice.first);
  }
  return result;
}

template <class Value>
std::string_view word_for(Value value, std::span<const Choice<Value>> choices) {
  return std::ranges::find(choices, value, &Choice<Value>::second)->first;
}

std::vector<std::string> names_of(const std::vector<PresetName>& presets) {
  std::vector<std::string> names;
  std::ranges::transform(presets, std::back_inserter(names), &PresetName::name);
  return names;
}

Json choice_setting(const char* key, const std::vector<std::string>& choices, std::string_view chosen,
                    const char* description) {
  return {{"key", key}, {"type", "string"}, {"enum", choices}, {"default", chosen}, {"description", description}};
}

class Reader {
public:
  Reader(const Json& json, SettingsReading& reading) : json_(json), reading_(reading) {}

  void read_preset(const std::vector<PresetName>& presets) {
    const auto found = json_.find("analysis");
    if (found == json_.end()) {
      return;
    }
    const std::vector<std::string> names = names_of(presets);
    if (!found->is_string() || std::ranges::find(names, found->get<std::string>()) == names.end()) {
      complain("analysis", "one of: " + fmt::format("{}", fmt::join(names, ", ")));
      return;
    }
    reading_.settings.analysis = found->get<std::string>();
  }

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
      complain(key, "one of: " + fmt::format("{}", fmt::join(words(choices), ", ")));
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
    if (!found->is_string()) {
      complain("cache", "a folder, or `off`");
      return;
    }
    if (const auto& word = found->get_ref<const std::string&>(); !word.empty()) {
      reading_.settings.cache_folder = word == "off" ? std::string() : word;
    }
  }

  void read_folder(const char* key, std::string& target) {
    const auto found = json_.find(key);
    if (found == json_.end()) {
      return;
    }
    if (found->is_string()) {
      target = found->get<std::string>();
    } else {
      complain(key, "a folder");
    }
  }

  void read_words(const char* key, std::vector<std::string>& target) {
    const auto found = json_.find(key);
    if (found == json_.end()) {
      return;
    }
    const bool understood =
        found->is_array() && std::ranges::all_of(*found, [](const Json& word) { return word.is_string(); });
    if (understood) {
      target = found->get<std::vector<std::string>>();
    } else {
      complain(key, "an array of strings");
    }
  }

  void read_memory() {
    const auto found = json_.find("memoryMiB");
    if (found == json_.end()) {
      return;
    }
    if (!found->is_number_unsigned() || *found == 0 || *found > maximum_memory_mib) {
      complain("memoryMiB", "a whole number above 0");
      return;
    }
    reading_.settings.memory_limit_bytes = found->get<std::uint64_t>() << 20U;
  }

  void read_jobs() {
    const auto found = json_.find("jobs");
    if (found == json_.end()) {
      return;
    }
    if (!found->is_number_unsigned() || *found > most_jobs) {
      complain("jobs", "a whole number up to " + std::to_string(most_jobs));
      return;
    }
    reading_.settings.jobs = found->get<std::size_t>();
  }

  void read_hints() {
    const auto found = json_.find("inlayHints");
    if (found == json_.end()) {
      return;
    }
    if (!found->is_object()) {
      complain("inlayHints", "an object");
      return;
    }
    read_hint(*found, "values", reading_.settings.hints.values);
    read_hint(*found, "invariants", reading_.settings.hints.invariants);
  }

private:
  void read_hint(const Json& hints, const char* key, HintsShown& target) {
    const auto found = hints.find(key);
    if (found == hints.end()) {
      return;
    }
    if (!found->is_boolean()) {
      complain((std::string("inlayHints.") + key).c_str(), "true or false");
      return;
    }
    target = found->get<bool>() ? HintsShown::Yes : HintsShown::No;
  }

  void complain(const char* key, const std::string& expected) {
    reading_.complaints.push_back(std::string("Vouch: the setting `") + key + "` must be " + expected);
  }

  const Json& json_;
  SettingsReading& reading_;
};

} // namespace

std::size_t jobs_of(const LspSettings& settings) {
  const std::size_t processors = std::thread::hardware_concurrency();
  return settings.jobs != 0 ? settings.jobs : std::max<std::size_t>(processors, 2) - 1;
}

SettingsReading read_settings(const Json& json, const LspSettings& current, const std::vector<PresetName>& presets) {
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
  reader.read_preset(presets);
  reader.read_choice<Linking>("link", reading.settings.linking, linking_words);
  reader.read_choice<Allocation>("allocation", reading.settings.allocation, allocation_words);
  reader.read_choice<Callers>("callers", reading.settings.callers, callers_words);
  reader.read_properties();
  reader.read_cache();
  reader.read_memory();
  reader.read_jobs();
  reader.read_words("flags", reading.settings.flags);
  reader.read_folder("buildFolder", reading.settings.build_folder);
  reader.read_words("exclude", reading.settings.exclude);
  reader.read_folder("testsFolder", reading.settings.tests_folder);
  reader.read_hints();
  return reading;
}

Json describe_settings(const LspSettings& defaults, const std::vector<PresetName>& presets) {
  std::vector<std::string> all_properties;
  std::vector<std::string> properties;
  for (const PropertyWord& word : property_words) {
    all_properties.emplace_back(word.word);
    if (std::ranges::find(defaults.properties, word.property) != defaults.properties.end()) {
      properties.emplace_back(word.word);
    }
  }
  const auto hint = [](const char* key, HintsShown shown, const char* description) -> Json {
    return {{"key", key}, {"type", "boolean"}, {"default", shown == HintsShown::Yes}, {"description", description}};
  };
  Json settings = Json::array();
  settings.push_back({{"key", "budgetSeconds"},
                      {"type", "number"},
                      {"default", std::chrono::duration<double>(defaults.budget).count()},
                      {"description", "Wall clock for each function that is verified on its own, in seconds."}});
  settings.push_back(choice_setting(
      "verifyOn", words<VerifyOn>(verify_on_words), word_for<VerifyOn>(defaults.verify_on, verify_on_words),
      "When files are verified: on opening and saving, after each change too, or on command."));
  settings.push_back({{"key", "properties"},
                      {"type", "array"},
                      {"items", {{"type", "string"}, {"enum", all_properties}}},
                      {"default", properties},
                      {"description", "What is checked."}});
  settings.push_back(choice_setting("analysis", names_of(presets), defaults.analysis, "The analyses that are run."));
  settings.push_back(choice_setting("link", words<Linking>(linking_words),
                                    word_for<Linking>(defaults.linking, linking_words),
                                    "Where definitions of what a file only declares are looked for."));
  settings.push_back(choice_setting(
      "allocation", words<Allocation>(allocation_words), word_for<Allocation>(defaults.allocation, allocation_words),
      "Whether `malloc` and its relatives may return null; `auto`: where null pointers are "
      "checked."));
  settings.push_back(choice_setting("callers", words<Callers>(callers_words),
                                    word_for<Callers>(defaults.callers, callers_words),
                                    "Who calls a function that is verified on its own: callers that pass what it "
                                    "expects, or all that the types allow."));
  settings.push_back(
      {{"key", "cache"},
       {"type", "string"},
       {"default", ""},
       {"description", "The folder in which verdicts are kept, or `off`. Empty: the user's cache folder."}});
  settings.push_back({{"key", "memoryMiB"},
                      {"type", "integer"},
                      {"default", defaults.memory_limit_bytes >> 20U},
                      {"description", "How much memory a verification may use, in MiB."}});
  settings.push_back({{"key", "jobs"},
                      {"type", "integer"},
                      {"default", defaults.jobs},
                      {"description", "How many functions of a file are verified at a time; 0: one for each processor "
                                      "but one."}});
  const auto array = [](const char* key, const std::vector<std::string>& value, const char* description) -> Json {
    return {{"key", key},
            {"type", "array"},
            {"items", {{"type", "string"}}},
            {"default", value},
            {"description", description}};
  };
  const auto folder = [](const char* key, const std::string& value, const char* description) -> Json {
    return {{"key", key}, {"type", "string"}, {"default", value}, {"description", description}};
  };
  settings.push_back(array("flags", defaults.flags, "Arguments for Clang, behind those of the compilation database."));
  settings.push_back(folder("buildFolder", defaults.build_folder,
                            "Where compile_commands.json is, from the workspace folder. Empty: it is searched upwards "
                            "from each file."));
  settings.push_back(
      array("exclude", defaults.exclude,
            "Names of folders that are left out when the workspace is verified without a compilation database."));
  settings.push_back(
      folder("testsFolder", defaults.tests_folder,
             "Where tests of violations are written, from the workspace folder. Empty: beside the source."));
  settings.push_back(hint("inlayHints.values", defaults.hints.values,
                          "Show the values of the selected counterexample at the ends of lines."));
  settings.push_back(hint("inlayHints.invariants", defaults.hints.invariants, "Show what holds at each loop."));
  return settings;
}

} // namespace vouch::server
