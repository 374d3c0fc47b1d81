#pragma once

#include "tests/fuzz/expression_generator.hpp"
#include "tests/fuzz/memory_statements.hpp"
#include "tests/fuzz/program_generator.hpp"

namespace vouch::fuzz {

/// What has been made of a program so far.
struct ProgramDraft {
  const GeneratorOptions& options;
  Random random;
  std::vector<StructKind> structs;
  std::vector<Function> functions;
  std::vector<FunctionPointer> function_pointers;
  std::vector<Variable> globals;
  std::string text;
  bool has_helpers = false; ///< which odd statements call

  /// A name of file scope.
  [[nodiscard]] std::string name(const std::string& base) const { return options.prefix + base; }
  /// Of some type and kind of struct.
  Variable new_variable(std::string variable_name, Shape shape);
  void line(unsigned indent, const std::string& statement);
};

/// What `value` adds to the checksum: of floats something that every NaN has in common.
std::string checked(const std::string& value, const NumberKind& type);

/// Makes the bodies of functions.
class StatementGenerator {
public:
  explicit StatementGenerator(ProgramDraft& draft);

  enum class Purity { Pure, Impure };
  /// The scope is empty then, or holds the globals.
  void begin_function(Purity purity);
  /// Variables of a function's outermost block.
  void declare_variables();
  /// At least two statements of the outermost block.
  void body(unsigned depth);
  void assertion();
  /// A call as a statement. False if there is nothing in scope for an argument.
  bool call(const Function& function);
  /// Gives back what `declare_variables` allocated.
  void release_memory();

  void line(const std::string& statement) { draft_.line(indent_, statement); }
  std::string value_of(const NumberKind& type, unsigned depth);
  ExpressionGenerator& expressions() { return expressions_; }

private:
  using Effects = ExpressionGenerator::Effects;

  void declare_locals(unsigned count);
  void declare_static();
  void declare_pointers();
  void declare_memory();
  void statements(unsigned depth, unsigned count);
  void block(unsigned depth);
  void statement(unsigned depth);
  void input();
  void special_assignment();
  bool call_statement();
  bool pointer_assignment();
  bool struct_assignment();
  bool function_pointer_assignment();
  bool memory_statement();
  bool odd_statement();
  void jump();
  void loop(unsigned depth);
  void counting_loop(unsigned depth, std::size_t kind);
  bool walk(unsigned depth);
  void switch_statement(unsigned depth);
  std::string new_name() { return "v" + std::to_string(locals_++); }

  ProgramDraft& draft_;
  Random& random_;
  ExpressionGenerator expressions_;
  std::vector<std::string> allocated_; ///< in the function
  std::string label_;                  ///< that a goto may jump to; empty: none
  unsigned indent_ = 1;
  unsigned locals_ = 0;
  unsigned labels_ = 0;
  unsigned loops_ = 0;
  bool is_pure_ = false;
};

} // namespace vouch::fuzz
