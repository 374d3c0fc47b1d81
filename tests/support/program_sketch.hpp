#pragma once

#include "analysis/cfa/cfa.hpp"

#include <string>
#include <utility>

namespace vouch::test {

/// Builds small automata over 32-bit integers by hand, for tests that need a program but no C.
class ProgramSketch {
public:
  static inline const cfa::Type integer = cfa::IntegerType{32, cfa::Signedness::Signed};

  ProgramSketch() : builder_(cfa::DataModel{}), main_(builder_.add_function("main", {})) {}

  [[nodiscard]] cfa::FunctionId main() const { return main_; }
  [[nodiscard]] cfa::LocationId entry() { return builder_.function(main_).entry; }
  [[nodiscard]] cfa::LocationId exit() { return builder_.function(main_).exit; }
  cfa::CfaBuilder& builder() { return builder_; }

  cfa::VariableId variable(std::string name) {
    cfa::Variable variable;
    variable.name = std::move(name);
    variable.type = integer;
    variable.function = main_;
    return builder_.add_variable(std::move(variable));
  }
  /// One that all functions share.
  cfa::VariableId global(std::string name) {
    cfa::Variable variable;
    variable.name = std::move(name);
    variable.type = integer;
    variable.kind = cfa::VariableKind::Global;
    return builder_.add_variable(std::move(variable));
  }
  cfa::FunctionId function(std::string name) { return builder_.add_function(std::move(name), {}); }
  cfa::LocationId location() { return location(main_); }
  cfa::LocationId location(cfa::FunctionId function) { return builder_.add_location(function, {}); }
  cfa::LocationId target(std::string message) {
    return builder_.add_target(main_, {cfa::PropertyKind::Assertion, std::move(message), {}}, {});
  }

  cfa::ExpressionRef constant(cfa::Integer value) { return builder_.expressions().constant(value, integer); }
  cfa::ExpressionRef read(cfa::VariableId variable) { return builder_.expressions().read(variable, integer); }
  cfa::ExpressionRef binary(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right) {
    return builder_.expressions().binary(op, left, right);
  }
  /// `variable == value`.
  cfa::ExpressionRef equals(cfa::VariableId variable, cfa::Integer value) {
    return binary(cfa::BinaryOperator::Equal, read(variable), constant(value));
  }
  cfa::ExpressionRef less(cfa::VariableId variable, cfa::Integer value) {
    return binary(cfa::BinaryOperator::Less, read(variable), constant(value));
  }
  cfa::ExpressionRef plus(cfa::VariableId variable, cfa::Integer value) {
    return binary(cfa::BinaryOperator::Add, read(variable), constant(value));
  }

  cfa::EdgeId edge(cfa::LocationId from, cfa::LocationId to, cfa::Operation operation) {
    return builder_.add_edge(from, to, std::move(operation), {});
  }
  cfa::EdgeId skip(cfa::LocationId from, cfa::LocationId to) { return edge(from, to, cfa::Skip{}); }
  cfa::EdgeId assign(cfa::LocationId from, cfa::LocationId to, cfa::VariableId variable, cfa::ExpressionRef value) {
    return edge(from, to, cfa::Assign{variable, value});
  }
  cfa::EdgeId set(cfa::LocationId from, cfa::LocationId to, cfa::VariableId variable, cfa::Integer value) {
    return assign(from, to, variable, constant(value));
  }
  cfa::EdgeId input(cfa::LocationId from, cfa::LocationId to, cfa::VariableId variable) {
    return edge(from, to, cfa::Input{variable, cfa::InputKind::Nondeterministic, "nondet", {}, {}});
  }
  /// Two edges: to `if_holds` where the condition is not zero, to `otherwise` where it is.
  void branch(cfa::LocationId from, cfa::ExpressionRef condition, cfa::LocationId if_holds, cfa::LocationId otherwise) {
    edge(from, if_holds, cfa::Assume{condition, cfa::Polarity::Holds});
    edge(from, otherwise, cfa::Assume{condition, cfa::Polarity::Fails});
  }
  void call(cfa::LocationId from, cfa::LocationId to, cfa::FunctionId callee) {
    builder_.add_call(from, to, cfa::Call{callee, {}}, {}, {});
  }

  /// Ends the sketch.
  cfa::Cfa build() { return builder_.build(); }

private:
  cfa::CfaBuilder builder_;
  cfa::FunctionId main_;
};

} // namespace vouch::test
