#include "server/command_line/command_line.hpp"

#include "server/command_line/cache_command.hpp"
#include "server/command_line/check_command_line.hpp"
#include "server/command_line/completion.hpp"
#include "server/command_line/option_parts.hpp"
#include "server/formats/property_pages.hpp"
#include "server/formats/trace_file.hpp"
#include "server/support/cache_folder.hpp"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <iterator>
#include <limits>

namespace vouch::server {
namespace {

void add_lsp(CLI::App& app, LspOptions& options) {
  auto& lsp = *app.add_subcommand("lsp", "be a language server on stdin and stdout, started by an editor");
  set_usage(lsp, "vouch lsp [options] [-- CLANG_ARGS]");
  lsp.add_flag("--stdio")->description("accepted, because many editors say it; there is no other way");
  lsp.add_option_function<std::int64_t>(
         "--memory", [&options](std::int64_t size) { options.settings.memory_limit_bytes = bytes_of(size); },
         "cap for each verifying process; reaching it is 'unknown'; default: 4096")
      ->type_name("MIB");
  options.traces_folder = default_traces_folder();
  options.assistant_command = {"/proc/self/exe", "assist"};
  options.pages_folder = default_pages_folder();
  lsp.add_option_function<std::string>(
         "--traces",
         [&options](const std::string& word) { options.traces_folder = word == "off" ? std::string() : word; },
         "folder in which runs that violate something are kept for 'vouch dap'; default: $XDG_CACHE_HOME/vouch/traces\n"
         "or ~/.cache/vouch/traces")
      ->type_name("DIR|off");
  options.settings.cache_folder = default_cache_folder();
  lsp.add_option_function<std::string>(
         "--cache",
         [&options](const std::string& word) { options.settings.cache_folder = word == "off" ? std::string() : word; },
         "folder in which verdicts are kept; default: $XDG_CACHE_HOME/vouch or ~/.cache/vouch")
      ->type_name("DIR|off");
  lsp.add_flag_callback(
      "--verbose", [&options] { options.log_level = LogLevel::Everything; }, "log to stderr what is going on");
  lsp.add_option("-p", options.build_directory,
                 "where compile_commands.json is; otherwise searched upwards from the file")
      ->type_name("BUILD_DIR");
  lsp.add_flag("--print-settings")->description("print what an editor can set, as JSON, and do nothing else");
  lsp.footer("What stands behind -- goes to Clang. The editor's settings: docs/protocol.md");
}

void add_dap(CLI::App& app, DapOptions& options) {
  auto& dap = *app.add_subcommand("dap", "be a debug adapter that steps through a violating run, started by an editor");
  set_usage(dap, "vouch dap [options]");
  dap.add_flag("--stdio")->description("talk on stdin and stdout, as without --port");
  dap.add_option_function<std::int64_t>(
         "--port",
         [&options](std::int64_t port) {
           if (port < 0 || port > std::numeric_limits<std::uint16_t>::max()) {
             throw CLI::ValidationError("--port", "must be a number from 0 to 65535");
           }
           options.port = static_cast<std::uint16_t>(port);
         },
         "listen on 127.0.0.1, for one client after the other; 0: any free port; it is printed on stdout")
      ->type_name("N");
  options.traces_folder = default_traces_folder();
  options.pages_folder = default_pages_folder();
  dap.add_option("--traces", options.traces_folder,
                 "folder of the traces that clients name by id; default: $XDG_CACHE_HOME/vouch/traces or "
                 "~/.cache/vouch/traces")
      ->type_name("DIR");
  dap.add_flag_callback(
      "--verbose", [&options] { options.log_level = LogLevel::Everything; }, "log to stderr what is going on");
  dap.footer(
      "Launch arguments: \"trace\", an id of the language server or the path of a trace file; or \"report\", the\n"
      "path of a report of vouch check --format json, with \"violation\", an index from 0. Manual: docs/dap.md");
}

void add_cache(CLI::App& app, CacheOptions& options) {
  auto& cache = *app.add_subcommand("cache", "look after a block cache");
  set_usage(cache, "vouch cache stats|verify|clear [--cache DIR]");
  cache.require_subcommand(1);
  struct Part {
    const char* name;
    CacheAction action;
    const char* description;
  };
  for (const Part& part :
       {Part{"stats", CacheAction::Statistics, "how much is in it"},
        Part{"verify", CacheAction::Verify, "check the file and every entry; remove what is damaged"},
        Part{"clear", CacheAction::Clear, "remove everything"}}) {
    auto& command = *cache.add_subcommand(part.name, part.description);
    set_usage(command, std::string("vouch cache ") + part.name + " [--cache DIR]");
    command
        .add_option("--cache", options.folder, "the cache's folder; default: $XDG_CACHE_HOME/vouch or ~/.cache/vouch")
        ->type_name("DIR");
    command.callback([&options, action = part.action] { options.action = action; });
  }
  cache.footer("Exit status: 0, or 1 if something was wrong with the cache. Manual: docs/user-guide.md");
}

void add_completion(CLI::App& app, std::string& shell) {
  auto& completion =
      *app.add_subcommand("completion", "print a script with which bash or zsh completes words of vouch");
  set_usage(completion, "vouch completion bash|zsh");
  auto* choice = completion.add_option("SHELL", shell, "bash or zsh")->required()->type_name("");
  set_known_words(*choice, {"bash", "zsh"});
  completion.footer("For bash: source <(vouch completion bash)\n"
                    "For zsh, after compinit: source <(vouch completion zsh)");
}

void add_help(CLI::App& app, std::string& topic) {
  auto& help = *app.add_subcommand("help", "explain a command");
  set_usage(help, "vouch help [COMMAND]");
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](CLI::App* one) { return !one->get_group().empty(); })) {
    commands.push_back(command->get_name());
  }
  set_known_words(*help.add_option("COMMAND", topic)->type_name(""), commands);
}

/// The application with all its commands; parsing writes to the members.
struct CommandLine {
  CLI::App app{"Proves or refutes the assertions of C programs.", "vouch"};
  CheckOptions check;
  LspOptions lsp;
  DapOptions dap;
  CacheOptions cache;
  std::string shell;
  std::string help_topic;

  explicit CommandLine(const EngineInformation& engine) {
    set_usage(app, "vouch COMMAND ...");
    app.require_subcommand(1);
    app.set_version_flag("--version", engine.version, "print the version");
    add_check(app, check, engine.presets);
    add_lsp(app, lsp);
    std::ranges::copy_if(engine.presets, std::back_inserter(lsp.presets),
                         [](const PresetName& preset) { return preset.audience == PresetName::Audience::Users; });
    add_dap(app, dap);
    add_cache(app, cache);
    for (const char* name : {"worker", "assist"}) {
      app.add_subcommand(name, "what 'vouch lsp' starts; not for users")->group(""); // not in the help
    }
    add_completion(app, shell);
    add_help(app, help_topic);
  }
};

enum class HelpLength { Everyday, All };

Answer help_for(const EngineInformation& engine, const std::string& topic, HelpLength length = HelpLength::Everyday) {
  CommandLine line(engine); // one that has parsed nothing: after parsing CLI11 explains what was parsed
  if (topic.empty()) {
    return {line.app.help(), 0};
  }
  auto commands = line.app.get_subcommands([&](const CLI::App* command) { return command->get_name() == topic; });
  if (commands.empty()) {
    return {"vouch: there is no command '" + topic + "'; see vouch help\n", 2};
  }
  if (length == HelpLength::Everyday) {
    leave_out_seldom_used(*commands.front());
  }
  return {commands.front()->help("vouch"), 0};
}

Answer completion_for(const EngineInformation& engine, const std::string& shell) {
  CommandLine line(engine);
  if (shell == "bash") {
    return {bash_completion(words_of_command(line.app)), 0};
  }
  if (shell == "zsh") {
    return {zsh_completion(words_of_command(line.app)), 0};
  }
  return {"vouch: '" + shell + "' is no shell that is known here; possible: bash, zsh\n", 2};
}

} // namespace

Command parse_command_line(std::span<const std::string> arguments, const EngineInformation& engine) {
  auto separator = std::ranges::find(arguments, "--");
  // The parser takes its words in reverse.
  std::vector<std::string> words(std::make_reverse_iterator(separator), std::make_reverse_iterator(arguments.begin()));
  if (words.empty()) {
    return Answer{help_for(engine, {}).text, 2};
  }
  CommandLine line(engine);
  try {
    line.app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    auto chosen = line.app.get_subcommands();
    return help_for(engine, chosen.empty() ? std::string() : chosen.front()->get_name());
  } catch (const CLI::CallForAllHelp&) {
    return help_for(engine, line.app.get_subcommands().front()->get_name(), HelpLength::All);
  } catch (const CLI::CallForVersion&) {
    return Answer{engine.version + "\n", 0};
  } catch (const CLI::ParseError& error) {
    auto chosen = line.app.get_subcommands();
    std::string help = chosen.empty() ? "vouch help" : "vouch help " + chosen.front()->get_name();
    return Answer{"vouch: " + std::string(error.what()) + "\nSee " + help + ".\n", 2};
  }
  if (line.app.got_subcommand("help")) {
    return help_for(engine, line.help_topic);
  }
  if (line.app.got_subcommand("completion")) {
    return completion_for(engine, line.shell);
  }
  if (line.app.got_subcommand("dap")) {
    return line.dap;
  }
  if (line.app.got_subcommand("cache")) {
    return line.cache;
  }
  if (line.app.got_subcommand("worker")) {
    return WorkerOptions{};
  }
  if (line.app.got_subcommand("assist")) {
    return AssistantOptions{};
  }
  const bool is_lsp = line.app.got_subcommand("lsp");
  if (separator != arguments.end()) {
    auto& clang_arguments = is_lsp ? line.lsp.clang_arguments : line.check.clang_arguments;
    clang_arguments.assign(std::next(separator), arguments.end());
  }
  if (is_lsp && line.app.get_subcommand("lsp")->get_option("--print-settings")->count() > 0) {
    return Answer{describe_settings(line.lsp.settings, line.lsp.presets).dump(2) + "\n", 0};
  }
  if (is_lsp) {
    return line.lsp;
  }
  return line.check;
}

} // namespace vouch::server
