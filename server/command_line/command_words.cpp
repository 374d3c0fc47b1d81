#include "server/command_line/command_words.hpp"

#include "server/command_line/option_parts.hpp"

#include <algorithm>

namespace vouch::server {
namespace {

/// The names of values are those of the help: FILE, DIR|off, SECONDS, ...
ValueWords value_called(const std::string& name, std::vector<std::string> words) {
  using Kind = ValueWords::Kind;
  auto says = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (says("DIR") && says("|off")) {
    words.emplace_back("off");
  }
  if (says("FILE")) {
    return {Kind::File, std::move(words)};
  }
  if (says("DIR")) {
    return {Kind::Folder, std::move(words)};
  }
  if (says("PROGRAM")) {
    return {Kind::Program, std::move(words)};
  }
  if (says("LIST")) {
    return {Kind::List, std::move(words)};
  }
  return {words.empty() ? Kind::Unknown : Kind::Words, std::move(words)};
}

/// The beginning, which says what it is about; the rest is for the help.
std::string in_a_few_words(const std::string& description) {
  return description.substr(0, std::min(description.find_first_of("\n:;"), description.find(" (")));
}

OptionWords words_of_option(CLI::Option& option) {
  OptionWords result;
  for (const std::string& name : option.get_snames()) {
    result.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    result.names.push_back("--" + name);
  }
  result.description = in_a_few_words(option.get_description());
  if (result.names.empty()) {
    result.value_name = option.get_name(true);
  } else if (option.get_items_expected_max() > 0) {
    result.value_name = option.get_type_name();
  }
  if (!result.value_name.empty()) {
    result.value = value_called(result.value_name, known_words(option));
  }
  return result;
}

CommandWords words_of(CLI::App& app, const std::string& path) {
  CommandWords result{path, in_a_few_words(app.get_description()), {}, {}, {}};
  for (CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) { // those without a group are not in the help
      auto& place = option->get_positional() ? result.positional : result.options;
      place.push_back(words_of_option(*option));
    }
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App* one) { return !one->get_group().empty(); })) {
    result.commands.push_back(words_of(*command, path + " " + command->get_name()));
  }
  return result;
}

} // namespace

CommandWords words_of_command(CLI::App& app) { return words_of(app, app.get_name()); }

} // namespace vouch::server
