#include "tests/fuzz/program_generator.hpp"

#include "tests/fuzz/expression_generator.hpp"
#include "tests/fuzz/input_functions.hpp"

#include <utility>

namespace vouch::fuzz {
namespace {

using Effects = ExpressionGenerator::Effects;

/// Makes the functions, globals and types of one program, top down.
class ProgramGenerator {
public:
  explicit ProgramGenerator(const GeneratorOptions& options)
      : options_(options), random_(options.seed),
        expressions_(random_, structs_, functions_, options.unguarded_percent) {}

  std::string generate() {
    text_ = "#include <assert.h>\n";
    declare_inputs();
    text_ += "unsigned long " + name("checksum") +
             ";\n#ifdef NO_CHECKSUM\n#define CHECK(value) ((void)(value))\n#else\n"
             "#define CHECK(value) (" +
             name("checksum") + " = " + name("checksum") +
             " * 33u + (unsigned long)(value))\n#endif\n"
             "#define BITS_OF(x) ((x) > -1e9 && (x) < 1e9 ? (long)((x) * 1024) : (x) < 0 ? 5 : (x) == (x) ? 6 : 7)\n";
    make_structs();
    make_globals();
    for (unsigned i = 0; i < options_.functions; ++i) {
      make_function("f" + std::to_string(i));
    }
    make_main();
    text_ += "#undef CHECK\n#undef BITS_OF\n";
    return text_;
  }

private:
  void declare_inputs() {
    for (const auto& [name, type] : input_functions) {
      text_ += "extern " + std::string(type) + " __VERIFIER_nondet_" + name + "(void);\n";
    }
  }

  std::string name(const std::string& base) const { return options_.prefix + base; }

  void make_structs() {
    static const std::vector<NumberKind> bit_field_types = {{"unsigned", 0, false}, {"int", 0, true}};
    for (unsigned i = 0; i < 2; ++i) {
      StructKind made{name("s" + std::to_string(i)), {}};
      text_ += "struct " + made.tag + " {\n";
      for (unsigned f = 0; f < 2 + random_.below(3); ++f) {
        Field field{"f" + std::to_string(f), number_kind(), random_.percent(25)};
        if (field.is_bit_field) {
          field.type = random_.one_of(bit_field_types);
          field.type.bits = static_cast<unsigned>(1 + random_.below(31));
        }
        text_ += "  " + field.type.spelling + " " + field.name;
        text_ += field.is_bit_field ? " : " + std::to_string(field.type.bits) + ";\n" : ";\n";
        made.fields.push_back(field);
      }
      text_ += "};\n";
      structs_.push_back(std::move(made));
    }
  }

  NumberKind number_kind() {
    return random_.percent(15) ? random_.one_of(float_kinds()) : random_.one_of(integer_kinds());
  }

  std::string value_of(const NumberKind& type, unsigned depth) {
    return type.is_float ? expressions_.float_expression(depth) : expressions_.expression(depth, Effects::None).text;
  }

  /// What `value` adds to the checksum: of floats something that every NaN has in common.
  static std::string checked(const std::string& value, const NumberKind& type) {
    return "CHECK(" + (type.is_float ? "BITS_OF(" + value + ")" : value) + ");";
  }

  /// The declarator of a variable, with its type in front.
  std::string declaration(const Variable& variable) const {
    switch (variable.shape) {
    case Shape::Scalar:
      return variable.type.spelling + " " + variable.name;
    case Shape::Array:
      return variable.type.spelling + " " + variable.name + "[8]";
    case Shape::Matrix:
      return variable.type.spelling + " " + variable.name + "[4][4]";
    case Shape::Struct:
      return "struct " + structs_[variable.struct_index].tag + " " + variable.name;
    case Shape::Pointer:
      return variable.type.spelling + " *" + variable.name;
    case Shape::StructPointer:
      return "struct " + structs_[variable.struct_index].tag + " *" + variable.name;
    }
    return "";
  }

  void make_globals() {
    for (unsigned i = 0; i < 4; ++i) {
      Variable variable = new_variable(name("g" + std::to_string(i)), Shape::Scalar);
      text_ += (random_.percent(50) ? "static " : "") + declaration(variable);
      text_ += random_.percent(50) ? " = " + std::to_string(random_.below(100)) + ";\n" : ";\n";
      globals_.push_back(variable);
    }
    for (Shape shape : {Shape::Array, Shape::Matrix, Shape::Struct}) {
      Variable variable = new_variable(name("g" + std::to_string(globals_.size())), shape);
      text_ += declaration(variable) + (random_.percent(50) ? " = {1, 2, 3};\n" : ";\n");
      if (shape == Shape::Matrix && text_.ends_with("{1, 2, 3};\n")) {
        text_.replace(text_.size() - 11, 11, "{{1, 2}, {3}};\n");
      } else if (shape == Shape::Struct && text_.ends_with("{1, 2, 3};\n")) {
        text_.replace(text_.size() - 11, 11, "{1, 2};\n");
      }
      globals_.push_back(variable);
    }
  }

  Variable new_variable(std::string variable_name, Shape shape) {
    Variable variable;
    variable.name = std::move(variable_name);
    variable.shape = shape;
    variable.type = number_kind();
    variable.struct_index = random_.below(structs_.size());
    variable.has_pointers = random_.percent(40);
    return variable;
  }

  void make_function(const std::string& base) {
    Function function;
    function.name = name(base);
    function.result = random_.one_of(integer_kinds());
    function.is_pure = random_.percent(40);
    begin_function(function.is_pure);
    for (std::size_t i = 0; i < 1 + random_.below(3); ++i) {
      Variable parameter = new_variable("p" + std::to_string(i), Shape::Scalar);
      bool is_pointer = !function.is_pure && random_.percent(30);
      parameter.shape = is_pointer ? (random_.percent(50) ? Shape::Pointer : Shape::StructPointer) : Shape::Scalar;
      parameter.has_pointers = parameter.has_pointers && !is_pointer && !function.is_pure;
      function.parameters.push_back(parameter);
      expressions_.scope().push_back(parameter);
    }
    std::string head = "static " + function.result.spelling + " " + function.name + "(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      head += (i > 0 ? ", " : "") + declaration(function.parameters[i]);
    }
    text_ += "\n" + head + ") {\n";
    body(function.is_pure ? 1 : 2);
    text_ += "  return " + expressions_.expression(2, Effects::None).text + ";\n}\n";
    functions_.push_back(std::move(function));
  }

  void make_main() {
    begin_function(false);
    text_ += "\nint " + std::string(options_.prefix.empty() ? "main" : name("main")) + "(void) {\n";
    body(options_.depth);
    for (unsigned i = 0; i < options_.final_assertions; ++i) {
      assertion();
    }
    for (const Variable& global : globals_) {
      if (global.shape == Shape::Scalar) {
        line(checked(global.name, global.type));
      } else if (global.shape == Shape::Array) {
        line("for (int i = 0; i < 8; i++) " + checked(global.name + "[i]", global.type));
      } else if (global.shape == Shape::Matrix) {
        line("for (int i = 0; i < 16; i++) " + checked(global.name + "[i / 4][i % 4]", global.type));
      } else {
        for (const Field& field : structs_[global.struct_index].fields) {
          line(checked(global.name + "." + field.name, field.type));
        }
      }
    }
    text_ += "  return 0;\n}\n";
  }

  void begin_function(bool is_pure) {
    is_pure_ = is_pure;
    locals_ = 0;
    labels_ = 0;
    loops_ = 0;
    indent_ = 1;
    expressions_.scope().clear();
    if (!is_pure) {
      expressions_.scope() = globals_;
    }
  }

  void line(const std::string& statement) { text_ += std::string(2 * std::size_t{indent_}, ' ') + statement + "\n"; }

  /// The outermost block of a function, without its braces.
  void body(unsigned depth) {
    declare_locals(2 + static_cast<unsigned>(random_.below(3)));
    if (!is_pure_) {
      declare_static();
      declare_pointers();
    }
    statements(depth, 2 + static_cast<unsigned>(random_.below(options_.statements)));
  }

  void declare_locals(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      std::size_t kind = random_.below(10);
      Shape shape = kind == 0 ? Shape::Array : kind == 1 ? Shape::Struct : kind == 2 ? Shape::Matrix : Shape::Scalar;
      Variable variable = new_variable("v" + std::to_string(locals_++), shape);
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
      line(declaration(variable) + " = " + initialiser + ";");
      expressions_.scope().push_back(variable);
    }
  }

  void declare_static() {
    if (random_.percent(40)) {
      Variable variable = new_variable("v" + std::to_string(locals_++), Shape::Scalar);
      variable.has_pointers = false;
      line("static " + declaration(variable) + " = " + std::to_string(random_.below(9)) + ";");
      expressions_.scope().push_back(variable);
    }
  }

  void declare_pointers() {
    for (int i = 0; i < 2; ++i) {
      Variable pointer =
          new_variable("v" + std::to_string(locals_++), random_.percent(70) ? Shape::Pointer : Shape::StructPointer);
      pointer.has_pointers = false;
      if (std::string target = target_for(pointer); !target.empty()) {
        line(declaration(pointer) + " = " + target + ";");
        expressions_.scope().push_back(pointer);
      }
    }
  }

  std::string target_for(const Variable& pointer) {
    return pointer.shape == Shape::Pointer ? expressions_.address_of(pointer.type)
                                           : expressions_.address_of_struct(pointer.struct_index);
  }

  /// `count` statements; a label may follow to which they jump.
  void statements(unsigned depth, unsigned count) {
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

  void block(unsigned depth) {
    std::size_t outer_scope = expressions_.scope().size();
    ++indent_;
    if (random_.percent(25)) {
      declare_locals(1);
    }
    statements(depth > 0 ? depth - 1 : 0, 1 + static_cast<unsigned>(random_.below(3)));
    --indent_;
    expressions_.scope().resize(outer_scope);
  }

  void statement(unsigned depth) {
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

  void input() {
    const auto& [function, type] = input_functions[random_.below(input_functions.size())];
    std::string_view kind = type; // an integer type may not have a float's value
    auto sort =
        kind == "float" || kind == "double" ? ExpressionGenerator::Sort::Float : ExpressionGenerator::Sort::Integer;
    auto place = (expressions_.begin_full_expression(), expressions_.left_value(1, Effects::None, sort));
    if (!place.text.empty() && !is_pure_) {
      line(place.text + " = __VERIFIER_nondet_" + function + "();");
    }
  }

  void assertion() {
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

  void special_assignment() {
    switch (random_.below(4)) {
    case 0:
      if (call_statement()) {
        return;
      }
      break;
    case 1:
      if (pointer_assignment()) {
        return;
      }
      break;
    case 2:
      if (struct_assignment()) {
        return;
      }
      break;
    default:
      break;
    }
    if (!is_pure_) {
      line("CHECK(" + expressions_.expression(2, Effects::None).text + ");");
    }
  }

  bool call_statement() {
    if (is_pure_ || functions_.empty() || loops_ > 1) {
      return false;
    }
    const Function& function = random_.one_of(functions_);
    std::string call = function.name + "(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Variable& parameter = function.parameters[i];
      std::string argument = parameter.shape == Shape::Scalar ? value_of(parameter.type, 1) : target_for(parameter);
      if (argument.empty()) {
        return false;
      }
      call += (i > 0 ? ", " : "") + argument;
    }
    expressions_.begin_full_expression();
    // A plain variable: the callee must not change what the place on the left depends on.
    for (const Variable& variable : expressions_.scope()) {
      bool is_integer = variable.shape == Shape::Scalar && !variable.type.is_float;
      if (is_integer && !variable.is_counter && random_.percent(30)) {
        line(variable.name + " = " + call + ");");
        return true;
      }
    }
    line(call + ");");
    return true;
  }

  bool pointer_assignment() {
    for (const Variable& pointer : expressions_.scope()) {
      bool is_pointer = pointer.shape == Shape::Pointer || pointer.shape == Shape::StructPointer;
      if (is_pointer && random_.percent(50)) {
        // Nothing of an inner block: the pointer may live longer.
        if (std::string target = indent_ == 1 ? target_for(pointer) : ""; !target.empty()) {
          line(pointer.name + " = " + target + ";");
          return true;
        }
      }
    }
    return false;
  }

  bool struct_assignment() {
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

  void jump() {
    std::size_t kind = random_.below(4);
    if (kind == 0 && loops_ > 0) {
      line("if (" + expressions_.condition(1, Effects::None) + ") " + (random_.percent(50) ? "break;" : "continue;"));
    } else if (kind == 1 && !label_.empty()) {
      line("if (" + expressions_.condition(1, Effects::None) + ") goto " + label_ + ";");
    } else {
      line(expressions_.assignment(2) + ";");
    }
  }

  void loop(unsigned depth) {
    std::string counter = "v" + std::to_string(locals_++);
    std::string bound = std::to_string(1 + random_.below(6));
    std::size_t outer_scope = expressions_.scope().size();
    Variable variable;
    variable.name = counter;
    variable.is_counter = true;
    std::size_t kind = random_.below(3);
    std::string condition = kind > 0 ? expressions_.condition(1, Effects::None) : "";
    ++loops_;
    if (kind == 0) {
      bool counts_down = random_.percent(30);
      line(counts_down ? "for (int " + counter + " = " + bound + "; " + counter + " > 0; " + counter + "--) {"
                       : "for (int " + counter + " = 0; " + counter + " < " + bound + "; " + counter + "++) {");
      expressions_.scope().push_back(variable);
      block(depth);
      line("}");
    } else {
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
    --loops_;
    expressions_.scope().resize(outer_scope);
  }

  void switch_statement(unsigned depth) {
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
      line("case " + std::to_string(2 * i) + (random_.percent(30) ? ": case " + std::to_string(2 * i + 1) : "") +
           ": {");
      block(depth);
      line(random_.percent(40) ? "}" : "} break;");
    }
    line("}");
  }

  const GeneratorOptions& options_;
  Random random_;
  std::vector<StructKind> structs_;
  std::vector<Function> functions_;
  ExpressionGenerator expressions_;
  std::vector<Variable> globals_;
  std::string text_;
  std::string label_; ///< that a goto may jump to; empty: none
  unsigned indent_ = 1;
  unsigned locals_ = 0;
  unsigned labels_ = 0;
  unsigned loops_ = 0;
  bool is_pure_ = false;
};

} // namespace

std::string generate_program(const GeneratorOptions& options) { return ProgramGenerator(options).generate(); }

} // namespace vouch::fuzz
