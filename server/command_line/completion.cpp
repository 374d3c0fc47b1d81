#include "server/command_line/completion.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vouch::server {
namespace {

using Kind = ValueWords::Kind;

std::string joined(const std::vector<std::string>& words, const char* separator = " ") {
  return fmt::format("{}", fmt::join(words, separator));
}

/// One word for a shell, whatever is in it.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (char character : text) {
    result += character == '\'' ? "'\\''" : std::string(1, character);
  }
  return result + "'";
}

std::string name_of(const CommandWords& command) { return command.path.substr(command.path.rfind(' ') + 1); }

std::vector<std::string> names_of(const std::vector<CommandWords>& commands) {
  std::vector<std::string> names;
  std::ranges::transform(commands, std::back_inserter(names), name_of);
  return names;
}

/// `command` and everything below it.
std::vector<const CommandWords*> all_of(const CommandWords& command) {
  std::vector<const CommandWords*> result{&command};
  for (const CommandWords& part : command.commands) {
    std::ranges::copy(all_of(part), std::back_inserter(result));
  }
  return result;
}

/// What the variables of the bash script become for such a value.
std::string bash_assignments(const ValueWords& value) {
  std::string words = "words=" + quoted(joined(value.words));
  switch (value.kind) {
  case Kind::File:
    return words + " kind=file";
  case Kind::Folder:
    return words + " kind=directory";
  case Kind::Program:
    return words + " kind=command";
  case Kind::List:
    return words + " list=yes";
  case Kind::Nothing:
  case Kind::Unknown:
  case Kind::Words:
    break;
  }
  return words;
}

/// Cases of what stands behind an option.
std::string bash_values(const CommandWords& command) {
  std::string cases;
  for (const OptionWords& option : command.options) {
    if (option.value.kind == Kind::Nothing) {
      continue;
    }
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      patterns.push_back(quoted(command.path + " " + name));
    }
    cases += fmt::format("    {}) {} ;;\n", joined(patterns, " | "), bash_assignments(option.value));
  }
  return cases;
}

std::string bash_options(const CommandWords& command) {
  std::vector<std::string> names;
  for (const OptionWords& option : command.options) {
    std::ranges::copy(option.names, std::back_inserter(names));
  }
  return fmt::format("    '{} -'*) words='{}' ;;\n", command.path, joined(names));
}

/// What can stand in a place where no option begins.
std::string bash_places(const CommandWords& command) {
  ValueWords value{Kind::Words, names_of(command.commands)};
  if (!command.positional.empty()) {
    value = command.positional.front().value;
  }
  return fmt::format("    '{} '*) {} ;;\n", command.path, bash_assignments(value));
}

/// How zsh completes such a value.
std::string zsh_action(const OptionWords& option) {
  const ValueWords& value = option.value;
  switch (value.kind) {
  case Kind::File:
    return "_files";
  case Kind::Folder:
    return "_files -/";
  case Kind::Program:
    return "_command_names -e";
  case Kind::List:
    return "_values -s , " + option.value_name + " " + joined(value.words);
  case Kind::Words:
    return "(" + joined(value.words) + ")";
  case Kind::Nothing:
  case Kind::Unknown:
    break;
  }
  return " ";
}

/// The arguments of zsh's `_arguments`, one line for each.
std::string zsh_arguments(const CommandWords& command) {
  std::string lines;
  auto add = [&](const std::string& specification) { lines += " \\\n    " + quoted(specification); };
  for (const OptionWords& option : command.options) {
    for (const std::string& name : option.names) {
      const std::string equals = name.starts_with("--") && option.value.kind != Kind::Nothing ? "=" : "";
      const std::string value =
          option.value.kind == Kind::Nothing ? "" : ":" + option.value_name + ":" + zsh_action(option);
      add(name + equals + "[" + option.description + "]" + value);
    }
  }
  if (!command.positional.empty()) {
    const OptionWords& place = command.positional.front();
    add((place.value.kind == Kind::File ? "*:" : "1:") + place.value_name + ":" + zsh_action(place));
  }
  if (!command.commands.empty()) {
    add("1:command:->command");
    add("*::argument:->argument");
  }
  return lines;
}

std::string zsh_function_name(const CommandWords& command) {
  std::string name = "_" + command.path;
  std::ranges::replace(name, ' ', '_');
  return name;
}

std::string zsh_function(const CommandWords& command) {
  if (command.commands.empty()) {
    return fmt::format("{}() {{\n  _arguments -S{}\n}}\n\n", zsh_function_name(command), zsh_arguments(command));
  }
  std::string descriptions;
  std::string calls;
  for (const CommandWords& part : command.commands) {
    descriptions += " " + quoted(name_of(part) + ":" + part.description);
    calls += fmt::format("        {}) {} ;;\n", name_of(part), zsh_function_name(part));
  }
  return fmt::format(R"({}() {{
  local state line
  typeset -A opt_args
  local commands=({})
  _arguments -C{}
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
{}      esac ;;
  esac
}}

)",
                     zsh_function_name(command), descriptions, zsh_arguments(command), calls);
}

} // namespace

std::string bash_completion(const CommandWords& command) {
  std::vector<std::string> commands;
  std::string values;
  std::string options;
  std::string places;
  const std::vector<const CommandWords*> all = all_of(command);
  for (const CommandWords* one : all) {
    values += bash_values(*one);
    options += bash_options(*one);
    if (one != &command) {
      commands.push_back(quoted(one->path));
    }
  }
  for (const CommandWords* one : all) {
    if (one != &command) { // its pattern fits everything, and has to be the last one
      places = bash_places(*one) + places;
    }
  }
  places += bash_places(command);
  return fmt::format(R"(# Completes the words of {0} in bash; made by `{0} completion bash`.
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command={0} words= kind= list= word
  # bash takes --option=value for three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD - 1}}"; do
    if [[ $word == -- ]]; then # what stands behind it goes to Clang
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
    fi
    case "$command $word" in
      {1}) command+=" $word" ;;
    esac
  done
  case "$command $before" in
{2}    *) case "$command $current" in
{3}{4}    esac ;;
  esac
  local done=
  if [[ $list == yes ]]; then
    done=${{current%"${{current##*,}}"}}
    compopt -o nospace 2>/dev/null
  elif [[ -n $kind ]]; then
    compopt -o filenames 2>/dev/null
  fi
  mapfile -t COMPREPLY < <(compgen ${{kind:+-A "$kind"}} -P "$done" -W "$words" -- "${{current#"$done"}}")
}}
complete -F _{0} {0}
)",
                     command.path, joined(commands, " | "), values, options, places);
}

std::string zsh_completion(const CommandWords& command) {
  std::string functions;
  for (const CommandWords* one : all_of(command)) {
    functions += zsh_function(*one);
  }
  return fmt::format(R"(#compdef {0}
# Completes the words of {0} in zsh; made by `{0} completion zsh`.
{1}if [[ $funcstack[1] == _{0} ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)",
                     command.path, functions);
}

} // namespace vouch::server
