#include "tests/fuzz/executed_programs.hpp"

#include "tests/fuzz/program_generator.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace vouch::fuzz {

void add_options(CLI::App& app, ProgramChoice& choice) {
  app.add_option("--programs", choice.programs);
  app.add_option("--runs", choice.runs, "of each program");
  app.add_option("--seed", choice.seed);
  app.add_option("FILE", choice.files)->check(CLI::ExistingFile);
}

std::optional<cfa::Integer> MixedInputs::next(const trace::InputRequest& request) {
  auto bits = static_cast<std::int64_t>(trace::next_random(state_));
  bits >>= trace::next_random(state_) % 64;
  return request.known.value_or(request.range == cfa::Input::Range::Boolean ? bits & 1 : bits);
}

void for_each_program(
    const ProgramChoice& choice,
    const std::function<void(const testkit::InterpretedProgram& program, const std::string& name)>& check) {
  const test::TemporaryFolder folder;
  const auto check_text = [&](const std::string& text, const std::string& name) {
    try {
      check(testkit::InterpretedProgram(text, folder.path() / "program.c"), name);
    } catch (const std::runtime_error& error) { // it does not compile here
      std::cout << name << ": " << std::string(error.what()).substr(0, 200) << "\n";
    }
  };
  for (const std::string& file : choice.files) {
    std::ifstream stream(file);
    check_text(std::string(std::istreambuf_iterator<char>(stream), {}), file);
  }
  for (std::size_t number = 0; choice.files.empty() && number < choice.programs; ++number) {
    GeneratorOptions options;
    options.seed = choice.seed * 1'000'003 + number;
    check_text(generate_program(options), "program with seed " + std::to_string(options.seed));
  }
}

} // namespace vouch::fuzz
