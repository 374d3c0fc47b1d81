#include "tests/fuzz/expression_generator.hpp"

#include <algorithm>
#include <utility>

namespace vouch::fuzz {
namespace {

NumberKind common_type(const NumberKind& left, const NumberKind& right) {
  NumberKind a = promoted(left);
  NumberKind b = promoted(right);
  if (a.is_signed == b.is_signed) {
    return a.bits >= b.bits ? a : b;
  }
  const NumberKind& unsigned_one = a.is_signed ? b : a;
  const NumberKind& signed_one = a.is_signed ? a : b;
  return unsigned_one.bits >= signed_one.bits ? unsigned_one : signed_one;
}

std::string unsigned_spelling(const NumberKind& type) { return type.bits == 64 ? "unsigned long" : "unsigned"; }

const NumberKind int_type{"int", 32, true};

} // namespace

std::uint64_t Random::bits() {
  // SplitMix64, as in the interpreter's sources of inputs, but independent of them.
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31U);
}

const std::vector<NumberKind>& integer_kinds() {
  static const std::vector<NumberKind> kinds = {{"char", 8, true},
                                                {"signed char", 8, true},
                                                {"unsigned char", 8, false},
                                                {"short", 16, true},
                                                {"unsigned short", 16, false},
                                                {"int", 32, true},
                                                {"int", 32, true},
                                                {"unsigned", 32, false},
                                                {"unsigned", 32, false},
                                                {"long", 64, true},
                                                {"unsigned long", 64, false},
                                                {"long long", 64, true},
                                                {"unsigned long long", 64, false},
                                                {"_Bool", 1, false}};
  return kinds;
}

const std::vector<NumberKind>& float_kinds() {
  static const std::vector<NumberKind> kinds = {{"float", 32, true, true}, {"double", 64, true, true}};
  return kinds;
}

NumberKind promoted(const NumberKind& type) { return type.bits < 32 ? int_type : type; }

void ExpressionGenerator::begin_full_expression() {
  used_.clear();
  modified_.clear();
}

Expression ExpressionGenerator::expression(unsigned depth, Effects effects) {
  begin_full_expression();
  effects_ = effects;
  return generate(depth);
}

std::string ExpressionGenerator::condition(unsigned depth, Effects effects) {
  begin_full_expression();
  effects_ = effects;
  if (auto pointers = candidates(Shape::Pointer); !pointers.empty() && random_.percent(8)) {
    const Variable& pointer = *random_.one_of(pointers);
    std::string other = address_of(pointer.type);
    if (!other.empty()) {
      return pointer.name + (random_.percent(50) ? " == " : " != ") + other;
    }
  }
  return random_.percent(70) ? comparison(depth).text : generate(depth).text;
}

std::vector<const Variable*> ExpressionGenerator::candidates(Shape shape) const {
  std::vector<const Variable*> result;
  for (const Variable& variable : scope_) {
    if (variable.shape == shape && !variable.type.is_float && may_use(variable.name)) {
      result.push_back(&variable);
    }
  }
  return result;
}

std::string ExpressionGenerator::index(unsigned depth, unsigned mask) {
  if (depth == 0 || random_.percent(30)) {
    return std::to_string(random_.below(mask + 1));
  }
  return "(" + generate(depth - 1).text + ") & " + std::to_string(mask);
}

ExpressionGenerator::LeftValue ExpressionGenerator::left_value(unsigned depth, Effects effects, Sort sort) {
  effects_ = effects;
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Variable& variable = random_.one_of(scope_);
    if (variable.is_counter || !may_use(variable.name)) {
      continue;
    }
    if (std::optional<LeftValue> place = place_in(variable, depth, sort)) {
      used_.insert(variable.name);
      return *place;
    }
  }
  return {};
}

std::optional<ExpressionGenerator::LeftValue> ExpressionGenerator::place_in(const Variable& variable, unsigned depth,
                                                                            Sort sort) {
  auto fits = [&](const NumberKind& type) { return type.is_float == (sort == Sort::Float); };
  bool is_struct = variable.shape == Shape::Struct || variable.shape == Shape::StructPointer;
  if (!is_struct && !fits(variable.type)) {
    return std::nullopt;
  }
  switch (variable.shape) {
  case Shape::Scalar:
    return LeftValue{variable.name, variable.type, variable.name};
  case Shape::Array:
    return LeftValue{variable.name + "[" + index(depth, 7) + "]", variable.type, variable.name};
  case Shape::Matrix:
    return LeftValue{variable.name + "[" + index(depth, 3) + "][" + index(depth, 3) + "]", variable.type,
                     variable.name};
  case Shape::Pointer:
    return LeftValue{"(*" + variable.name + ")", variable.type, ""};
  case Shape::Struct:
  case Shape::StructPointer: {
    const Field& field = random_.one_of(structs_[variable.struct_index].fields);
    bool is_pointer = variable.shape == Shape::StructPointer;
    if (!fits(field.type)) {
      return std::nullopt;
    }
    return LeftValue{variable.name + (is_pointer ? "->" : ".") + field.name, field.type,
                     is_pointer ? "" : variable.name};
  }
  }
  return std::nullopt;
}

Expression ExpressionGenerator::read(unsigned depth) {
  if (auto counters = candidates(Shape::Scalar); !counters.empty() && random_.percent(40)) {
    const Variable& variable = *random_.one_of(counters);
    used_.insert(variable.name);
    return {variable.name, promoted(variable.type)};
  }
  LeftValue place = left_value(depth > 0 ? depth - 1 : 0, effects_);
  return place.text.empty() ? constant() : Expression{place.text, promoted(place.type)};
}

Expression ExpressionGenerator::constant() {
  switch (random_.below(8)) {
  case 0:
    return {"0x" + std::to_string(random_.below(10000)) + "u", {"unsigned", 32, false}};
  case 1:
    return {std::to_string(random_.below(1000)) + "L", {"long", 64, true}};
  case 2:
    return {std::string("'") + static_cast<char>('a' + random_.below(26)) + "'", int_type};
  case 3:
    return {"(-" + std::to_string(random_.below(300)) + ")", int_type};
  case 4:
    return {random_.percent(50) ? "2147483647" : "(-2147483647 - 1)", int_type};
  case 5:
    return {"18446744073709551" + std::to_string(random_.below(615)) + "ul", {"unsigned long", 64, false}};
  default:
    return {std::to_string(random_.below(20)), int_type};
  }
}

Expression ExpressionGenerator::step() {
  std::vector<const Variable*> choices;
  for (const Variable* variable : candidates(Shape::Scalar)) {
    // A step of int and long can overflow; pointers may lead to the same variable unnoticed.
    bool wraps = !variable->type.is_signed || variable->type.bits < 32;
    if (wraps && !variable->is_counter && !variable->has_pointers && !used_.contains(variable->name)) {
      choices.push_back(variable);
    }
  }
  if (choices.empty()) {
    return constant();
  }
  const Variable& variable = *random_.one_of(choices);
  used_.insert(variable.name);
  modified_.insert(variable.name);
  std::string op = random_.percent(50) ? "++" : "--";
  return {random_.percent(50) ? op + variable.name : variable.name + op, promoted(variable.type)};
}

Expression ExpressionGenerator::call(unsigned depth, const Function& function) {
  std::string text = function.name + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    bool is_float = function.parameters[i].type.is_float;
    text += (i > 0 ? ", " : "") + (is_float ? float_value(depth) : generate(depth).text);
  }
  return {text + ")", promoted(function.result)};
}

Expression ExpressionGenerator::comparison(unsigned depth) {
  static const std::vector<std::string> operators = {"==", "!=", "<", "<=", ">", ">="};
  if (random_.percent(12)) {
    std::string left = float_value(depth > 0 ? depth - 1 : 0);
    std::string right = random_.percent(50) ? float_constant() : float_value(depth > 0 ? depth - 1 : 0);
    return {"(" + left + " " + random_.one_of(operators) + " " + right + ")", int_type};
  }
  unsigned below = depth > 0 ? depth - 1 : 0;
  Expression left = depth > 0 ? generate(below) : read(0);
  Expression right = random_.percent(60) ? constant() : generate(below);
  return {"((" + left.text + ") " + random_.one_of(operators) + " (" + right.text + "))", int_type};
}

Expression ExpressionGenerator::generate(unsigned depth) {
  if (depth == 0) {
    return random_.percent(70) ? read(0) : constant();
  }
  unsigned below = depth - 1;
  switch (random_.below(15)) {
  case 0:
    return comparison(depth);
  case 14:
    return {truncated(depth), int_type};
  case 1: {
    std::string op = random_.percent(50) ? " && " : " || ";
    std::string left = generate(below).text;
    return {"((" + left + ")" + op + "(" + generate(below).text + "))", int_type};
  }
  case 2: {
    std::string condition = generate(below).text;
    Expression a = generate(below);
    Expression b = generate(below);
    return {"((" + condition + ") ? (" + a.text + ") : (" + b.text + "))", common_type(a.type, b.type)};
  }
  case 3: {
    const NumberKind& to = random_.one_of(integer_kinds());
    return {"((" + to.spelling + ")(" + generate(below).text + "))", promoted(to)};
  }
  case 4: {
    Expression operand = generate(below);
    if (random_.percent(40)) {
      return {"(!(" + operand.text + "))", int_type};
    }
    if (random_.percent(50) || !operand.type.is_signed) {
      return {"(" + std::string(operand.type.is_signed ? "~" : "-") + "(" + operand.text + "))", operand.type};
    }
    return {"(-((" + operand.text + ") / 2))", operand.type};
  }
  case 5:
    return effects_ == Effects::Allowed ? step() : read(below);
  case 6: {
    std::vector<Function> pure;
    std::copy_if(functions_.begin(), functions_.end(), std::back_inserter(pure), [](auto& f) { return f.is_pure; });
    return pure.empty() ? read(below) : call(0, random_.one_of(pure));
  }
  case 7: {
    Expression left = effects_ == Effects::Allowed ? step() : generate(0);
    Expression right = generate(below);
    return {"((void)(" + left.text + "), " + right.text + ")", right.type};
  }
  case 8:
    return read(below);
  default:
    return binary(below);
  }
}

Expression ExpressionGenerator::binary(unsigned depth) {
  static const std::vector<std::string> operators = {"+", "+", "-", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"};
  Expression left = generate(depth);
  Expression right = generate(depth);
  const std::string& op = random_.one_of(operators);
  if (op == "<<" || op == ">>") {
    bool is_wild = left.type.is_signed && op == ">>" && random_.percent(unguarded_percent_);
    std::string amount =
        is_wild ? "(" + right.text + ")" : "((" + right.text + ") & " + std::to_string(left.type.bits - 1) + ")";
    if (op == "<<" && left.type.is_signed) {
      return {"(((" + left.text + ") & 255) << ((" + right.text + ") & 15))", left.type};
    }
    return {"((" + left.text + ") " + op + " " + amount + ")", left.type};
  }
  NumberKind type = common_type(left.type, right.type);
  if (op == "&" || op == "|" || op == "^") {
    return {"((" + left.text + ") " + op + " (" + right.text + "))", type};
  }
  return guarded(op, left, right, type);
}

/// An arithmetic operation that cannot overflow or divide by zero.
Expression ExpressionGenerator::guarded(std::string_view op, const Expression& left, const Expression& right,
                                        const NumberKind& type) {
  std::string a = "(" + left.text + ")";
  std::string b = "(" + right.text + ")";
  std::string o = " " + std::string(op) + " ";
  if (type.is_signed && random_.percent(unguarded_percent_)) {
    return {"(" + a + o + b + ")", type};
  }
  bool is_division = op == "/" || op == "%";
  if (!type.is_signed) {
    return {"(" + a + o + (is_division ? "(" + b + " | 1u)" : b) + ")",
            is_division ? common_type(type, {"unsigned", 32, false}) : type};
  }
  if (is_division) {
    std::string divisor = random_.percent(50) ? "((" + b + " & 15) + 1)" : "(" + b + " | 1)";
    return {"((" + a + " % 1000)" + o + divisor + ")", type};
  }
  switch (random_.below(3)) {
  case 0: {
    std::string wide = "(" + unsigned_spelling(type) + ")";
    return {"((" + type.spelling + ")(" + wide + a + o + wide + b + "))", type};
  }
  case 1:
    return {"((" + a + " & 16383)" + o + "(" + b + " & 16383))", type};
  default:
    return {"((" + a + " % 1000)" + o + "(" + b + " % 1000))", type};
  }
}

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

std::string ExpressionGenerator::assignment(unsigned depth) {
  begin_full_expression();
  if (random_.percent(15)) {
    return float_assignment(depth > 2 ? 2 : depth);
  }
  LeftValue target = left_value(depth > 0 ? 1 : 0, Effects::None);
  if (target.text.empty()) {
    return "(void)0";
  }
  bool wraps = !target.type.is_signed || target.type.bits < 32;
  if (random_.percent(15) && wraps) {
    std::string op = random_.percent(50) ? "++" : "--";
    return random_.percent(50) ? op + target.text : target.text + op;
  }
  effects_ = Effects::Allowed;
  if (random_.percent(60)) {
    return target.text + " = " + generate(depth).text;
  }
  static const std::vector<std::string> harmless = {"&=", "|=", "^="};
  static const std::vector<std::string> wrapping = {"+=", "-=", "*="};
  std::string value = "(" + generate(depth).text + ")";
  switch (random_.below(4)) {
  case 0:
    return target.text + (random_.percent(50) ? " /= (" : " %= (") + "(" + value + " & 7) + 1)";
  case 1:
    return target.text + " >>= (" + value + " & 7)";
  case 2:
    if (wraps && target.type.bits != 1) {
      // What is narrower than int is computed in int, and with this bound without overflow.
      return target.text + " " + random_.one_of(wrapping) + " (" + value + " & 127)";
    }
    [[fallthrough]];
  default:
    return target.text + " " + random_.one_of(harmless) + " " + value;
  }
}

std::string ExpressionGenerator::address_of(const NumberKind& type) {
  std::vector<std::string> choices;
  for (const Variable& variable : scope_) {
    if (!variable.has_pointers || variable.type.spelling != type.spelling) {
      continue;
    }
    if (variable.shape == Shape::Scalar) {
      choices.push_back("&" + variable.name);
    } else if (variable.shape == Shape::Array) {
      choices.push_back("&" + variable.name + "[" + std::to_string(random_.below(8)) + "]");
    }
  }
  return choices.empty() ? "" : random_.one_of(choices);
}

std::string ExpressionGenerator::address_of_struct(std::size_t struct_index) {
  std::vector<std::string> choices;
  for (const Variable& variable : scope_) {
    if (variable.shape == Shape::Struct && variable.struct_index == struct_index && variable.has_pointers) {
      choices.push_back("&" + variable.name);
    }
  }
  return choices.empty() ? "" : random_.one_of(choices);
}

} // namespace vouch::fuzz
