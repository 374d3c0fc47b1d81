#include "server/command_line/check_command_line.hpp"

#include "server/command_line/option_parts.hpp"
#include "server/formats/property_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <string_view>

namespace vouch::server {
namespace {

/// One word that an option takes, and what it stands for.
template <class Value>
struct Choice {
  std::string_view word;
  Value value;
};

constexpr std::array<Choice<DataModelName>, 2> data_models = {{
    {"lp64", DataModelName::Lp64},
    {"ilp32", DataModelName::Ilp32},
}};
constexpr std::array<Choice<Linking>, 2> linkings = {{
    {"database", Linking::Database},
    {"none", Linking::None},
}};
constexpr std::array<Choice<Allocation>, 3> allocations = {{
    {"auto", Allocation::AsChecked},
    {"succeeds", Allocation::Succeeds},
    {"may-fail", Allocation::MayFail},
}};
constexpr std::array<Choice<Callers>, 2> callers = {{
    {"sensible", Callers::Sensible},
    {"any", Callers::Any},
}};
constexpr std::array<Choice<ProofChecks>, 2> proof_checks = {{
    {"when-cheap", ProofChecks::WhenCheap},
    {"always", ProofChecks::Always},
}};

constexpr std::array<Choice<Executions>, 2> executions = {{
    {"on", Executions::On},
    {"off", Executions::Off},
}};
constexpr std::array<Choice<BlockHeuristic>, 6> block_heuristics = {{
    {"auto", BlockHeuristic::Automatic},
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
constexpr std::array<Choice<TraversalOrder>, 5> traversal_orders = {{
    {"reverse-post-order", TraversalOrder::ReversePostOrder},
    {"weak-topological", TraversalOrder::WeakTopological},
    {"depth-first", TraversalOrder::DepthFirst},
    {"breadth-first", TraversalOrder::BreadthFirst},
    {"random", TraversalOrder::Random},
}};
constexpr std::array<Choice<ProductMerge>, 4> product_merges = {{
    {"as-preset", ProductMerge::AsPreset},
    {"agree", ProductMerge::Agree},
    {"per-location", ProductMerge::PerLocation},
    {"all", ProductMerge::All},
}};
constexpr std::array<Choice<ProductStop>, 3> product_stops = {{
    {"as-preset", ProductStop::AsPreset},
    {"one", ProductStop::One},
    {"union", ProductStop::Union},
}};
constexpr std::array<Choice<ValueMerge>, 2> value_merges = {{
    {"separate", ValueMerge::Separate},
    {"join", ValueMerge::Join},
}};
constexpr std::array<Choice<ValueScope>, 2> value_scopes = {{
    {"variable", ValueScope::Variable},
    {"location", ValueScope::Location},
}};
constexpr std::array<Choice<EliminationOrder>, 3> elimination_orders = {{
    {"costly-first", EliminationOrder::CostlyFirst},
    {"declared-first", EliminationOrder::DeclaredFirst},
    {"declared-last", EliminationOrder::DeclaredLast},
}};
constexpr std::array<Choice<ValueCounting>, 3> value_countings = {{
    {"location", ValueCounting::Location},
    {"path", ValueCounting::Path},
    {"run", ValueCounting::Run},
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
constexpr std::array<Choice<ReportFormat>, 3> formats = {{
    {"text", ReportFormat::Text},
    {"json", ReportFormat::Json},
    {"sarif", ReportFormat::Sarif},
}};

constexpr std::array<Choice<Confirmation>, 2> confirmations = {{
    {"interpreter", Confirmation::Interpreter},
    {"native", Confirmation::Native},
}};

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
Value value_of(const std::string& option, const std::string& word, const std::array<Choice<Value>, count>& choices) {
  auto found = std::ranges::find(choices, word, &Choice<Value>::word);
  if (found != choices.end()) {
    return found->value;
  }
  throw CLI::ValidationError(option, "'" + word + "' is unknown; possible: " + words_of(choices));
}

template <class Value, std::size_t count>
CLI::Option* add_choice(CLI::App& app, const std::string& option, Value& target,
                        const std::array<Choice<Value>, count>& choices, const std::string& help) {
  auto* added = app.add_option_function<std::string>(
      option, [&target, option, &choices](const std::string& word) { target = value_of(option, word, choices); },
      help + ": " + words_of(choices) + " (default: " + std::string(word_of(target, choices)) + ")");
  std::vector<std::string> words;
  for (const auto& choice : choices) {
    words.emplace_back(choice.word);
  }
  set_known_words(*added, words);
  return added->type_name("WORD");
}

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

std::chrono::milliseconds timeout_of(const std::string& option, double seconds) {
  constexpr double longest = 30.0 * 24 * 3600;
  if (!std::isfinite(seconds) || seconds <= 0 || seconds > longest) {
    throw CLI::ValidationError(option, "must be more than 0 seconds and at most 30 days");
  }
  return std::max(std::chrono::milliseconds(1), std::chrono::milliseconds(std::llround(seconds * 1000)));
}

void add_presets(CLI::App& check, Options& engine, const std::vector<PresetName>& presets) {
  std::vector<std::string> names;
  std::string help = "preset of the analysis (default: " + engine.analysis + "):";
  for (const PresetName& preset : presets) {
    names.push_back(preset.name);
    help += "\n  " + preset.name + ": " + preset.description;
  }
  auto* analysis = check.add_option_function<std::string>(
      "--analysis",
      [&engine, names](const std::string& word) {
        if (std::ranges::find(names, word) == names.end()) {
          throw CLI::ValidationError("--analysis",
                                     fmt::format("'{}' is unknown; possible: {}", word, fmt::join(names, ", ")));
        }
        engine.analysis = word;
      },
      help);
  set_known_words(*analysis->type_name("WORD"), names);
}

/// What all analyses have in common that explore states.
void add_exploration_options(CLI::App& check, Options& engine) {
  add_choice(check, "--order", engine.traversal_order, traversal_orders, "which state is explored next");
  check.add_option("--seed", engine.seed, "with --order random: another number gives another order; default: 0")
      ->type_name("NUMBER");
  add_choice(check, "--merge", engine.product_merge, product_merges,
             "when states of a product of analyses are joined: where all components agree, at each location those that "
             "can be joined, or all of them");
  add_choice(check, "--stop", engine.product_stop, product_stops,
             "what covers a state: one other, or several together");
  add_choice(check, "--value-merge", engine.value_merge, value_merges,
             "what becomes of states that differ in explicit values alone");
}

CLI::Option& add_pausing_threshold(CLI::App& check, const std::string& name, std::uint64_t& threshold,
                                   const std::string& help) {
  const auto read = [name, &threshold](std::int64_t number) {
    if (number <= 0 || static_cast<std::uint64_t>(number) > largest_pausing_threshold) {
      throw CLI::ValidationError(name, fmt::format("must be a number from 1 to {}", largest_pausing_threshold));
    }
    threshold = static_cast<std::uint64_t>(number);
  };
  return *check.add_option_function<std::int64_t>(name, read, help);
}

/// When attempts pause.
void add_pausing_options(CLI::App& check, Options& engine) {
  check
      .add_option_function<double>(
          "--pause-time",
          [&engine](double seconds) {
            engine.pausing.milliseconds = static_cast<std::uint64_t>(timeout_of("--pause-time", seconds).count());
          },
          "an attempt of the preset pauses after so much processor time; once all have paused or come to an end, each "
          "goes on, twice as far")
      ->type_name("SECONDS");
  add_pausing_threshold(check, "--pause-states", engine.pausing.states, "the same, after so many abstract states")
      .type_name("NUMBER");
  add_pausing_threshold(check, "--pause-memory", engine.pausing.mebibytes,
                        "the same, after the process has grown so much")
      .type_name("MIB");
}

void add_engine_options(CLI::App& check, Options& engine, const std::vector<PresetName>& presets) {
  check
      .add_option("--entry", engine.entry,
                  "where execution starts; default: main, or every visible function if there is none")
      ->type_name("NAME");
  auto* property = check.add_option_function<std::string>(
      "--property", [&engine](const std::string& list) { engine.properties = properties_of(list); },
      "what to check: " + words_of_properties() + " (default: all but memory)");
  std::vector<std::string> properties;
  for (const PropertyWord& known : property_words) {
    properties.emplace_back(known.word);
  }
  set_known_words(*property->type_name("LIST"), properties);
  add_presets(check, engine, presets);
  add_choice(check, "--data-model", engine.data_model, data_models, "sizes of C's types");
  add_choice(check, "--link", engine.linking, linkings,
             "where to look for what a file uses and does not define: the other files of compile_commands.json, or "
             "nowhere");
  add_choice(check, "--allocation", engine.allocation, allocations,
             "whether malloc and its relatives may return null at any time; auto: where null pointers are checked");
  add_choice(check, "--callers", engine.callers, callers,
             "of functions that are verified on their own: those that pass what the function expects, or all that the "
             "types allow");
  add_choice(check, "--check-proofs", engine.proof_checks, proof_checks,
             "whether a proof must pass an independent check before it counts");
  add_choice(check, "--blocks", engine.blocks, block_heuristics,
             "what is analysed on its own and remembered; with none and loops, recursion is unsupported; auto: "
             "recursive-functions, and where calls in calls are too many to follow those of which there are several");
  add_choice(check, "--block-operator", engine.block_operator, block_operators, "where a block ends");
  add_choice(check, "--abstraction", engine.abstraction, abstractions, "predicate abstraction");
  add_choice(check, "--precision-in-key", engine.precision_in_key, precisions_in_key,
             "whether the result of a block counts only for the precision it was computed with");
  add_choice(check, "--tree-interpolation", engine.tree_interpolation, tree_interpolations,
             "how paths through calls that have returned are refuted");
  add_choice(check, "--executions", engine.executions, executions, "whether the program is executed first")
      ->group(""); // for tests of the analyses, not for users
  add_choice(check, "--precision-scope", engine.precision_scope, precision_scopes, "where a predicate is tracked");
  check
      .add_option("--value-threshold", engine.value_threshold,
                  "with --analysis value-threshold and value-refined-threshold: how many values a variable may have at "
                  "one place until predicates "
                  "take over; default: 5")
      ->type_name("NUMBER");
  add_choice(check, "--value-scope", engine.value_scope, value_scopes,
             "where a value is tracked that was found to matter: as long as its variable lives, or at that location");
  add_choice(check, "--value-elimination", engine.elimination_order, elimination_orders,
             "of which values interpolation tries first to do without");
  add_choice(check, "--value-counting", engine.value_counting, value_countings,
             "where these values are counted: at one location, along one path, in the whole run");
  add_exploration_options(check, engine);
  add_pausing_options(check, engine);
}

} // namespace

void add_check(CLI::App& app, CheckOptions& options, const std::vector<PresetName>& presets) {
  auto& check = *app.add_subcommand("check", "verify C files and print what was found");
  set_usage(check, "vouch check [options] FILE... [-- CLANG_ARGS]");
  check.add_option("FILE", options.files, "the C files to verify; default: those of the database that -p names")
      ->type_name("");
  add_engine_options(check, options.engine, presets);
  check
      .add_option_function<double>(
          "--timeout", [&options](double seconds) { options.timeout = timeout_of("--timeout", seconds); },
          "wall clock for the whole command; default: 20")
      ->type_name("SECONDS");
  check
      .add_option_function<double>(
          "--function-timeout",
          [&options](double seconds) {
            options.engine.entry_milliseconds =
                static_cast<std::uint64_t>(timeout_of("--function-timeout", seconds).count());
          },
          "wall clock for each function that is verified on its own; default: what is left of --timeout is shared")
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
  add_choice(check, "--format", options.format, formats, "what to print");
  check
      .add_option("--since", options.baseline_file,
                  "an earlier report, JSON or SARIF: say what is new, mended and as before; only new violations count\n"
                  "for the exit status")
      ->type_name("REPORT");
  check
      .add_option("--coverage", options.coverage_file,
                  "write which functions and checks are proved, as a tracefile of lcov")
      ->type_name("FILE");
  check
      .add_option(
          "--precision", options.precision_file,
          "begin with the values, thresholds and predicates of this file, which --precision-out has written or a "
          "person has")
      ->type_name("FILE");
  check
      .add_option_function<std::string>(
          "--precision-out",
          [&options](const std::string& path) {
            options.precision_out_file = path;
            options.engine.exported_precision = ExportedPrecision::Found;
          },
          "write what refinement found to matter: values, and predicates by place")
      ->type_name("FILE");
  check
      .add_option("--witness", options.witness_file,
                  "write a witness of the verdict, in the YAML format 2.0 of SV-COMP")
      ->type_name("FILE");
  check
      .add_option("--check-witness", options.witness_to_check,
                  "decide whether this witness is right: verify the program with the witness woven into it")
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
  check
      .add_option(
          "--failing-tests", options.failing_tests_folder,
          "write a C file for each violation that makes it happen when it is compiled and run; only those that\n"
          "were seen to fail")
      ->type_name("DIR");
  add_choice(
      check, "--confirm", options.confirmation, confirmations,
      "who confirms a violation; native: a test is made of each, compiled and RUN on this machine, and what the\n"
      "compiled program does not do is unknown");
  check
      .add_option("--compiler", options.test_compiler,
                  "compiles these tests; default: gcc, and clang if a test does not fail with that")
      ->type_name("PROGRAM");
  check.add_flag("--hints", options.show_hints,
                 "print preconditions that functions have and do not state, each with a run that breaks it");
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
          "processes that verify at a time: files, and functions of one file; default: one for each processor")
      ->type_name("N");
  check.final_callback([&options] {
    const bool is_about_one = !options.witness_file.empty() || !options.witness_to_check.empty();
    if (is_about_one && options.files.size() != 1) {
      throw CLI::ValidationError("--witness and --check-witness", "take one FILE");
    }
    const bool has_precision = !options.precision_file.empty() || !options.precision_out_file.empty();
    if (has_precision && options.files.size() != 1) {
      throw CLI::ValidationError("--precision and --precision-out", "take one FILE");
    }
    if (options.confirmation == Confirmation::Native && !options.witness_to_check.empty()) {
      throw CLI::ValidationError("--confirm native", "is not for --check-witness");
    }
    if (options.files.empty() && options.build_directory.empty()) {
      throw CLI::RequiredError("FILE");
    }
  });
  set_groups(check,
             {{"What is checked", {"-p", "--property", "--entry", "--callers"}},
              {"How long it may take", {"--timeout", "--function-timeout", "--jobs", "--cache"}},
              {"What is printed and written",
               {"--format", "--hints", "--since", "--coverage", "--failing-tests", "--confirm"}},
              {"Help", {"--help", "--help-all"}}},
             {{"what is assumed", {"--data-model", "--link", "--allocation"}},
              {"the analysis",
               {"--analysis", "--check-proofs", "--blocks", "--block-operator", "--abstraction", "--precision-in-key",
                "--precision-scope", "--tree-interpolation", "--value-threshold", "--value-scope",
                "--value-elimination", "--value-counting", "--value-merge", "--merge", "--stop", "--order", "--seed",
                "--precision", "--precision-out"}},
              {"reports", {"--witness", "--check-witness", "--arg", "--stats", "--compiler"}},
              {"the run",
               {"--pause-time", "--pause-states", "--pause-memory", "--memory", "--audit", "--explain", "--verbose"}}});
  check.footer("With a file that has no main every externally visible function is verified on its own, its arguments\n"
               "being unconstrained. What stands behind -- goes to Clang, for instance -I and -D.\n\n"
               "Exit status: 0 every property proved, 1 a violation, 2 bad usage or the C does not compile,\n"
               "3 undecided (also when stopped by Ctrl-C). With --since: 0 nothing new. Manual: docs/user-guide.md");
}

} // namespace vouch::server
