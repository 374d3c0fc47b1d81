#pragma once

#include "tests/support/program_sketch.hpp"

#include <ostream>
#include <rapidcheck.h>
#include <vector>

/// Small random programs: three functions over three variables that hold 0, 1 or 2. They may loop, call each other
/// (also recursively), read inputs, reach targets, and contain unsupported constructs.
namespace vouch::test {

/// One edge, as numbers that mean something modulo what there is; every value is a valid program, which lets a
/// counterexample shrink.
struct EdgeGene {
  unsigned kind = 0;
  unsigned from = 0;
  unsigned to = 0;
  unsigned variable = 0;
  unsigned value = 0;
};

inline std::ostream& operator<<(std::ostream& out, const EdgeGene& gene) {
  return out << "{" << gene.kind << "," << gene.from << "," << gene.to << "," << gene.variable << "," << gene.value
             << "}";
}

struct RandomProgram {
  static constexpr unsigned function_count = 3;
  static constexpr unsigned locations_per_function = 4; ///< entry, exit, one plain, and in main a target
  static constexpr unsigned variable_count = 3;
  static constexpr unsigned value_count = 3;

  explicit RandomProgram(const std::vector<EdgeGene>& genes) {
    ProgramSketch sketch;
    functions = {sketch.main(), sketch.function("f"), sketch.function("g")};
    for (cfa::FunctionId function : functions) {
      const bool is_main = function == sketch.main();
      locations.push_back({sketch.builder().function(function).entry, sketch.location(function),
                           is_main ? sketch.target("target") : sketch.location(function),
                           sketch.builder().function(function).exit});
    }
    for (const char* name : {"x", "y", "z"}) {
      variables.push_back(sketch.global(name));
    }
    for (const EdgeGene& gene : genes) {
      add(sketch, gene);
    }
    start = sketch.entry();
    cfa = sketch.build();
  }

  std::vector<cfa::FunctionId> functions;
  std::vector<std::vector<cfa::LocationId>> locations; ///< by function
  std::vector<cfa::VariableId> variables;
  cfa::LocationId start;
  cfa::Cfa cfa;

private:
  void add(ProgramSketch& sketch, const EdgeGene& gene) {
    const unsigned place = gene.from % (function_count * locations_per_function);
    const std::vector<cfa::LocationId>& own = locations[place / locations_per_function];
    const cfa::LocationId from = own[place % locations_per_function];
    const cfa::LocationId to = own[gene.to % own.size()];
    const cfa::VariableId variable = variables[gene.variable % variable_count];
    const cfa::Integer value = gene.value % value_count;
    switch (gene.kind % 8) {
    case 0:
      sketch.skip(from, to);
      break;
    case 1:
    case 2:
      sketch.set(from, to, variable, value);
      break;
    case 3:
      sketch.assign(from, to, variable, sketch.read(variables[gene.value % variable_count]));
      break;
    case 4:
      sketch.input(from, to, variable);
      break;
    case 5:
      sketch.branch(from, sketch.equals(variable, value), to, own[gene.kind / 8 % own.size()]);
      break;
    case 6:
      sketch.call(from, to, functions[gene.value % function_count]);
      break;
    default:
      if (gene.value == 0) {
        sketch.edge(from, to, cfa::Unsupported{"something"});
      } else {
        sketch.branch(from, sketch.less(variable, value), to, own[gene.kind / 8 % own.size()]);
      }
    }
  }
};

/// Numbers that steer a test: as many as asked for, the given ones first and then zeros.
class Choices {
public:
  explicit Choices(std::vector<unsigned> numbers) : numbers_(std::move(numbers)) {}

  /// A number below `limit`.
  std::size_t below(std::size_t limit) { return next_ < numbers_.size() ? numbers_[next_++] % limit : 0; }
  [[nodiscard]] bool exhausted() const { return next_ >= numbers_.size(); }

private:
  std::vector<unsigned> numbers_;
  std::size_t next_ = 0;
};

inline std::map<cfa::VariableId, cfa::Integer> random_values(const RandomProgram& program, Choices& choices) {
  std::map<cfa::VariableId, cfa::Integer> values;
  for (cfa::VariableId variable : program.variables) {
    values[variable] = static_cast<cfa::Integer>(choices.below(RandomProgram::value_count));
  }
  return values;
}

} // namespace vouch::test

template <>
struct rc::Arbitrary<vouch::test::EdgeGene> {
  static Gen<vouch::test::EdgeGene> arbitrary() {
    auto number = [](unsigned limit) { return gen::inRange(0U, limit); };
    using vouch::test::EdgeGene;
    return gen::build<EdgeGene>(gen::set(&EdgeGene::kind, number(64)), gen::set(&EdgeGene::from, number(12)),
                                gen::set(&EdgeGene::to, number(4)), gen::set(&EdgeGene::variable, number(3)),
                                gen::set(&EdgeGene::value, number(3)));
  }
};
