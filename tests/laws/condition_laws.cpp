#include "analysis/domains/numbers/interval_evaluation.hpp"
#include "analysis/domains/values/value_evaluation.hpp"
#include "tests/laws/random_program.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference_evaluator.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

/// What a condition says of the variables in it holds in every run that passes it: for values and intervals, in registers and in
/// memory, through conversions between integers of all widths, as bit-fields have them.
namespace vouch::test {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

const std::vector<cfa::Type>& integer_types() {
  static const std::vector<cfa::Type> types = [] {
    std::vector<cfa::Type> result;
    for (const unsigned width : {1U, 3U, 8U, 9U, 16U, 31U, 32U, 64U}) {
      result.emplace_back(cfa::IntegerType{width, cfa::Signedness::Unsigned});
      result.emplace_back(cfa::IntegerType{width, cfa::Signedness::Signed});
    }
    return result;
  }();
  return types;
}

/// A number that comparisons are likely to meet.
cfa::Integer random_number(const cfa::Type& type, Choices& choices) {
  const std::vector<cfa::Integer> numbers = {
      0, 1, 2, 5, 7, -1, 255, 256, cfa::maximum_value(type), cfa::minimum_value(type)};
  return cfa::wrap(numbers[choices.below(numbers.size())], type);
}

/// Conditions about some variables, of which `leaf` gives the values.
class RandomCondition {
public:
  using Leaf = std::function<ExpressionRef(std::size_t variable)>;

  RandomCondition(cfa::ExpressionPool& pool, std::size_t variables, Leaf leaf, Choices choices)
      : pool_(pool), variables_(variables), leaf_(std::move(leaf)), choices_(std::move(choices)) {}

  ExpressionRef condition(unsigned depth) {
    switch (depth == 0 ? 0 : choices_.below(6)) {
    case 1:
      return pool_.unary(cfa::UnaryOperator::LogicalNot, condition(depth - 1));
    case 2:
      return two(BinaryOperator::LogicalAnd, condition(depth - 1), condition(depth - 1));
    case 3:
      return two(BinaryOperator::LogicalOr, condition(depth - 1), condition(depth - 1));
    case 4:
      return number(integer_types()[choices_.below(integer_types().size())], 2);
    default: {
      const std::vector<BinaryOperator> comparisons = {BinaryOperator::Equal,     BinaryOperator::Equal,
                                                       BinaryOperator::NotEqual,  BinaryOperator::Less,
                                                       BinaryOperator::LessEqual, BinaryOperator::Greater};
      const BinaryOperator op = comparisons[choices_.below(comparisons.size())];
      const cfa::Type type = integer_types()[choices_.below(integer_types().size())];
      return two(op, number(type, 2), number(type, 1));
    }
    }
  }

private:
  ExpressionRef two(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
    return pool_.binary(op, left, right);
  }
  ExpressionRef number(const cfa::Type& type, unsigned depth) {
    switch (depth == 0 ? choices_.below(2) : choices_.below(6)) {
    case 0:
      return pool_.constant(random_number(type, choices_), type);
    case 1:
    case 2:
      return pool_.convert(leaf_(choices_.below(variables_)), type);
    case 3:
      return two(BinaryOperator::Add, number(type, depth - 1), number(type, depth - 1));
    case 4:
      return two(BinaryOperator::Subtract, number(type, depth - 1), number(type, depth - 1));
    default:
      return pool_.convert(number(integer_types()[choices_.below(integer_types().size())], depth - 1), type);
    }
  }

  cfa::ExpressionPool& pool_;
  std::size_t variables_;
  Leaf leaf_;
  Choices choices_;
};

/// A program of one condition about variables with these values.
struct ConditionCase {
  static constexpr std::size_t variable_count = 3;

  ConditionCase(cfa::Storage storage, Choices& choices, const std::vector<unsigned>& numbers) {
    Program program;
    std::map<cfa::VariableId, cfa::Integer> by_variable;
    std::vector<cfa::VariableId> shadows;
    for (std::size_t i = 0; i < variable_count; ++i) {
      const cfa::Type type = integer_types()[choices.below(integer_types().size())];
      const std::string name = "v" + std::to_string(i);
      const bool is_register = storage == cfa::Storage::Register;
      variables.push_back(is_register ? program.register_variable(name, type) : program.memory_variable(name, type, 8));
      shadows.push_back(is_register ? variables.back() : program.register_variable("of " + name, type));
      types.push_back(type);
      values.push_back(random_number(type, choices));
      by_variable[shadows.back()] = values.back();
    }
    const auto read = [&](std::size_t i) { return program.expressions().read(shadows[i], types[i]); };
    const auto leaf = [&](std::size_t i) {
      return storage == cfa::Storage::Register ? read(i)
                                               : program.expressions().load(program.address_of(variables[i]), types[i]);
    };
    const ExpressionRef of_reads =
        RandomCondition(program.expressions(), variable_count, read, Choices(numbers)).condition(2);
    condition = RandomCondition(program.expressions(), variable_count, leaf, Choices(numbers)).condition(2);
    truth = ReferenceEvaluator(by_variable).evaluate(of_reads);
    program.then(cfa::Assume{condition, polarity()});
    cfa = program.build();
  }

  [[nodiscard]] cfa::Polarity polarity() const {
    return truth.value_or(0) != 0 ? cfa::Polarity::Holds : cfa::Polarity::Fails;
  }

  std::vector<cfa::VariableId> variables;
  std::vector<cfa::Type> types;
  std::vector<cfa::Integer> values;
  ExpressionRef condition = nullptr;
  std::optional<cfa::Integer> truth; ///< nothing: the condition is undefined
  cfa::Cfa cfa;
};

constexpr unsigned case_count = 60000;

std::vector<unsigned> random_numbers(std::mt19937& random) {
  std::vector<unsigned> result(60);
  std::ranges::generate(result, random);
  return result;
}

/// Calls `check` with each case whose condition is defined, and with numbers for what it has to choose; it returns whether something
/// was learnt from the condition. That must happen often enough.
template <class Check>
void for_each_case(cfa::Storage storage, const Check& check) {
  unsigned learnt = 0;
  for (unsigned seed = 0; seed < case_count && !testing::Test::HasFailure(); ++seed) {
    std::mt19937 random(seed);
    Choices choices(random_numbers(random));
    const ConditionCase test(storage, choices, random_numbers(random));
    if (test.truth) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      learnt += check(test, choices) ? 1 : 0;
    }
  }
  EXPECT_GT(learnt, case_count / 100);
}

TEST(ConditionLaws, ValuesLearnWhatHolds) {
  for_each_case(cfa::Storage::Register, [](const ConditionCase& test, Choices& choices) {
    domains::ValueState state;
    for (std::size_t i = 0; i < test.variables.size(); ++i) {
      if (choices.below(3) == 1) {
        state.registers = state.registers.with(test.variables[i].index(), domains::ExplicitValue(test.values[i]));
      }
    }
    const facts::MemoryRegions regions(test.cfa);
    const domains::ValueMemory memory(test.cfa, regions);
    const auto behind = domains::assume(test.cfa, memory, state, test.condition, test.polarity());
    EXPECT_TRUE(behind.has_value());
    if (!behind) {
      return false;
    }
    for (std::size_t i = 0; i < test.variables.size(); ++i) {
      const domains::ExplicitValue* known = behind->registers.find(test.variables[i].index());
      EXPECT_TRUE(known == nullptr || *known == domains::ExplicitValue(test.values[i])) << i;
    }
    return !(*behind == state);
  });
}

TEST(ConditionLaws, ValuesInMemoryLearnWhatHolds) {
  for_each_case(cfa::Storage::Memory, [](const ConditionCase& test, Choices& /*choices*/) {
    const facts::MemoryRegions regions(test.cfa);
    const domains::ValueMemory memory(test.cfa, regions);
    const auto behind = domains::assume(test.cfa, memory, {}, test.condition, test.polarity());
    EXPECT_TRUE(behind.has_value());
    bool has_learnt = false;
    cfa::for_each_subexpression(test.condition, [&](ExpressionRef part) {
      const auto* load = std::get_if<cfa::Load>(&part->node);
      if (load == nullptr || !behind) {
        return;
      }
      const cfa::VariableId variable = std::get<cfa::AddressOf>(load->address->node).variable;
      const auto value = memory.load(behind->memory, {domains::ObjectId::of(variable), 0}, load->address, part->type);
      const auto index = std::ranges::find(test.variables, variable) - test.variables.begin();
      EXPECT_TRUE(!value || *value == domains::ExplicitValue(test.values[static_cast<std::size_t>(index)])) << index;
      has_learnt = has_learnt || value;
    });
    return has_learnt;
  });
}

TEST(ConditionLaws, IntervalsLearnWhatHolds) {
  for_each_case(cfa::Storage::Register, [](const ConditionCase& test, Choices& choices) {
    domains::IntervalRegisters registers;
    for (std::size_t i = 0; i < test.variables.size(); ++i) {
      const cfa::Integer other = random_number(test.types[i], choices);
      if (choices.below(2) == 1) {
        registers = domains::with(registers, test.variables[i],
                                  {std::min(other, test.values[i]), std::max(other, test.values[i])}, test.types[i]);
      }
    }
    const auto behind = domains::behind(test.cfa, nullptr, registers, cfa::Assume{test.condition, test.polarity()});
    EXPECT_TRUE(behind.has_value());
    if (!behind) {
      return false;
    }
    for (std::size_t i = 0; i < test.variables.size(); ++i) {
      EXPECT_TRUE(domains::value_of(test.cfa, *behind, test.variables[i].index()).contains(test.values[i])) << i;
    }
    return !(*behind == registers);
  });
}

} // namespace
} // namespace vouch::test
