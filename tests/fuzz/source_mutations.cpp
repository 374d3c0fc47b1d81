#include "analysis/frontend/frontend.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/fuzz/source_mutator.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

/// Feeds damaged C programs to the front end, executes what compiles, and, if asked to, verifies it. See README.md.
namespace vouch::fuzz {
namespace {

constexpr const char* usage =
    R"(fuzz_sources [--seconds N] [--seed N] [--cases N] [--verify MILLISECONDS] FILE...
Damages the C files, translates and executes them. A crash leaves the program that caused it in the folder that is
printed first; so does one that needs more than a minute.
)";

constexpr unsigned hang_seconds = 60;

struct Settings {
  std::chrono::seconds duration{10};
  std::uint64_t seed = 1;
  std::uint64_t cases = std::numeric_limits<std::uint64_t>::max();
  std::chrono::milliseconds verification{0}; ///< of each program; zero: none
  std::vector<std::string> sources;
};

Settings parse(const std::vector<std::string>& words) {
  Settings settings;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      std::ifstream file(words[i]);
      std::stringstream text;
      text << file.rdbuf();
      settings.sources.push_back(text.str());
      continue;
    }
    if (i + 1 == words.size()) {
      throw std::invalid_argument(words[i]);
    }
    const std::uint64_t value = std::stoull(words[i + 1]);
    if (words[i] == "--seconds") {
      settings.duration = std::chrono::seconds(value);
    } else if (words[i] == "--seed") {
      settings.seed = value;
    } else if (words[i] == "--cases") {
      settings.cases = value;
    } else if (words[i] == "--verify") {
      settings.verification = std::chrono::milliseconds(value);
    } else {
      throw std::invalid_argument(words[i]);
    }
    ++i;
  }
  if (settings.sources.empty()) {
    throw std::invalid_argument("no files");
  }
  return settings;
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
  if (settings.verification.count() != 0) {
    context.deadline = std::chrono::steady_clock::now() + settings.verification;
    totals.verdicts += verify(input, options, context).verdict != Verdict::Unknown ? 1 : 0;
  }
}

int run(const Settings& settings) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("vouch-fuzz-sources-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = folder / "program.c";
  std::cout << path << std::endl;
  Totals totals;
  const auto end = std::chrono::steady_clock::now() + settings.duration;
  for (std::uint64_t i = 0; i < settings.cases && std::chrono::steady_clock::now() < end; ++i) {
    const std::uint64_t seed = settings.seed + i;
    SourceMutator mutator(seed);
    const std::string text = mutator.mutate(settings.sources[mutator.below(settings.sources.size())]);
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
  try {
    return vouch::fuzz::run(vouch::fuzz::parse({arguments + 1, arguments + argument_count}));
  } catch (const std::invalid_argument& error) {
    std::cerr << "not understood: " << error.what() << "\n" << vouch::fuzz::usage;
  }
  return 2;
}
