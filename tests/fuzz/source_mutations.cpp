#include "analysis/frontend/frontend.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/verifier.hpp"
#include "tests/fuzz/source_mutator.hpp"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

/// Feeds damaged C programs to the front end, executes what compiles, and, if asked to, verifies it. See README.md.
namespace vouch::fuzz {
namespace {

constexpr unsigned hang_seconds = 60;

struct Settings {
  std::uint64_t seconds = 10;
  std::uint64_t seed = 1;
  std::uint64_t cases = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t verification_milliseconds = 0; ///< of each program; zero: none
  std::vector<std::string> files;
};

std::string contents_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Totals {
  std::uint64_t programs = 0;
  std::uint64_t compiled = 0;
  std::uint64_t edges = 0;
  std::uint64_t steps = 0;
  std::uint64_t verdicts = 0; ///< other than unknown
};

void execute(const cfa::Cfa& cfa, std::uint64_t seed, Totals& totals) {
  const trace::Interpreter interpreter(cfa);
  trace::Limits limits;
  limits.steps = 100'000;
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    trace::RandomInputs inputs(seed);
    totals.steps += interpreter.run(entry.start, inputs, limits).steps;
  }
}

/// Nothing to compare with: whatever is no crash and ends in time is right.
void try_program(const std::string& path, const std::string& text, std::uint64_t seed, const Settings& settings,
                 Totals& totals) {
  alarm(hang_seconds);
  SourceInput input;
  input.path = path;
  input.unsaved[path] = text;
  Options options;
  options.data_model = seed % 3 == 0 ? DataModelName::Ilp32 : DataModelName::Lp64;
  VerificationContext context;
  const frontend::Translation translation = frontend::translate(input, options, context);
  ++totals.programs;
  if (!translation.cfa) {
    if (translation.messages.empty()) {
      throw std::logic_error("no automaton, and no message that says why");
    }
    return;
  }
  ++totals.compiled;
  totals.edges += translation.cfa->edge_count();
  execute(*translation.cfa, seed, totals);
  if (settings.verification_milliseconds != 0) {
    context.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(settings.verification_milliseconds);
    totals.verdicts += verify(input, options, context).verdict != Verdict::Unknown ? 1 : 0;
  }
}

int run(const Settings& settings) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("vouch-fuzz-sources-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = folder / "program.c";
  std::cout << path << std::endl;
  std::vector<std::string> sources;
  std::transform(settings.files.begin(), settings.files.end(), std::back_inserter(sources), contents_of);
  Totals totals;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(settings.seconds);
  for (std::uint64_t i = 0; i < settings.cases && std::chrono::steady_clock::now() < end; ++i) {
    const std::uint64_t seed = settings.seed + i;
    SourceMutator mutator(seed);
    const std::string text = mutator.mutate(sources[mutator.below(sources.size())]);
    std::ofstream(path) << text;
    try_program(path, text, seed, settings, totals);
  }
  std::filesystem::remove_all(folder);
  std::cout << totals.programs << " programs from seed " << settings.seed << ", " << totals.compiled << " compiled to "
            << totals.edges << " edges, " << totals.steps << " edges executed, " << totals.verdicts << " verdicts\n";
  // If little compiles, little is tested.
  return totals.compiled * 20 >= totals.programs ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace
} // namespace vouch::fuzz

int main(int argument_count, char** arguments) {
  vouch::fuzz::Settings settings;
  CLI::App app("Damages C files, translates and executes them. A crash leaves the program that caused it in the folder "
               "that is printed first; so does one that needs more than a minute.");
  app.add_option("--seconds", settings.seconds, "how long");
  app.add_option("--seed", settings.seed, "of the first case");
  app.add_option("--cases", settings.cases, "how many at most");
  app.add_option("--verify", settings.verification_milliseconds, "milliseconds to verify each program, too");
  app.add_option("FILE", settings.files)->required()->check(CLI::ExistingFile);
  CLI11_PARSE(app, argument_count, arguments);
  return vouch::fuzz::run(settings);
}
