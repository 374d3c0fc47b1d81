#pragma once

#include "tests/support/interpreted_program.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// What the tools have in common that execute C programs on the interpreter.
namespace vouch::fuzz {

struct ProgramChoice {
  std::size_t programs = 30; ///< to generate, unless there are files
  std::size_t runs = 3;      ///< of each program
  std::uint64_t seed = 1;
  std::vector<std::string> files;
};

void add_options(CLI::App& app, ProgramChoice& choice);

/// Small and large numbers for whatever is asked for.
class MixedInputs : public trace::InputSource {
public:
  explicit MixedInputs(std::uint64_t seed) : state_(seed) {}
  std::optional<cfa::Integer> next(const trace::InputRequest& request) override;

private:
  std::uint64_t state_;
};

/// The inputs of a run, by its number.
inline MixedInputs inputs_of(const ProgramChoice& choice, std::size_t run) {
  return MixedInputs(choice.seed * 7919 + run);
}

/// One program after the other, with its file or its seed as its name. What does not compile here is named on stdout.
void for_each_program(
    const ProgramChoice& choice,
    const std::function<void(const testkit::InterpretedProgram& program, const std::string& name)>& check);

} // namespace vouch::fuzz
