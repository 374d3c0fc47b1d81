#include "tests/fuzz/expression_generator.hpp"

#include <utility>

/// The part of the generator that makes floating-point numbers.
namespace vouch::fuzz {

std::string ExpressionGenerator::float_expression(unsigned depth) {
  begin_full_expression();
  effects_ = Effects::None;
  return float_value(depth);
}

std::string ExpressionGenerator::float_constant() {
  static const std::vector<std::string> constants = {"0.0",  "(-0.0)", "1.0f",       "0.1",   "0.1f",       "(-2.5)",
                                                     "1e10", "3.0f",   "16777216.f", "1e-40", "(1 / 3.0f)", "1e308"};
  return random_.one_of(constants);
}

/// A primary expression or one in parentheses.
std::string ExpressionGenerator::float_value(unsigned depth) {
  if (depth == 0 || random_.percent(25)) {
    LeftValue place = random_.percent(75) ? left_value(0, effects_, Sort::Float) : LeftValue{};
    return place.text.empty() ? float_constant() : place.text;
  }
  static const std::vector<std::string> operators = {"+", "+", "-", "*", "*", "/"};
  static const std::vector<std::string> functions = {"fabs", "floor", "ceil", "trunc", "rint", "round", "sqrt"};
  unsigned below = depth - 1;
  switch (random_.below(8)) {
  case 0:
    return "((" + random_.one_of(float_kinds()).spelling + ")(" + generate(below).text + "))";
  case 1:
    return "((" + random_.one_of(float_kinds()).spelling + ")" + float_value(below) + ")";
  case 2:
    return "(-" + float_value(below) + ")";
  case 3: {
    std::string condition = generate(0).text;
    std::string a = float_value(below);
    return "((" + condition + ") ? " + a + " : " + float_value(below) + ")";
  }
  case 4:
    return "__builtin_" + random_.one_of(functions) + (random_.percent(50) ? "f(" : "(") + float_value(below) + ")";
  default: {
    std::string left = float_value(below);
    return "(" + left + " " + random_.one_of(operators) + " " + float_value(below) + ")";
  }
  }
}

/// A float as an integer, where that is defined. The float is named more than once, so it has no side effects.
std::string ExpressionGenerator::truncated(unsigned depth) {
  Effects outer = std::exchange(effects_, Effects::None);
  std::string value = float_value(depth > 1 ? 1 : 0);
  effects_ = outer;
  std::string bound = random_.percent(50) ? "100.0" : "2147483000.f";
  return "(" + value + " > -" + bound + " && " + value + " < " + bound + " ? (int)" + value + " : 7)";
}

std::string ExpressionGenerator::float_assignment(unsigned depth) {
  LeftValue target = left_value(depth > 0 ? 1 : 0, Effects::None, Sort::Float);
  if (target.text.empty()) {
    return "(void)0";
  }
  effects_ = Effects::None;
  if (target.is_overlaid) {
    // Not a NaN that was computed: its sign can be seen, and is the compiler's choice.
    return target.text + " = " + (random_.percent(50) ? float_constant() : generate(depth).text);
  }
  switch (random_.below(5)) {
  case 0:
    return target.text + (random_.percent(50) ? "++" : " -= 1.5f");
  case 1:
    return target.text + " += " + float_value(depth);
  case 2:
    return target.text + (random_.percent(50) ? " *= " : " /= ") + float_value(depth);
  case 3:
    return target.text + " = " + generate(depth).text;
  default:
    return target.text + " = " + float_value(depth);
  }
}

} // namespace vouch::fuzz
