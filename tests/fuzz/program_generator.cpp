#include "tests/fuzz/program_generator.hpp"

#include "tests/fuzz/effect_statements.hpp"
#include "tests/fuzz/extent_statements.hpp"
#include "tests/fuzz/input_functions.hpp"
#include "tests/fuzz/odd_statements.hpp"
#include "tests/fuzz/statement_generator.hpp"
#include "tests/fuzz/type_generator.hpp"

#include <utility>

namespace vouch::fuzz {
namespace {

using Purity = StatementGenerator::Purity;

/// Makes the functions, globals and types of one program, top down.
class ProgramGenerator {
public:
  explicit ProgramGenerator(const GeneratorOptions& options)
      : draft_{options, Random(options.seed), {}, {}, {}, {}, {}}, random_(draft_.random), bodies_(draft_) {}

  std::string generate() {
    make_head();
    draft_.structs = generate_types(random_, draft_.options.prefix, draft_.options.feature_percent, draft_.text);
    make_globals();
    if (random_.percent(draft_.options.odd_percent)) {
      make_helpers();
    }
    if (has_feature()) {
      make_callbacks();
    }
    for (unsigned i = 0; i < draft_.options.functions; ++i) {
      make_function("f" + std::to_string(i));
    }
    // Most loops of calls have no proof yet, so small programs get few of them.
    if (random_.percent(draft_.options.feature_percent / 3)) {
      make_recursive_function("r");
    }
    make_main();
    draft_.text += "#undef CHECK\n#undef BITS_OF\n";
    return std::move(draft_.text);
  }

private:
  bool has_feature() { return random_.percent(draft_.options.feature_percent); }

  void make_head() {
    std::string checksum = draft_.name("checksum");
    draft_.text = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n";
    for (const auto& [name, type] : input_functions) {
      draft_.text += "extern " + std::string(type) + " __VERIFIER_nondet_" + name + "(void);\n";
    }
    if (draft_.options.order_percent != 0) {
      draft_.text += "#ifdef EITHER_ORDER\nextern int next_order(void);\n#endif\n";
    }
    draft_.text +=
        "unsigned long " + checksum + ";\n#ifdef NO_CHECKSUM\n#define CHECK(value) ((void)(value))\n#else\n" +
        "#define CHECK(value) (" + checksum + " = " + checksum + " * 33u + (unsigned long)(value))\n#endif\n" +
        "#define BITS_OF(x) ((x) > -1e9 && (x) < 1e9 ? (long)((x) * 1024) : (x) < 0 ? 5 : (x) == (x) ? 6 : 7)\n";
  }

  /// What odd statements call; without it there are none.
  void make_helpers() {
    const std::string& prefix = draft_.options.prefix;
    draft_.text += effect_helpers(prefix) + extent_helpers(prefix) + odd_helpers(prefix);
    draft_.has_helpers = true;
  }

  std::string next_global() { return draft_.name("g" + std::to_string(draft_.globals.size())); }

  void make_global(Shape shape, const std::string& initialiser) {
    Variable variable = draft_.new_variable(next_global(), shape);
    variable.is_global = true;
    bool is_initialised = random_.percent(50);
    draft_.text += (random_.percent(50) ? "static " : "") + declaration(variable, draft_.structs) +
                   (is_initialised ? " = " + initialiser : "") + ";\n";
    draft_.globals.push_back(variable);
  }

  void make_globals() {
    for (unsigned i = 0; i < 4; ++i) {
      make_global(Shape::Scalar, std::to_string(random_.below(100)));
    }
    make_global(Shape::Array, "{1, 2, 3}");
    make_global(Shape::Matrix, "{{1, 2}, {3}}");
    make_global(Shape::Struct, "{1, 2}");
    bodies_.begin_function(Purity::Impure); // with the globals in scope
    while (random_.percent(draft_.options.feature_percent / 2)) {
      Variable pointer =
          draft_.new_variable(next_global(), random_.percent(70) ? Shape::Pointer : Shape::StructPointer);
      pointer.is_global = true;
      if (std::string target = bodies_.expressions().address_for(pointer); !target.empty()) {
        draft_.text += "static " + declaration(pointer, draft_.structs) + " = " + target + ";\n";
        draft_.globals.push_back(pointer);
      }
    }
  }

  Variable new_parameter(const std::string& name, bool is_pure) {
    Variable parameter = draft_.new_variable(name, Shape::Scalar);
    if (!is_pure && random_.percent(30)) {
      parameter.shape = random_.percent(50) ? Shape::Pointer : Shape::StructPointer;
    } else if (random_.percent(10)) {
      parameter.shape = Shape::Struct;
    }
    parameter.has_pointers =
        parameter.has_pointers && !is_pure && (parameter.shape == Shape::Scalar || parameter.shape == Shape::Struct);
    return parameter;
  }

  Function new_function(const std::string& base) {
    Function function;
    function.name = draft_.name(base);
    function.result = random_.one_of(integer_kinds());
    function.is_pure = random_.percent(40);
    if (random_.percent(draft_.options.feature_percent / 5)) {
      function.returns_struct = true;
      function.struct_index = random_.below(draft_.structs.size());
    }
    for (std::size_t i = 0, count = 1 + random_.below(3); i < count; ++i) {
      function.parameters.push_back(new_parameter("p" + std::to_string(i), function.is_pure));
    }
    return function;
  }

  std::string result_of(const Function& function) const {
    return function.returns_struct ? draft_.structs[function.struct_index].spelling : function.result.spelling;
  }

  /// In parentheses. `callback` stands in front, if it is not empty.
  std::string parameters_of(const Function& function, const std::string& callback) const {
    std::string text = "(" + callback;
    for (const Variable& parameter : function.parameters) {
      text += (text.size() > 1 ? ", " : "") + declaration(parameter, draft_.structs);
    }
    return text + ")";
  }

  /// Everything of a function in front of its statements.
  void begin_function(const Function& function) {
    draft_.text += "\nstatic " + result_of(function) + " " + function.name + parameters_of(function, "") + " {\n";
    bodies_.begin_function(function.is_pure ? Purity::Pure : Purity::Impure);
    auto& scope = bodies_.expressions().scope();
    scope.insert(scope.end(), function.parameters.begin(), function.parameters.end());
    bodies_.declare_variables();
  }

  void end_function(const Function& function) {
    std::string value = function.returns_struct
                            ? bodies_.expressions().struct_value(function.struct_index)
                            : bodies_.expressions().expression(2, ExpressionGenerator::Effects::None).text;
    bodies_.line(result_of(function) + " result = " + value + ";");
    bodies_.release_memory();
    bodies_.line("return result;");
    draft_.text += "}\n";
  }

  void make_function(const std::string& base) {
    Function function = new_function(base);
    begin_function(function);
    bodies_.body(function.is_pure ? 1 : 2);
    end_function(function);
    draft_.functions.push_back(std::move(function));
  }

  /// It calls itself while its first parameter is positive.
  void make_recursive_function(const std::string& base) {
    Function function = new_function(base);
    Variable depth;
    depth.name = "n";
    depth.is_counter = true;
    function.parameters.insert(function.parameters.begin(), depth);
    begin_function(function);
    bodies_.body(1);
    Function inner = function;
    inner.parameters.erase(inner.parameters.begin());
    inner.first_arguments = {"n - 1"};
    bodies_.line("if (n > 0) {");
    bodies_.call(inner);
    bodies_.line("}");
    bodies_.body(1);
    end_function(function);
    draft_.functions.push_back(std::move(function));
  }

  /// Functions of the same type, and pointers through which they are called.
  void make_callbacks() {
    Function function = new_function("c0");
    std::vector<std::string> targets;
    for (unsigned i = 0; i < 2; ++i) {
      function.name = draft_.name("c" + std::to_string(i));
      begin_function(function);
      bodies_.body(1);
      end_function(function);
      targets.push_back(function.name);
    }
    make_pointer(function, targets);
    if (random_.percent(50)) {
      make_table(function, targets);
    }
    if (random_.percent(50)) {
      make_caller(function, targets);
    }
    function.name = targets.front();
    draft_.functions.push_back(function);
  }

  /// A declarator for a pointer to such a function.
  std::string pointer_declaration(const Function& function, const std::string& declarator) const {
    return result_of(function) + " (*" + declarator + ")" + parameters_of(function, "");
  }

  /// A variable, alone or in a struct.
  void make_pointer(Function function, const std::vector<std::string>& targets) {
    std::string name = draft_.name("call");
    const std::string& target = random_.one_of(targets);
    if (random_.percent(50)) {
      draft_.text += "static " + pointer_declaration(function, name) + " = " + target + ";\n";
    } else {
      draft_.text += "static struct { int tag; " + pointer_declaration(function, "call") + "; } " + name + " = {1, &" +
                     target + "};\n";
      name += ".call";
    }
    draft_.function_pointers.push_back({name, targets});
    function.name = name;
    draft_.functions.push_back(std::move(function));
  }

  void make_table(Function function, const std::vector<std::string>& targets) {
    std::string name = draft_.name("table");
    draft_.text += "static " + pointer_declaration(function, "const " + name + "[2]") + " = {" + targets[1] + ", " +
                   targets[0] + "};\n";
    function.name = name;
    function.table_length = 2;
    draft_.functions.push_back(std::move(function));
  }

  /// A function that calls the function which it is given.
  void make_caller(Function function, const std::vector<std::string>& targets) {
    std::string name = draft_.name("apply");
    draft_.text += "static " + result_of(function) + " " + name +
                   parameters_of(function, pointer_declaration(function, "callee")) + " {\n  return callee(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      draft_.text += (i > 0 ? ", " : "") + function.parameters[i].name;
    }
    draft_.text += ");\n}\n";
    function.name = name;
    function.first_arguments = targets;
    function.first_arguments.push_back(draft_.function_pointers.front().place);
    draft_.functions.push_back(std::move(function));
  }

  void make_main() {
    bodies_.begin_function(Purity::Impure);
    draft_.text +=
        "\nint " + (draft_.options.prefix.empty() ? std::string("main") : draft_.name("main")) + "(void) {\n";
    bodies_.declare_variables();
    bodies_.body(draft_.options.depth);
    for (unsigned i = 0; i < draft_.options.final_assertions; ++i) {
      bodies_.assertion();
    }
    bodies_.release_memory();
    for (const Variable& global : draft_.globals) {
      check_global(global);
    }
    draft_.text += "  return 0;\n}\n";
  }

  void check_global(const Variable& global) {
    switch (global.shape) {
    case Shape::Scalar:
      bodies_.line(checked(global.name, global.type));
      break;
    case Shape::Array:
      bodies_.line("for (int i = 0; i < 8; i++) " + checked(global.name + "[i]", global.type));
      break;
    case Shape::Matrix:
      bodies_.line("for (int i = 0; i < 16; i++) " + checked(global.name + "[i / 4][i % 4]", global.type));
      break;
    case Shape::Struct:
      for (const Field& field : draft_.structs[global.struct_index].fields) {
        std::string element = field.elements != 0 ? "[" + std::to_string(field.elements - 1) + "]" : "";
        bodies_.line(checked(global.name + "." + field.name + element, field.type));
      }
      break;
    case Shape::Pointer:
      bodies_.line(checked("*" + global.name, global.type));
      break;
    case Shape::StructPointer:
      break;
    }
  }

  ProgramDraft draft_;
  Random& random_;
  StatementGenerator bodies_;
};

} // namespace

std::string generate_program(const GeneratorOptions& options) { return ProgramGenerator(options).generate(); }

} // namespace vouch::fuzz
