#pragma once

#include "analysis/cfa/cfa.hpp"

#include <memory>
#include <string>

namespace vouch::trace {

inline const cfa::Type i8 = cfa::IntegerType{8, cfa::Signedness::Signed};
inline const cfa::Type u8 = cfa::IntegerType{8, cfa::Signedness::Unsigned};
inline const cfa::Type i32 = cfa::IntegerType{32, cfa::Signedness::Signed};
inline const cfa::Type u32 = cfa::IntegerType{32, cfa::Signedness::Unsigned};
inline const cfa::Type i64 = cfa::IntegerType{64, cfa::Signedness::Signed};
inline const cfa::Type u64 = cfa::IntegerType{64, cfa::Signedness::Unsigned};
inline const cfa::Type pointer = cfa::PointerType{64};
inline const cfa::Type f32 = cfa::FloatType{32};
inline const cfa::Type f64 = cfa::FloatType{64};
inline const cfa::Type f80 = cfa::FloatType{80};

/// Writes a Cfa by hand: operations follow each other in the current function unless a location is named.
class CfaSketch {
public:
  CfaSketch() : builder_(cfa::DataModel{}) {
    main_ = builder_.add_function("main", range(1));
    enter(main_);
  }

  cfa::CfaBuilder& builder() { return builder_; }
  cfa::ExpressionPool& pool() { return builder_.expressions(); }
  [[nodiscard]] cfa::FunctionId main() const { return main_; }
  [[nodiscard]] cfa::LocationId here() const { return here_; }

  void enter(cfa::FunctionId function) {
    function_ = function;
    here_ = builder_.function(function).entry;
  }
  void go_to(cfa::LocationId location) { here_ = location; }
  cfa::LocationId location() { return builder_.add_location(function_, range(++line_)); }

  cfa::VariableId variable(std::string name, const cfa::Type& type, cfa::Storage storage = cfa::Storage::Register,
                           std::string type_spelling = {}, cfa::VariableKind kind = cfa::VariableKind::Local) {
    cfa::Variable variable;
    variable.name = std::move(name);
    variable.type = type;
    variable.kind = kind;
    variable.storage = storage;
    variable.function = function_;
    variable.type_spelling = std::move(type_spelling);
    return builder_.add_variable(variable);
  }

  cfa::LocationId operation(cfa::Operation operation, std::string text = {}) {
    cfa::LocationId next = location();
    edge(next, std::move(operation), std::move(text));
    here_ = next;
    return next;
  }
  void edge(cfa::LocationId target, cfa::Operation operation, std::string text = {}) {
    builder_.add_edge(here_, target, std::move(operation), range(++line_), std::move(text));
  }

  cfa::ExpressionRef constant(cfa::Integer value, const cfa::Type& type = i32) { return pool().constant(value, type); }
  cfa::ExpressionRef number(long double value, const cfa::Type& type) {
    return pool().make(cfa::FloatConstant{value}, type);
  }
  cfa::ExpressionRef read(cfa::VariableId variable) { return pool().read(variable, builder_.variable(variable).type); }
  cfa::ExpressionRef address(cfa::VariableId variable) { return pool().make(cfa::AddressOf{variable}, pointer); }
  cfa::ExpressionRef add_bytes(cfa::ExpressionRef address, cfa::Integer bytes) {
    return pool().binary(cfa::BinaryOperator::PointerAdd, address, constant(bytes, i64));
  }
  cfa::ExpressionRef load(cfa::ExpressionRef address, const cfa::Type& type) { return pool().load(address, type); }
  cfa::ExpressionRef binary(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right) {
    return pool().binary(op, left, right);
  }

  /// Control goes on if `condition` holds, and to a target if not.
  cfa::LocationId check(cfa::ExpressionRef condition, std::string text = "assertion") {
    cfa::LocationId target = builder_.add_target(
        function_, {cfa::PropertyKind::Assertion, "assertion \"" + text + "\" can fail", {}}, range(++line_));
    edge(target, cfa::Assume{condition, cfa::Polarity::Fails}, text);
    operation(cfa::Assume{condition, cfa::Polarity::Holds}, text);
    return target;
  }
  void return_here() { edge(builder_.function(function_).exit, cfa::Skip{}); }

  cfa::Cfa build() { return builder_.build(); }

  static SourceRange range(unsigned line) {
    static const auto file = std::make_shared<const std::string>("sketch.c");
    return {file, {line, 1}, {line, 10}};
  }

private:
  cfa::CfaBuilder builder_;
  cfa::FunctionId main_;
  cfa::FunctionId function_;
  cfa::LocationId here_;
  unsigned line_ = 1;
};

} // namespace vouch::trace
