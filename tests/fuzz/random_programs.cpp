#include "tests/fuzz/program_generator.hpp"
#include "tests/support/compiled_programs.hpp"
#include "tests/support/interpreted_program.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

/// Compares random C programs as gcc runs them with what the front end and the interpreter make of them.
namespace vouch::fuzz {
namespace {

constexpr const char* usage =
    R"(random_programs [--programs N] [--runs N] [--seed N] [--unguarded PERCENT] [--folder FOLDER]
Generates programs, runs each with several inputs and compares. Exit status 1 and the program in FOLDER for each contradiction.
)";

struct Settings {
  std::size_t programs = 50;
  std::size_t runs = 10;
  std::uint64_t seed = 1;
  unsigned unguarded_percent = 0;
  std::filesystem::path folder;
};

constexpr std::size_t programs_per_compilation = 25;

Settings parse(const std::vector<std::string>& words) {
  Settings settings;
  settings.folder = std::filesystem::temp_directory_path() / "vouch-random-programs";
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const std::string& value = words[i + 1];
    if (words[i] == "--programs") {
      settings.programs = std::stoul(value);
    } else if (words[i] == "--runs") {
      settings.runs = std::stoul(value);
    } else if (words[i] == "--seed") {
      settings.seed = std::stoull(value);
    } else if (words[i] == "--unguarded") {
      settings.unguarded_percent = static_cast<unsigned>(std::stoul(value));
    } else if (words[i] == "--folder") {
      settings.folder = value;
    } else {
      throw std::invalid_argument(words[i]);
    }
  }
  if (words.size() % 2 != 0) {
    throw std::invalid_argument(words.back());
  }
  return settings;
}

GeneratorOptions options_for(const Settings& settings, std::size_t program) {
  GeneratorOptions options;
  options.seed = settings.seed * 1'000'003 + program;
  options.unguarded_percent = settings.unguarded_percent;
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
  std::size_t returned = 0;
  std::size_t aborted = 0;
  std::size_t undefined = 0;
  std::size_t inconclusive = 0;
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

/// Programs `first` to `end - 1`, in one compilation.
void compare_batch(const Settings& settings, std::size_t first, std::size_t end, Totals& totals) {
  std::vector<testkit::CompiledProgram> programs;
  std::vector<testkit::RunRequest> requests;
  std::uint64_t state = settings.seed + first;
  for (std::size_t program = first; program < end; ++program) {
    GeneratorOptions options = options_for(settings, program);
    options.prefix = "p" + std::to_string(program) + "_";
    programs.push_back({generate_program(options), options.prefix});
    for (std::size_t run = 0; run < settings.runs; ++run) {
      requests.push_back({program - first, inputs_for(state, run)});
    }
  }
  auto compiled =
      testkit::run_compiled(programs, requests, settings.folder,
                            settings.unguarded_percent == 0 ? testkit::Compiler::Gcc : testkit::Compiler::Clang);
  for (std::size_t program = first; program < end; ++program) {
    auto file = settings.folder / ("program" + std::to_string(program) + ".c");
    testkit::InterpretedProgram interpreted(generate_program(options_for(settings, program)), file);
    bool is_contradicted = false;
    for (std::size_t run = 0; run < settings.runs && !is_contradicted; ++run) {
      std::size_t index = (program - first) * settings.runs + run;
      auto own_run = interpreted.run(requests[index].inputs);
      count(compiled[index], own_run, totals);
      if (auto difference = testkit::contradiction(compiled[index], own_run)) {
        is_contradicted = true;
        ++totals.contradictions;
        std::cout << file.string() << ": " << *difference << "\n  inputs:";
        for (std::int64_t input : requests[index].inputs) {
          std::cout << ' ' << input;
        }
        std::cout << std::endl;
      }
    }
    if (!is_contradicted) {
      std::filesystem::remove(file);
    }
  }
}

int run(const Settings& settings) {
  std::filesystem::create_directories(settings.folder);
  Totals totals;
  for (std::size_t first = 0; first < settings.programs; first += programs_per_compilation) {
    compare_batch(settings, first, std::min(first + programs_per_compilation, settings.programs), totals);
  }
  std::cout << settings.programs << " programs, " << totals.runs << " runs: " << totals.returned << " returned, "
            << totals.aborted << " failed an assertion, " << totals.undefined << " had undefined behaviour, "
            << totals.inconclusive << " inconclusive; " << totals.contradictions << " contradictions\n";
  // A comparison that compares little is broken too.
  bool is_meaningful = totals.inconclusive * 10 <= totals.runs;
  if (!is_meaningful) {
    std::cout << "too many runs are inconclusive\n";
  }
  return totals.contradictions == 0 && is_meaningful ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace
} // namespace vouch::fuzz

int main(int argument_count, char** arguments) {
  try {
    return vouch::fuzz::run(vouch::fuzz::parse({arguments + 1, arguments + argument_count}));
  } catch (const std::invalid_argument& error) {
    std::cerr << "not understood: " << error.what() << "\n" << vouch::fuzz::usage;
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << "\n";
  }
  return 2;
}
