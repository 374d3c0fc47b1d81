#include "tests/fuzz/statement_generator.hpp"

#include "tests/fuzz/effect_statements.hpp"
#include "tests/fuzz/extent_statements.hpp"
#include "tests/fuzz/input_functions.hpp"
#include "tests/fuzz/odd_statements.hpp"
#include "tests/fuzz/order_statements.hpp"

#include <utility>

namespace vouch::fuzz {

Variable ProgramDraft::new_variable(std::string variable_name, Shape shape) {
  Variable variable;
  variable.name = std::move(variable_name);
  variable.shape = shape;
  variable.type = random_number_kind(random);
  variable.struct_index = random.below(structs.size());
  variable.has_pointers = random.percent(40);
  return variable;
}

void ProgramDraft::line(unsigned indent, const std::string& statement) {
  text += std::string(2 * std::size_t{indent}, ' ') + statement + "\n";
}

std::string checked(const std::string& value, const NumberKind& type) {
  return "CHECK(" + (type.is_float ? "BITS_OF(" + value + ")" : value) + ");";
}

StatementGenerator::StatementGenerator(ProgramDraft& draft)
    : draft_(draft), random_(draft.random), expressions_(draft.random, draft.structs, draft.functions, draft.options) {}

void StatementGenerator::begin_function(Purity purity) {
  is_pure_ = purity == Purity::Pure;
  locals_ = 0;
  labels_ = 0;
  loops_ = 0;
  indent_ = 1;
  allocated_.clear();
  expressions_.scope().clear();
  if (!is_pure_) {
    expressions_.scope() = draft_.globals;
  }
}

std::string StatementGenerator::value_of(const NumberKind& type, unsigned depth) {
  return type.is_float ? expressions_.float_expression(depth) : expressions_.expression(depth, Effects::None).text;
}

void StatementGenerator::declare_variables() {
  declare_locals(2 + static_cast<unsigned>(random_.below(3)));
  if (!is_pure_) {
    declare_static();
    declare_pointers();
    declare_memory();
  }
}

void StatementGenerator::body(unsigned depth) {
  statements(depth, 2 + static_cast<unsigned>(random_.below(draft_.options.statements)));
}

void StatementGenerator::release_memory() {
  for (const std::string& pointer : allocated_) {
    line("free(" + pointer + ");");
  }
}

void StatementGenerator::declare_locals(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    std::size_t kind = random_.below(10);
    Shape shape = kind == 0 ? Shape::Array : kind == 1 ? Shape::Struct : kind == 2 ? Shape::Matrix : Shape::Scalar;
    Variable variable = draft_.new_variable(new_name(), shape);
    variable.has_pointers = variable.has_pointers && !is_pure_;
    std::string initialiser;
    if (shape == Shape::Scalar) {
      bool has_scope = !expressions_.scope().empty();
      initialiser = has_scope ? value_of(variable.type, 2) : std::to_string(random_.below(50));
    } else if (shape == Shape::Struct) {
      initialiser = "{" + std::to_string(random_.below(50)) + "}";
    } else {
      initialiser = shape == Shape::Array ? "{3, 1}" : "{{3, 1}, {4}}";
    }
    line(declaration(variable, draft_.structs) + " = " + initialiser + ";");
    expressions_.scope().push_back(variable);
  }
}

void StatementGenerator::declare_static() {
  if (random_.percent(40)) {
    Variable variable = draft_.new_variable(new_name(), Shape::Scalar);
    variable.has_pointers = false;
    line("static " + declaration(variable, draft_.structs) + " = " + std::to_string(random_.below(9)) + ";");
    expressions_.scope().push_back(variable);
  }
}

void StatementGenerator::declare_pointers() {
  for (int i = 0; i < 2; ++i) {
    Variable pointer = draft_.new_variable(new_name(), random_.percent(70) ? Shape::Pointer : Shape::StructPointer);
    pointer.has_pointers = false;
    if (std::string target = expressions_.address_for(pointer); !target.empty()) {
      line(declaration(pointer, draft_.structs) + " = " + target + ";");
      expressions_.scope().push_back(pointer);
    }
  }
}

/// Arrays and structs from the heap. They are used like others.
void StatementGenerator::declare_memory() {
  while (random_.percent(draft_.options.feature_percent / 3)) {
    Variable variable = draft_.new_variable(new_name(), random_.percent(60) ? Shape::Array : Shape::StructPointer);
    variable.is_fixed = true;
    for (const std::string& statement : allocation(random_, variable, draft_.structs)) {
      line(statement);
    }
    allocated_.push_back(variable.name);
    expressions_.scope().push_back(variable);
  }
}

/// `count` statements; a label may follow to which they jump.
void StatementGenerator::statements(unsigned depth, unsigned count) {
  std::string label = random_.percent(20) ? "l" + std::to_string(labels_++) : "";
  std::string outer_label = std::exchange(label_, label.empty() ? label_ : label);
  for (unsigned i = 0; i < count; ++i) {
    statement(depth);
  }
  label_ = outer_label;
  if (!label.empty()) {
    line(label + ":;");
  }
}

void StatementGenerator::block(unsigned depth) {
  std::size_t outer_scope = expressions_.scope().size();
  ++indent_;
  if (random_.percent(25)) {
    declare_locals(1);
  }
  statements(depth > 0 ? depth - 1 : 0, 1 + static_cast<unsigned>(random_.below(3)));
  --indent_;
  expressions_.scope().resize(outer_scope);
}

void StatementGenerator::statement(unsigned depth) {
  std::size_t kind = random_.below(depth == 0 ? 11 : 21);
  if (kind < 4) {
    line(expressions_.assignment(3) + ";");
  } else if (kind < 5) {
    input();
  } else if (kind < 7) {
    assertion();
  } else if (kind < 9) {
    special_assignment();
  } else if (kind < 11) {
    jump();
  } else if (kind < 15) {
    line("if (" + expressions_.condition(2, Effects::Allowed) + ") {");
    block(depth);
    if (random_.percent(50)) {
      line("} else {");
      block(depth);
    }
    line("}");
  } else if (kind < 19) {
    loop(depth);
  } else {
    switch_statement(depth);
  }
}

void StatementGenerator::input() {
  const auto& [function, type] = input_functions[random_.below(input_functions.size())];
  std::string_view kind = type; // an integer type may not have a float's value
  auto sort =
      kind == "float" || kind == "double" ? ExpressionGenerator::Sort::Float : ExpressionGenerator::Sort::Integer;
  auto place = (expressions_.begin_full_expression(), expressions_.left_value(1, Effects::None, sort));
  bool is_overlaid_float = place.is_overlaid && place.type.is_float; // NaNs come without their bits
  if (!place.text.empty() && !is_overlaid_float && !is_pure_) {
    line(place.text + " = __VERIFIER_nondet_" + function + "();");
  }
}

void StatementGenerator::assertion() {
  if (is_pure_) {
    return;
  }
  // Most conditions hold for most values, so that runs get somewhere.
  std::string value = expressions_.expression(2, Effects::None).text;
  switch (random_.below(4)) {
  case 0:
    line("assert((" + value + ") != " + std::to_string(random_.below(200)) + ");");
    break;
  case 1:
    line("assert(((" + value + ") & 7) < 8u);");
    break;
  case 2:
    line("assert((" + value + ") || (" + expressions_.expression(1, Effects::None).text + ") != 3);");
    break;
  default:
    line("if (" + expressions_.condition(1, Effects::None) + ") assert(" + expressions_.condition(2, Effects::None) +
         ");");
    break;
  }
}

void StatementGenerator::special_assignment() {
  bool is_made = false;
  if (draft_.has_helpers && random_.percent(60) && odd_statement()) {
    return;
  }
  switch (random_.below(8)) {
  case 0:
    is_made = call_statement();
    break;
  case 1:
    is_made = pointer_assignment();
    break;
  case 2:
    is_made = struct_assignment();
    break;
  case 3:
    is_made = function_pointer_assignment();
    break;
  case 4:
  case 5:
  case 6:
    is_made = memory_statement();
    break;
  default:
    break;
  }
  if (!is_made && !allocated_.empty() && random_.percent(draft_.options.misuse_percent * 2)) {
    line("if (" + expressions_.condition(1, Effects::None) + ") free(" + random_.one_of(allocated_) + ");");
  } else if (!is_made && !is_pure_) {
    line("CHECK(" + expressions_.expression(2, Effects::None).text + ");");
  }
}

bool StatementGenerator::call_statement() {
  if (is_pure_ || draft_.functions.empty() || loops_ > 1) {
    return false;
  }
  return call(random_.one_of(draft_.functions));
}

bool StatementGenerator::call(const Function& function) {
  std::string call = expressions_.call_with_any_arguments(function);
  if (call.empty()) {
    return false;
  }
  // A plain variable: the callee must not change what the place on the left depends on.
  auto takes_result = [&](const Variable& variable) {
    return function.returns_struct ? variable.shape == Shape::Struct && variable.struct_index == function.struct_index
                                   : variable.shape == Shape::Scalar && !variable.type.is_float && !variable.is_counter;
  };
  for (const Variable& variable : expressions_.scope()) {
    if (takes_result(variable) && random_.percent(30)) {
      line(variable.name + " = " + call + ";");
      return true;
    }
  }
  line(call + ";");
  return true;
}

bool StatementGenerator::pointer_assignment() {
  for (const Variable& pointer : expressions_.scope()) {
    bool is_pointer = pointer.shape == Shape::Pointer || pointer.shape == Shape::StructPointer;
    if (is_pointer && !pointer.is_fixed && random_.percent(50)) {
      // Nothing of an inner block: the pointer may live longer.
      bool lives_long = pointer.is_global || indent_ == 1;
      Variable wanted = pointer;
      bool may_dangle = indent_ == 1 && random_.percent(draft_.options.misuse_percent); // after the function
      wanted.is_global = wanted.is_global && !may_dangle;
      if (std::string target = lives_long ? expressions_.address_for(wanted) : ""; !target.empty()) {
        line(pointer.name + " = " + target + ";");
        return true;
      }
    }
  }
  return false;
}

bool StatementGenerator::struct_assignment() {
  std::string target;
  std::size_t struct_index = 0;
  for (const Variable& variable : expressions_.scope()) {
    bool is_pointer = variable.shape == Shape::StructPointer;
    if (variable.shape != Shape::Struct && !is_pointer) {
      continue;
    }
    std::string place = (is_pointer ? "*" : "") + variable.name;
    if (!target.empty() && variable.struct_index == struct_index) {
      line(target + " = " + place + ";");
      return true;
    }
    if (target.empty() || random_.percent(50)) {
      target = place;
      struct_index = variable.struct_index;
    }
  }
  return false;
}

bool StatementGenerator::function_pointer_assignment() {
  if (is_pure_ || draft_.function_pointers.empty()) {
    return false;
  }
  const FunctionPointer& pointer = random_.one_of(draft_.function_pointers);
  const std::string& target = random_.one_of(pointer.targets);
  if (random_.percent(50)) {
    line(pointer.place + " = " + target + ";");
  } else {
    line("if (" + pointer.place + (random_.percent(50) ? " == " : " != ") + target + " || " +
         expressions_.condition(1, Effects::None) + ") " + pointer.place + " = &" + random_.one_of(pointer.targets) +
         ";");
  }
  return true;
}

bool StatementGenerator::memory_statement() {
  if (is_pure_ || !random_.percent(draft_.options.feature_percent)) {
    return false;
  }
  std::optional<Lines> lines =
      fuzz::memory_statement(random_, expressions_, draft_.structs, new_name(), draft_.options.misuse_percent);
  if (!lines) {
    return false;
  }
  for (const std::string& statement : *lines) {
    line(statement);
  }
  return true;
}

bool StatementGenerator::odd_statement() {
  if (is_pure_) {
    return false;
  }
  const StatementParts parts{random_, expressions_, new_name(), draft_.options.prefix, draft_.options.misuse_percent};
  const std::size_t kind = random_.below(8);
  Lines lines;
  if (random_.percent(draft_.options.order_percent)) {
    lines = order_statement(parts);
  } else if (kind < 4) {
    lines = effect_statement(parts);
  } else if (kind < 6) {
    lines = extent_statement(parts);
  } else {
    lines = fuzz::odd_statement(parts);
  }
  for (const std::string& statement : lines) {
    line(statement);
  }
  return true;
}

void StatementGenerator::jump() {
  std::size_t kind = random_.below(4);
  if (kind == 0 && loops_ > 0) {
    line("if (" + expressions_.condition(1, Effects::None) + ") " + (random_.percent(50) ? "break;" : "continue;"));
  } else if (kind == 1 && !label_.empty()) {
    line("if (" + expressions_.condition(1, Effects::None) + ") goto " + label_ + ";");
  } else {
    line(expressions_.assignment(2) + ";");
  }
}

void StatementGenerator::loop(unsigned depth) {
  std::size_t outer_scope = expressions_.scope().size();
  std::size_t kind = random_.below(8);
  ++loops_;
  if (kind < 6 || !walk(depth)) {
    counting_loop(depth, kind % 3);
  }
  --loops_;
  expressions_.scope().resize(outer_scope);
}

void StatementGenerator::counting_loop(unsigned depth, std::size_t kind) {
  std::string bound = std::to_string(1 + random_.below(6));
  Variable variable;
  variable.name = new_name();
  variable.is_counter = true;
  const std::string& counter = variable.name;
  std::string condition = kind > 0 ? expressions_.condition(1, Effects::None) : "";
  if (kind == 0) {
    bool counts_down = random_.percent(30);
    line(counts_down ? "for (int " + counter + " = " + bound + "; " + counter + " > 0; " + counter + "--) {"
                     : "for (int " + counter + " = 0; " + counter + " < " + bound + "; " + counter + "++) {");
    expressions_.scope().push_back(variable);
    block(depth);
    line("}");
    return;
  }
  line("{");
  ++indent_;
  line("int " + counter + " = " + bound + ";");
  expressions_.scope().push_back(variable);
  line(kind == 1 ? "while (" + counter + "-- > 0 && (" + condition + ")) {" : "do {");
  block(depth);
  line(kind == 1 ? "}" : "} while (--" + counter + " > 0 && (" + condition + "));");
  --indent_;
  line("}");
}

/// Through an array by a pointer. False if there is none.
bool StatementGenerator::walk(unsigned depth) {
  for (const Variable& array : expressions_.scope()) {
    if (array.shape == Shape::Array && random_.percent(40)) {
      Variable pointer{new_name(), Shape::Pointer, array.type};
      pointer.is_fixed = true;
      bool goes_too_far = random_.percent(draft_.options.misuse_percent);
      line("for (" + declaration(pointer, draft_.structs) + " = " + array.name + "; " + pointer.name +
           (goes_too_far ? " <= " : " < ") + array.name + " + " + std::to_string(array_length) + "; " + pointer.name +
           " += " + (random_.percent(50) ? "1" : "4") + ") {");
      expressions_.scope().push_back(pointer);
      block(depth);
      line("}");
      return true;
    }
  }
  return false;
}

void StatementGenerator::switch_statement(unsigned depth) {
  line("switch ((" + expressions_.expression(2, Effects::Allowed).text + ") & 7) {");
  std::size_t cases = 1 + random_.below(4);
  bool has_default = random_.percent(60);
  std::size_t default_position = random_.below(cases);
  // `break` means the switch in here, which is fine; `continue` still means the loop.
  for (std::size_t i = 0; i < cases; ++i) {
    if (has_default && i == default_position) {
      line("default: {");
      block(depth);
      line(random_.percent(50) ? "}" : "} break;");
    }
    line("case " + std::to_string(2 * i) + (random_.percent(30) ? ": case " + std::to_string(2 * i + 1) : "") + ": {");
    block(depth);
    line(random_.percent(40) ? "}" : "} break;");
  }
  line("}");
}

} // namespace vouch::fuzz
