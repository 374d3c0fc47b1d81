#include "analysis/verifier.hpp"
#include "tests/fuzz/array_programs.hpp"
#include "tests/fuzz/program_generator.hpp"
#include "tests/fuzz/verdict_check.hpp"
#include "tests/support/compiled_programs.hpp"
#include "tests/support/interpreted_program.hpp"

#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unistd.h>

/// Compares random C programs as gcc runs them with what the front end and the interpreter make of them.
namespace vouch::fuzz {
namespace {

struct Settings {
  std::string (*generate)(const GeneratorOptions&) = generate_program;
  std::size_t programs = 50;
  std::size_t runs = 10;
  std::uint64_t seed = 1;
  unsigned unguarded_percent = 0;
  unsigned misuse_percent = 0;
  unsigned order_percent = 0;
  unsigned odd_percent = 60;
  std::vector<std::string> flags;              ///< for the compilers and the front end
  std::size_t first = 0;                       ///< number of the first program
  std::uint64_t verification_milliseconds = 0; ///< of each program; zero: none
  BlockHeuristic blocks = BlockHeuristic::RecursiveFunctions;
  std::string analysis = Options().analysis;
  Executions executions = Executions::On;                       ///< as attempts of the preset
  std::vector<testkit::Build> builds = testkit::plain_builds(); ///< beside the one with sanitizers
  std::filesystem::path folder;
};

constexpr std::size_t programs_per_compilation = 25;
/// Of operands, that are tried in order to see a violation: all of the first ones, each with one order for the others.
constexpr unsigned tried_choices = 6;

/// Everything that can be undefined in a program is a property.
Options engine_options(const Settings& settings) {
  Options options;
  options.blocks = settings.blocks;
  options.analysis = settings.analysis;
  options.executions = settings.executions;
  options.allocation = Allocation::Succeeds; // as in the compiled program
  // The check does not know loops that are analysed on their own.
  const bool has_loops =
      settings.blocks == BlockHeuristic::Loops || settings.blocks == BlockHeuristic::FunctionsAndLoops;
  options.proof_checks = has_loops ? ProofChecks::WhenCheap : ProofChecks::Always;
  if (settings.unguarded_percent != 0) {
    options.properties.insert(options.properties.end(), {Property::Overflow, Property::DivisionByZero});
  }
  if (settings.misuse_percent != 0) {
    options.properties.insert(options.properties.end(),
                              {Property::Null, Property::Bounds, Property::UseAfterFree, Property::Memory});
  }
  return options;
}

GeneratorOptions options_for(const Settings& settings, std::size_t program) {
  GeneratorOptions options;
  options.seed = settings.seed * 1'000'003 + program;
  options.unguarded_percent = settings.unguarded_percent;
  options.misuse_percent = settings.misuse_percent;
  options.order_percent = settings.order_percent;
  options.odd_percent = settings.odd_percent;
  if (settings.verification_milliseconds != 0) {
    options.functions = 1;
    options.statements = 4;
    options.depth = 2;
    options.final_assertions = 3;
    options.feature_percent = settings.misuse_percent != 0 ? 50 : 25;
  }
  return options;
}

/// Zeros first, then numbers of every magnitude.
std::vector<std::int64_t> inputs_for(std::uint64_t& state, std::size_t run) {
  std::vector<std::int64_t> inputs(run == 0 ? 0 : 40);
  for (std::int64_t& input : inputs) {
    auto bits = static_cast<std::int64_t>(trace::next_random(state));
    input = bits >> (trace::next_random(state) % 64);
  }
  return inputs;
}

struct Totals {
  std::size_t runs = 0;
  std::size_t plain_runs = 0; ///< compared with one that had sanitizers
  std::size_t returned = 0;
  std::size_t aborted = 0;
  std::size_t undefined = 0;
  std::size_t inconclusive = 0;
  std::size_t safe = 0;
  std::size_t violated = 0;
  std::size_t unknown = 0;
  std::map<std::string, std::size_t> reasons; ///< of unknown verdicts, without places
  std::size_t contradictions = 0;
};

void count(const testkit::CompiledRun& compiled, const testkit::InterpretedRun& interpreted, Totals& totals) {
  ++totals.runs;
  if (compiled.kind == testkit::RunKind::TimedOut || !testkit::is_conclusive(interpreted)) {
    ++totals.inconclusive;
  } else if (compiled.kind == testkit::RunKind::Returned) {
    ++totals.returned;
  } else if (compiled.kind == testkit::RunKind::Aborted) {
    ++totals.aborted;
  } else {
    ++totals.undefined;
  }
}

void count(const ClaimedVerdict& claim, Totals& totals) {
  totals.safe += claim.verdict == Verdict::Safe ? 1 : 0;
  totals.violated += claim.verdict == Verdict::Violated ? 1 : 0;
  if (claim.verdict == Verdict::Unknown) {
    ++totals.unknown;
    ++totals.reasons[claim.reason.substr(0, std::min(claim.reason.find(" ("), claim.reason.find(" at ")))];
  }
}

/// Programs that share one compilation.
class Batch {
public:
  Batch(const Settings& settings, std::size_t first, std::size_t end, Totals& totals)
      : settings_(settings), first_(first), end_(end), totals_(totals), random_(settings.seed + first) {}

  void compare() {
    for (std::size_t number = first_; number < end_; ++number) {
      add(number);
    }
    bool may_be_undefined = settings_.unguarded_percent != 0 || settings_.misuse_percent != 0;
    auto compiler = !may_be_undefined ? testkit::Compiler::Gcc : testkit::Compiler::Clang;
    std::vector<std::string> arguments = settings_.flags;
    if (has_orders()) {
      arguments.emplace_back("-DEITHER_ORDER");
    }
    const auto runs = testkit::run_compiled(compiled_, requests_, settings_.folder,
                                            {.compiler = compiler, .arguments = std::move(arguments)});
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      check(requests_[i], purposes_[i], runs[i]);
    }
    for (const auto& [purpose, missing] : missing_) {
      report(entries_[purpose.first], missing.text, missing.inputs);
    }
    for (const testkit::Build& build : settings_.builds) {
      check_as_built(build, runs);
    }
    for (Entry& entry : entries_) {
      if (!entry.is_contradicted) {
        std::filesystem::remove(entry.file);
      }
    }
  }

private:
  struct Entry {
    std::filesystem::path file;
    std::unique_ptr<testkit::InterpretedProgram> program;
    ClaimedVerdict claim;
    bool is_contradicted = false;
  };

  /// A violation that has not been seen yet.
  struct Missing {
    std::string text;
    std::vector<std::int64_t> inputs;
  };

  [[nodiscard]] bool has_orders() const { return settings_.order_percent != 0; }

  void add(std::size_t number) {
    GeneratorOptions options = options_for(settings_, number);
    Entry entry;
    entry.file = settings_.folder / ("program" + std::to_string(number) + ".c");
    entry.program = std::make_unique<testkit::InterpretedProgram>(settings_.generate(options), entry.file,
                                                                  engine_options(settings_), settings_.flags);
    options.prefix = "p" + std::to_string(number) + "_";
    compiled_.push_back({settings_.generate(options), options.prefix});
    for (std::size_t run = 0; run < settings_.runs; ++run) {
      const std::uint64_t orders = run == 0 ? 0 : run == 1 ? ~0ULL : trace::next_random(random_);
      request(inputs_for(random_, run), std::nullopt, orders);
    }
    entries_.push_back(std::move(entry));
    if (settings_.verification_milliseconds != 0) {
      verify(entries_.back());
    }
  }

  void verify(Entry& entry) {
    entry.claim = verify_program(entry.file, engine_options(settings_), settings_.flags,
                                 std::chrono::milliseconds(settings_.verification_milliseconds));
    count(entry.claim, totals_);
    report(entry, contradiction(entry.claim, *entry.program), {});
    for (std::size_t i = 0; i < entry.claim.violations.size(); ++i) {
      if (const auto& inputs = entry.claim.violations[i].inputs) {
        for (std::uint64_t orders = 0; orders < (has_orders() ? 1ULL << tried_choices : 1); ++orders) {
          request(*inputs, i, orders);
          if (has_orders()) {
            request(*inputs, i, orders | (~0ULL << tried_choices));
          }
        }
        missing_.emplace(std::pair(entries_.size() - 1, i), Missing{{}, *inputs});
      }
    }
  }

  /// For the program that was compiled last.
  void request(std::vector<std::int64_t> inputs, std::optional<std::size_t> violation, std::uint64_t orders) {
    requests_.push_back({compiled_.size() - 1, std::move(inputs), orders});
    purposes_.push_back(violation);
  }

  void check(const testkit::RunRequest& request, std::optional<std::size_t> violation,
             const testkit::CompiledRun& run) {
    Entry& entry = entries_[request.program];
    report(entry, contradiction(entry.claim, run), request.inputs);
    if (violation) {
      note(std::pair(request.program, *violation), contradiction(entry.claim.violations[*violation], run));
    }
    if (violation && has_orders()) {
      return; // one of many runs
    }
    testkit::InterpretedRun interpreted = entry.program->run(request.inputs);
    count(run, interpreted, totals_);
    if (has_orders()) {
      return; // the interpreter may have taken another order
    }
    report(entry, testkit::contradiction(run, interpreted), request.inputs);
    if (std::holds_alternative<trace::UndefinedBehaviour>(interpreted.result.outcome)) {
      report(entry, "no check has found this: " + interpreted.outcome, request.inputs);
    }
  }

  /// One run of those that are to show a violation.
  void note(const std::pair<std::size_t, std::size_t>& purpose, const std::optional<std::string>& contradiction) {
    const auto missing = missing_.find(purpose);
    if (missing == missing_.end()) {
      return;
    }
    if (contradiction) {
      missing->second.text = *contradiction;
    } else {
      missing_.erase(missing);
    }
  }

  /// Other compilers, and optimisation, may change nothing of runs in which the sanitizers have found nothing.
  void check_as_built(testkit::Build build, const std::vector<testkit::CompiledRun>& sanitized) {
    build.arguments = settings_.flags;
    const auto runs = testkit::run_compiled(compiled_, requests_, settings_.folder, build);
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (sanitized[i].kind == testkit::RunKind::Undefined) {
        continue;
      }
      Entry& entry = entries_[requests_[i].program];
      ++totals_.plain_runs;
      const auto other = has_orders() ? std::nullopt : difference(sanitized[i], runs[i]);
      for (const auto& text : {other, contradiction(entry.claim, runs[i])}) {
        report(entry, text ? std::optional(name_of(build) + ": " + *text) : text, requests_[i].inputs);
      }
    }
  }

  /// One contradiction of a program is enough.
  void report(Entry& entry, const std::optional<std::string>& text, const std::vector<std::int64_t>& inputs) {
    if (!text || entry.is_contradicted) {
      return;
    }
    entry.is_contradicted = true;
    ++totals_.contradictions;
    std::cout << entry.file.string() << ": " << *text << "\n  inputs:";
    for (std::int64_t input : inputs) {
      std::cout << ' ' << input;
    }
    std::cout << std::endl;
  }

  const Settings& settings_;
  std::size_t first_;
  std::size_t end_;
  Totals& totals_;
  std::uint64_t random_;
  std::vector<Entry> entries_;
  std::vector<testkit::CompiledProgram> compiled_;
  std::vector<testkit::RunRequest> requests_;
  std::vector<std::optional<std::size_t>> purposes_; ///< of each request: the violation that it is to show
  std::map<std::pair<std::size_t, std::size_t>, Missing> missing_; ///< by the program and the violation
};

int run(const Settings& settings) {
  bool is_own_folder = std::filesystem::create_directories(settings.folder);
  Totals totals;
  const std::size_t end = settings.first + settings.programs;
  for (std::size_t first = settings.first; first < end; first += programs_per_compilation) {
    Batch(settings, first, std::min(first + programs_per_compilation, end), totals).compare();
  }
  std::cout << settings.programs << " programs, " << totals.runs << " runs: " << totals.returned << " returned, "
            << totals.aborted << " failed an assertion, " << totals.undefined << " had undefined behaviour, "
            << totals.inconclusive << " inconclusive, and " << totals.plain_runs << " without sanitizers; ";
  if (settings.verification_milliseconds != 0) {
    std::cout << totals.safe << " safe, " << totals.violated << " violated, " << totals.unknown << " unknown; ";
  }
  std::cout << totals.contradictions << " contradictions\n";
  for (const auto& [reason, times] : totals.reasons) {
    std::cout << "  unknown, " << times << " times: " << reason << "\n";
  }
  if (totals.contradictions == 0 && is_own_folder) {
    std::filesystem::remove_all(settings.folder);
  }
  // A comparison that compares little is broken too.
  // Where the order of evaluation matters, the interpreter may not go on; nor at what a flag leaves unsupported.
  const std::size_t tolerated_percent = settings.flags.empty() ? 10 : 30;
  bool is_meaningful = totals.inconclusive * 100 <= totals.runs * tolerated_percent || settings.order_percent != 0;
  if (!is_meaningful) {
    std::cout << "too many runs are inconclusive\n";
  }
  return totals.contradictions == 0 && is_meaningful ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace
} // namespace vouch::fuzz

int main(int argument_count, char** arguments) {
  vouch::fuzz::Settings settings;
  settings.folder = std::filesystem::temp_directory_path() / ("vouch-random-programs-" + std::to_string(getpid()));
  CLI::App app(
      "Generates programs, runs each with several inputs and compares; with --verify, programs are small and the "
      "verifier's verdict is compared too. Exit status 1 and the program in FOLDER for each contradiction.");
  app.add_flag_callback(
      "--arrays", [&settings] { settings.generate = vouch::fuzz::generate_array_program; },
      "programs of loops that write arrays and loops that check them, instead of all kinds");
  app.add_option("--programs", settings.programs);
  app.add_option("--runs", settings.runs, "of each program");
  app.add_option("--seed", settings.seed);
  app.add_option("--unguarded", settings.unguarded_percent, "percent of the arithmetic that may be undefined");
  app.add_option("--misuse", settings.misuse_percent,
                 "percent of the uses of memory that may be out of bounds, of null, or of what was freed");
  app.add_option("--orders", settings.order_percent,
                 "percent of the odd statements whose result depends on the order of evaluation; a verdict must be "
                 "right for all orders then");
  app.add_option("--flag", settings.flags, "for the compilers and the front end, such as -fwrapv; can be repeated");
  app.add_option("--odd", settings.odd_percent, "percent of the programs with statements that few programs have");
  app.add_option("--first", settings.first, "number of the first program");
  app.add_flag_callback(
      "--sanitized-only", [&settings] { settings.builds.clear(); },
      "run programs as built with sanitizers only, which takes a fraction of the time");
  app.add_option("--verify", settings.verification_milliseconds, "milliseconds to verify each program");
  const std::map<std::string, vouch::BlockHeuristic> block_heuristics = {
      {"none", vouch::BlockHeuristic::None},
      {"recursive-functions", vouch::BlockHeuristic::RecursiveFunctions},
      {"functions", vouch::BlockHeuristic::Functions},
      {"loops", vouch::BlockHeuristic::Loops},
      {"functions-and-loops", vouch::BlockHeuristic::FunctionsAndLoops}};
  app.add_option("--blocks", settings.blocks, "what is analysed on its own")
      ->transform(CLI::CheckedTransformer(block_heuristics));
  std::vector<std::string> presets;
  std::ranges::transform(vouch::presets(), std::back_inserter(presets), &vouch::PresetName::name);
  app.add_option("--analysis", settings.analysis, "the preset")->check(CLI::IsMember(presets));
  app.add_flag_callback(
      "--by-analysis-alone", [&settings] { settings.executions = vouch::Executions::Off; },
      "no preset tries executions, which would find most violations before the analysis can miss them");
  app.add_option("--folder", settings.folder);
  CLI11_PARSE(app, argument_count, arguments);
  try {
    return vouch::fuzz::run(settings);
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
