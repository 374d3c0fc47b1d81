#include "server/command_line.hpp"

#include "server/cache_command.hpp"
#include "server/property_pages.hpp"
#include "server/property_words.hpp"
#include "server/trace_file.hpp"

#include <algorithm>
#include <array>
#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <sstream>

namespace vouch::server {
namespace {

/// One word that an option takes, and what it stands for.
template <class Value>
struct Choice {
  std::string_view word;
  Value value;
};

constexpr std::array<Choice<AnalysisPreset>, 3> analyses = {{
    {"default", AnalysisPreset::Default},
    {"value", AnalysisPreset::Value},
    {"predicate", AnalysisPreset::Predicate},
}};
constexpr std::array<Choice<DataModelName>, 2> data_models = {{
    {"lp64", DataModelName::Lp64},
    {"ilp32", DataModelName::Ilp32},
}};
constexpr std::array<Choice<Linking>, 2> linkings = {{
    {"database", Linking::Database},
    {"none", Linking::None},
}};
constexpr std::array<Choice<ProofChecks>, 2> proof_checks = {{
    {"when-cheap", ProofChecks::WhenCheap},
    {"always", ProofChecks::Always},
}};

constexpr std::array<Choice<BlockHeuristic>, 5> block_heuristics = {{
    {"none", BlockHeuristic::None},
    {"recursive-functions", BlockHeuristic::RecursiveFunctions},
    {"functions", BlockHeuristic::Functions},
    {"loops", BlockHeuristic::Loops},
    {"functions-and-loops", BlockHeuristic::FunctionsAndLoops},
}};
constexpr std::array<Choice<BlockOperator>, 3> block_operators = {{
    {"loops-and-functions", BlockOperator::LoopsAndFunctions},
    {"loops", BlockOperator::Loops},
    {"single", BlockOperator::SingleBlock},
}};
constexpr std::array<Choice<PredicateAbstraction>, 2> abstractions = {{
    {"cartesian", PredicateAbstraction::Cartesian},
    {"boolean", PredicateAbstraction::Boolean},
}};
constexpr std::array<Choice<PrecisionScope>, 3> precision_scopes = {{
    {"location", PrecisionScope::Location},
    {"function", PrecisionScope::Function},
    {"global", PrecisionScope::Global},
}};
constexpr std::array<Choice<TreeInterpolation>, 5> tree_interpolations = {{
    {"folded", TreeInterpolation::Folded},
    {"tree", TreeInterpolation::Tree},
    {"nested", TreeInterpolation::Nested},
    {"well-scoped", TreeInterpolation::WellScoped},
    {"craig-tree", TreeInterpolation::CraigTree},
}};
constexpr std::array<Choice<PrecisionInKey>, 2> precisions_in_key = {{
    {"no", PrecisionInKey::No},
    {"yes", PrecisionInKey::Yes},
}};
constexpr std::array<Choice<ReportFormat>, 2> formats = {{
    {"text", ReportFormat::Text},
    {"json", ReportFormat::Json},
}};

/// Words of the command-line contract whose meaning this version does not have.
constexpr std::array<std::string_view, 1> later_formats = {"sarif"};

template <class Value, std::size_t count>
std::string words_of(const std::array<Choice<Value>, count>& choices) {
  std::string words;
  for (const auto& choice : choices) {
    words += (words.empty() ? "" : ", ") + std::string(choice.word);
  }
  return words;
}

template <class Value, std::size_t count>
std::string_view word_of(Value value, const std::array<Choice<Value>, count>& choices) {
  return std::ranges::find(choices, value, &Choice<Value>::value)->word;
}

template <class Value, std::size_t count>
Value value_of(const std::string& option, const std::string& word, const std::array<Choice<Value>, count>& choices,
               std::span<const std::string_view> later = {}) {
  auto found = std::ranges::find(choices, word, &Choice<Value>::word);
  if (found != choices.end()) {
    return found->value;
  }
  bool known = std::ranges::find(later, word) != later.end();
  throw CLI::ValidationError(option, "'" + word + "' is " + (known ? "not available in this version" : "unknown") +
                                         "; possible: " + words_of(choices));
}

template <class Value, std::size_t count>
void add_choice(CLI::App& app, const std::string& option, Value& target,
                const std::array<Choice<Value>, count>& choices, const std::string& help,
                std::span<const std::string_view> later = {}) {
  app.add_option_function<std::string>(
         option,
         [&target, option, &choices, later](const std::string& word) {
           target = value_of(option, word, choices, later);
         },
         help + ": " + words_of(choices) + " (default: " + std::string(word_of(target, choices)) + ")")
      ->type_name("WORD");
}

/// CLI11's own usage line shows neither `--` nor where FILE may stand.
class FixedUsage : public CLI::Formatter {
public:
  explicit FixedUsage(std::string usage) : usage_(std::move(usage)) {}
  std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + usage_ + "\n"; }

private:
  std::string usage_;
};

void set_usage(CLI::App& app, std::string usage) { app.formatter(std::make_shared<FixedUsage>(std::move(usage))); }

std::vector<Property> properties_of(const std::string& list) {
  std::vector<Property> chosen;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    const auto* known = std::ranges::find(property_words, word, &PropertyWord::word);
    if (known == property_words.end()) {
      throw CLI::ValidationError("--property", "'" + word + "' is unknown; possible: " + words_of_properties());
    }
    if (std::ranges::find(chosen, known->property) == chosen.end()) {
      chosen.push_back(known->property);
    }
  }
  if (chosen.empty()) {
    throw CLI::ValidationError("--property", "names no property; possible: " + words_of_properties());
  }
  return chosen;
}

std::chrono::milliseconds timeout_of(double seconds) {
  constexpr double longest = 30.0 * 24 * 3600;
  if (!std::isfinite(seconds) || seconds <= 0 || seconds > longest) {
    throw CLI::ValidationError("--timeout", "must be more than 0 seconds and at most 30 days");
  }
  return std::max(std::chrono::milliseconds(1), std::chrono::milliseconds(std::llround(seconds * 1000)));
}

std::uint64_t bytes_of(std::int64_t mebibytes) {
  if (mebibytes <= 0 || mebibytes > (std::int64_t{1} << 40)) {
    throw CLI::ValidationError("--memory", "must be a positive number of MiB");
  }
  return static_cast<std::uint64_t>(mebibytes) << 20U;
}

void add_engine_options(CLI::App& check, Options& engine) {
  check
      .add_option("--entry", engine.entry,
                  "where execution starts; default: main, or every visible function if there is none")
      ->type_name("NAME");
  check
      .add_option_function<std::string>(
          "--property", [&engine](const std::string& list) { engine.properties = properties_of(list); },
          "what to check: " + words_of_properties() + " (default: assert,reach-error)")
      ->type_name("LIST");
  add_choice(check, "--analysis", engine.analysis, analyses, "preset of the analysis");
  add_choice(check, "--data-model", engine.data_model, data_models, "sizes of C's types");
  add_choice(check, "--link", engine.linking, linkings,
             "where to look for what a file uses and does not define: the other files of compile_commands.json, or "
             "nowhere");
  add_choice(check, "--check-proofs", engine.proof_checks, proof_checks,
             "whether a proof must pass an independent check before it counts");
  add_choice(
      check, "--blocks", engine.blocks, block_heuristics,
      "what is analysed on its own and remembered; without recursive-functions or more, recursion is unsupported");
  add_choice(check, "--block-operator", engine.block_operator, block_operators, "where a block ends");
  add_choice(check, "--abstraction", engine.abstraction, abstractions, "predicate abstraction");
  add_choice(check, "--precision-in-key", engine.precision_in_key, precisions_in_key,
             "whether the result of a block counts only for the precision it was computed with");
  add_choice(check, "--tree-interpolation", engine.tree_interpolation, tree_interpolations,
             "how paths through calls that have returned are refuted");
  add_choice(check, "--precision-scope", engine.precision_scope, precision_scopes, "where a predicate is tracked");
}

void add_check(CLI::App& app, CheckOptions& options) {
  auto& check = *app.add_subcommand("check", "verify C files and print what was found");
  set_usage(check, "vouch check [options] FILE... [-- CLANG_ARGS]");
  check.add_option("FILE", options.files, "the C files to verify; default: those of the database that -p names")
      ->type_name("");
  add_engine_options(check, options.engine);
  check
      .add_option_function<double>(
          "--timeout", [&options](double seconds) { options.timeout = timeout_of(seconds); },
          "wall clock for the whole command; default: 20")
      ->type_name("SECONDS");
  check
      .add_option_function<std::int64_t>(
          "--memory", [&options](std::int64_t size) { options.memory_limit_bytes = bytes_of(size); },
          "cap for the engine; reaching it is 'unknown'; default: what the machine allows")
      ->type_name("MIB");
  check
      .add_option_function<std::string>(
          "--cache",
          [&options](const std::string& word) { options.engine.cache_folder = word == "off" ? std::string() : word; },
          "folder in which verdicts are kept from run to run, shared by all files; default: off")
      ->type_name("DIR|off");
  check.add_flag_callback(
      "--audit", [&options] { options.engine.cache_audit = CacheAudit::On; },
      "verify once more what the cache has, and report every difference");
  check.add_flag_callback(
      "--explain", [&options] { options.engine.explanations = Explanations::On; },
      "with --cache: say for each entry point where its verdict comes from and what code it rests on");
  add_choice(check, "--format", options.format, formats, "what to print", later_formats);
  check
      .add_option_function<std::string>(
          "--witness",
          [](const std::string&) { throw CLI::ValidationError("--witness", "is not available in this version"); },
          "not available in this version")
      ->type_name("FILE");
  check
      .add_option_function<std::string>(
          "--arg",
          [&options](const std::string& path) {
            options.graph_file = path;
            options.engine.graphs = ExportedGraphs::LastExploration;
          },
          "write the abstract reachability graphs of the last exploration, those of blocks included: as DOT if FILE "
          "ends\n"
          "in .dot, else as JSON")
      ->type_name("FILE");
  check.add_flag("--stats", options.show_statistics, "print what the engine did, and what the proof says");
  check.add_flag("--verbose", options.verbose, "log to stderr what is going on");
  check
      .add_option("-p", options.build_directory,
                  "where compile_commands.json is; otherwise searched upwards from the file")
      ->type_name("BUILD_DIR");
  check
      .add_option_function<std::size_t>(
          "--jobs",
          [&options](std::size_t jobs) {
            if (jobs == 0) {
              throw CLI::ValidationError("--jobs", "must be at least 1");
            }
            options.jobs = jobs;
          },
          "files verified at a time, each in a process of its own; default: 1")
      ->type_name("N");
  check.final_callback([&options] {
    if (options.files.empty() && options.build_directory.empty()) {
      throw CLI::RequiredError("FILE");
    }
  });
  check.footer("With a file that has no main every externally visible function is verified on its own, its arguments\n"
               "being unconstrained. What stands behind -- goes to Clang, for instance -I and -D.\n\n"
               "Exit status: 0 every property proved, 1 a violation, 2 bad usage or the C does not compile,\n"
               "3 undecided (also when stopped by Ctrl-C). Manual: docs/user-guide.md");
}

void add_lsp(CLI::App& app, LspOptions& options) {
  auto& lsp = *app.add_subcommand("lsp", "be a language server on stdin and stdout, started by an editor");
  set_usage(lsp, "vouch lsp [options] [-- CLANG_ARGS]");
  lsp.add_flag("--stdio")->description("accepted, because many editors say it; there is no other way");
  lsp.add_option_function<std::int64_t>(
         "--memory", [&options](std::int64_t size) { options.settings.memory_limit_bytes = bytes_of(size); },
         "cap for each verifying process; reaching it is 'unknown'; default: 4096")
      ->type_name("MIB");
  options.traces_folder = default_traces_folder();
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

/// The application with all its commands; parsing writes to the members.
struct CommandLine {
  CLI::App app{"Proves or refutes the assertions of C programs.", "vouch"};
  CheckOptions check;
  LspOptions lsp;
  DapOptions dap;
  CacheOptions cache;
  std::string help_topic;

  explicit CommandLine(std::string_view version) {
    set_usage(app, "vouch COMMAND ...");
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string(version), "print the version");
    add_check(app, check);
    add_lsp(app, lsp);
    add_dap(app, dap);
    add_cache(app, cache);
    app.add_subcommand("worker", "what 'vouch lsp' starts; not for users")->group(""); // not in the help
    auto& help = *app.add_subcommand("help", "explain a command");
    set_usage(help, "vouch help [COMMAND]");
    help.add_option("COMMAND", help_topic)->type_name("");
  }
};

Answer help_for(std::string_view version, const std::string& topic) {
  CommandLine line(version); // one that has parsed nothing: after parsing CLI11 explains what was parsed
  if (topic.empty()) {
    return {line.app.help(), 0};
  }
  auto commands = line.app.get_subcommands([&](const CLI::App* command) { return command->get_name() == topic; });
  if (commands.empty()) {
    return {"vouch: there is no command '" + topic + "'; see vouch help\n", 2};
  }
  return {commands.front()->help("vouch"), 0};
}

} // namespace

Command parse_command_line(std::span<const std::string> arguments, std::string_view version) {
  auto separator = std::ranges::find(arguments, "--");
  // The parser takes its words in reverse.
  std::vector<std::string> words(std::make_reverse_iterator(separator), std::make_reverse_iterator(arguments.begin()));
  if (words.empty()) {
    return Answer{help_for(version, {}).text, 2};
  }
  CommandLine line(version);
  try {
    line.app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    auto chosen = line.app.get_subcommands();
    return help_for(version, chosen.empty() ? std::string() : chosen.front()->get_name());
  } catch (const CLI::CallForVersion&) {
    return Answer{std::string(version) + "\n", 0};
  } catch (const CLI::ParseError& error) {
    auto chosen = line.app.get_subcommands();
    std::string help = chosen.empty() ? "vouch help" : "vouch help " + chosen.front()->get_name();
    return Answer{"vouch: " + std::string(error.what()) + "\nSee " + help + ".\n", 2};
  }
  if (line.app.got_subcommand("help")) {
    return help_for(version, line.help_topic);
  }
  if (line.app.got_subcommand("cache")) {
    return line.cache;
  }
  if (line.app.got_subcommand("worker")) {
    return WorkerOptions{};
  }
  if (line.app.got_subcommand("dap")) {
    return line.dap;
  }
  const bool is_lsp = line.app.got_subcommand("lsp");
  if (separator != arguments.end()) {
    auto& clang_arguments = is_lsp ? line.lsp.clang_arguments : line.check.clang_arguments;
    clang_arguments.assign(std::next(separator), arguments.end());
  }
  if (is_lsp && line.app.get_subcommand("lsp")->get_option("--print-settings")->count() > 0) {
    return Answer{describe_settings(line.lsp.settings).dump(2) + "\n", 0};
  }
  if (is_lsp) {
    return line.lsp;
  }
  return line.check;
}

} // namespace vouch::server
