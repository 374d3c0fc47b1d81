#include "tests/fuzz/expression_generator.hpp"

#include <algorithm>
#include <utility>

namespace vouch::fuzz {
namespace {

std::string unsigned_spelling(const NumberKind& type) { return type.bits == 64 ? "unsigned long" : "unsigned"; }

const NumberKind int_type{"int", 32, true};

} // namespace

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
    std::string other = address_for(pointer);
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

/// In brackets; below `length`, which is a power of two.
std::string ExpressionGenerator::index(unsigned depth, std::size_t length) {
  if (depth == 0 || random_.percent(30)) {
    return "[" + std::to_string(random_.below(length)) + "]";
  }
  return "[(" + generate(depth - 1).text + ") & " + std::to_string(length - 1) + "]";
}

/// Of an object, not of an array inside of one. It may be wrong by one where memory may be misused: sanitizers notice
/// what is close to an object.
std::string ExpressionGenerator::whole_index(unsigned depth, std::size_t length) {
  if (!random_.percent(misuse_percent_)) {
    return index(depth, length);
  }
  return "[(int)((" + generate(depth > 0 ? depth - 1 : 0).text + ") & " + std::to_string(length - 1) + ")" +
         (random_.percent(70) ? " + 1]" : " - 1]");
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
  if (variable.shape == Shape::Struct || variable.shape == Shape::StructPointer) {
    return field_of(variable, depth, sort);
  }
  bool may_show_bytes = variable.has_pointers && has_plain_bytes(variable.type) && sort == Sort::Integer;
  if (may_show_bytes && random_.percent(12)) {
    return byte_of(variable, depth);
  }
  if (!fits(variable.type)) {
    return std::nullopt;
  }
  switch (variable.shape) {
  case Shape::Scalar:
    return LeftValue{variable.name, variable.type, variable.name};
  case Shape::Array:
    return LeftValue{variable.name + whole_index(depth, array_length), variable.type, variable.name};
  case Shape::Matrix: {
    std::string row = whole_index(depth, matrix_length);
    return LeftValue{variable.name + row + index(depth, matrix_length), variable.type, variable.name};
  }
  default:
    return LeftValue{"(*" + variable.name + ")", variable.type, ""};
  }
}

std::optional<ExpressionGenerator::LeftValue> ExpressionGenerator::field_of(const Variable& variable, unsigned depth,
                                                                            Sort sort) {
  const Field& field = random_.one_of(structs_[variable.struct_index].fields);
  if (field.type.is_float != (sort == Sort::Float)) {
    return std::nullopt;
  }
  bool is_pointer = variable.shape == Shape::StructPointer;
  std::string text = variable.name + (is_pointer ? "->" : ".") + field.name;
  if (field.elements != 0) {
    text += index(depth, field.elements);
  }
  return LeftValue{text, field.type, is_pointer ? "" : variable.name, field.is_overlaid};
}

/// One byte of a variable or of what a pointer points to, seen as a character.
ExpressionGenerator::LeftValue ExpressionGenerator::byte_of(const Variable& variable, unsigned depth) {
  static const std::vector<NumberKind> bytes = {
      {"unsigned char", 8, false}, {"signed char", 8, true}, {"char", 8, true}};
  const NumberKind& byte = random_.one_of(bytes);
  bool is_array = variable.shape == Shape::Array || variable.shape == Shape::Matrix;
  std::size_t count = variable.shape == Shape::Array    ? array_length
                      : variable.shape == Shape::Matrix ? matrix_length * matrix_length
                                                        : 1;
  std::string address = (variable.shape == Shape::Scalar ? "&" : "") + variable.name;
  return LeftValue{"((" + byte.spelling + " *)" + address + ")" + index(depth, count * variable.type.bits / 8), byte,
                   is_array || variable.shape == Shape::Scalar ? variable.name : ""};
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
  switch (random_.below(9)) {
  case 8:
    return {"\"vouch\\0\\xff!\"[" + std::to_string(random_.below(8)) + "]", int_type};
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

std::string ExpressionGenerator::struct_operand(std::size_t struct_index) {
  std::vector<std::string> choices = {"(" + structs_[struct_index].spelling + "){" + std::to_string(random_.below(50)) +
                                      "}"};
  for (const Variable& variable : scope_) {
    bool is_pointer = variable.shape == Shape::StructPointer;
    if ((is_pointer || variable.shape == Shape::Struct) && variable.struct_index == struct_index) {
      choices.push_back((is_pointer ? "*" : "") + variable.name);
    }
  }
  return random_.one_of(choices);
}

std::string ExpressionGenerator::struct_value(std::size_t struct_index) {
  begin_full_expression();
  effects_ = Effects::None;
  return struct_operand(struct_index);
}

std::string ExpressionGenerator::call_with_any_arguments(const Function& function) {
  begin_full_expression();
  effects_ = Effects::None;
  return call(function, 1, Arguments::Any);
}

/// Empty if there is nothing for a pointer to point to.
std::string ExpressionGenerator::call(const Function& function, unsigned depth, Arguments arguments) {
  std::string text = function.name + (function.table_length != 0 ? index(depth, function.table_length) : "") + "(";
  std::string separator;
  if (!function.first_arguments.empty()) {
    text += random_.one_of(function.first_arguments);
    separator = ", ";
  }
  for (const Variable& parameter : function.parameters) {
    std::string argument;
    if (parameter.shape == Shape::Struct) {
      argument = struct_operand(parameter.struct_index);
    } else if (parameter.shape != Shape::Scalar) {
      argument = arguments == Arguments::Any ? address_for(parameter) : "";
      if (argument.empty()) {
        return "";
      }
    } else if (parameter.is_counter) {
      argument = "(" + generate(depth).text + ") & 3";
    } else {
      argument = parameter.type.is_float ? float_value(depth) : generate(depth).text;
    }
    text += separator + argument;
    separator = ", ";
  }
  return text + ")";
}

Expression ExpressionGenerator::pure_call(unsigned depth) {
  std::vector<Function> pure;
  std::copy_if(functions_.begin(), functions_.end(), std::back_inserter(pure), [](auto& f) { return f.is_pure; });
  if (pure.empty()) {
    return read(depth);
  }
  const Function& function = random_.one_of(pure);
  std::string text = call(function, 0, Arguments::Pure);
  if (!function.returns_struct) {
    return {text, promoted(function.result)};
  }
  const Field& field = random_.one_of(structs_[function.struct_index].fields);
  if (field.type.is_float || field.elements != 0) {
    return {"((void)" + text + ", 5)", int_type};
  }
  return {text + "." + field.name, promoted(field.type)};
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
  case 6:
    return pure_call(below);
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

/// Of numbers of this type in a variable to which pointers may point.
std::vector<std::string> ExpressionGenerator::addresses_in(const Variable& variable, const NumberKind& type) {
  std::vector<std::string> addresses;
  bool has_type = variable.type.spelling == type.spelling;
  switch (variable.shape) {
  case Shape::Scalar:
    return has_type ? std::vector<std::string>{"&" + variable.name} : addresses;
  case Shape::Array:
    return has_type ? std::vector<std::string>{"&" + variable.name + index(0, array_length),
                                               variable.name + " + " + std::to_string(random_.below(array_length))}
                    : addresses;
  case Shape::Matrix:
    return has_type ? std::vector<std::string>{"&" + variable.name + index(0, matrix_length) + index(0, matrix_length)}
                    : addresses;
  case Shape::Pointer:
    return has_type ? std::vector<std::string>{variable.name} : addresses;
  case Shape::Struct:
  case Shape::StructPointer:
    break;
  }
  for (const Field& field : structs_[variable.struct_index].fields) {
    // A pointer must not write floats of which a union shows the bytes.
    bool is_hidden = field.is_bit_field || (field.is_overlaid && field.type.is_float);
    // Sanitizers object to a member's address if the pointer is null, although nothing is used.
    is_hidden = is_hidden || (misuse_percent_ != 0 && variable.shape == Shape::StructPointer);
    if (!is_hidden && field.type.spelling == type.spelling) {
      addresses.push_back("&" + variable.name + (variable.shape == Shape::Struct ? "." : "->") + field.name +
                          (field.elements != 0 ? index(0, field.elements) : ""));
    }
  }
  return addresses;
}

std::string ExpressionGenerator::address_for(const Variable& pointer) {
  std::vector<std::string> choices;
  for (const Variable& variable : scope_) {
    bool is_pointer = variable.shape == Shape::Pointer || variable.shape == Shape::StructPointer;
    if ((!variable.has_pointers && !is_pointer) || (pointer.is_global && !variable.is_global)) {
      continue;
    }
    if (pointer.shape == Shape::Pointer) {
      std::vector<std::string> addresses = addresses_in(variable, pointer.type);
      choices.insert(choices.end(), addresses.begin(), addresses.end());
    } else if (variable.struct_index == pointer.struct_index && variable.shape == Shape::Struct) {
      choices.push_back("&" + variable.name);
    } else if (variable.struct_index == pointer.struct_index && variable.shape == Shape::StructPointer) {
      choices.push_back(variable.name);
    }
  }
  if (choices.empty()) {
    return "";
  }
  std::string address = random_.one_of(choices);
  if (!pointer.is_global && random_.percent(misuse_percent_)) {
    return "((" + generate(0).text + ") ? " + address + " : 0)";
  }
  return random_.percent(10) ? "(void *)(" + address + ")" : address;
}

} // namespace vouch::fuzz
