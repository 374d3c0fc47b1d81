#pragma once

#include "analysis/cfa/cfa.hpp"

#include <string>
#include <utility>
#include <vector>

namespace vouch::test {

inline const cfa::Type i8 = cfa::IntegerType{8, cfa::Signedness::Signed};
inline const cfa::Type u8 = cfa::IntegerType{8, cfa::Signedness::Unsigned};
inline const cfa::Type i16 = cfa::IntegerType{16, cfa::Signedness::Signed};
inline const cfa::Type u16 = cfa::IntegerType{16, cfa::Signedness::Unsigned};
inline const cfa::Type i32 = cfa::IntegerType{32, cfa::Signedness::Signed};
inline const cfa::Type u32 = cfa::IntegerType{32, cfa::Signedness::Unsigned};
inline const cfa::Type i64 = cfa::IntegerType{64, cfa::Signedness::Signed};
inline const cfa::Type u64 = cfa::IntegerType{64, cfa::Signedness::Unsigned};
inline const cfa::Type f64 = cfa::FloatType{64};
inline const cfa::Type pointer_type = cfa::PointerType{64};

/// Writes a Cfa of one function, `main`, as a sequence of operations: enough to test what single edges mean.
class Program {
public:
  Program()
      : builder_(cfa::DataModel{}), pool_(&builder_.expressions()), main_(builder_.add_function("main", {})),
        last_(builder_.function(main_).entry) {}

  cfa::VariableId register_variable(std::string name, const cfa::Type& type,
                                    cfa::VariableKind kind = cfa::VariableKind::Local) {
    return add(std::move(name), type, kind, cfa::Storage::Register, 1);
  }
  cfa::VariableId memory_variable(std::string name, const cfa::Type& type, std::uint64_t alignment,
                                  cfa::VariableKind kind = cfa::VariableKind::Local) {
    return add(std::move(name), type, kind, cfa::Storage::Memory, alignment);
  }

  cfa::EdgeId then(cfa::Operation operation) {
    cfa::LocationId next = builder_.add_location(main_, {});
    cfa::EdgeId edge = builder_.add_edge(last_, next, std::move(operation), {});
    last_ = next;
    return edge;
  }

  /// This and what follows can be used after `build`, too, as long as the Cfa lives.
  cfa::ExpressionPool& expressions() { return *pool_; }
  cfa::ExpressionRef read(cfa::VariableId id) { return expressions().read(id, types_[id.index()]); }
  cfa::ExpressionRef address_of(cfa::VariableId id) { return expressions().make(cfa::AddressOf{id}, pointer_type); }
  cfa::ExpressionRef number(cfa::Integer value, const cfa::Type& type = i32) {
    return expressions().constant(value, type);
  }
  cfa::ExpressionRef plus(cfa::ExpressionRef pointer, cfa::ExpressionRef bytes) {
    return expressions().binary(cfa::BinaryOperator::PointerAdd, pointer, bytes);
  }
  cfa::ExpressionRef plus(cfa::ExpressionRef pointer, cfa::Integer bytes) { return plus(pointer, number(bytes, i64)); }
  /// `pointer + index * size`, for an index of type i64.
  cfa::ExpressionRef element(cfa::ExpressionRef pointer, cfa::ExpressionRef index, cfa::Integer size) {
    return plus(pointer, expressions().binary(cfa::BinaryOperator::Multiply, index, number(size, i64)));
  }

  cfa::FunctionId main() const { return main_; }
  cfa::CfaBuilder& builder() { return builder_; }
  cfa::Cfa build() { return builder_.build(); }

private:
  cfa::VariableId add(std::string name, const cfa::Type& type, cfa::VariableKind kind, cfa::Storage storage,
                      std::uint64_t alignment) {
    cfa::Variable variable;
    types_.push_back(type);
    variable.name = std::move(name);
    variable.type = type;
    variable.kind = kind;
    variable.storage = storage;
    variable.alignment = alignment;
    variable.function = kind == cfa::VariableKind::Global ? cfa::FunctionId() : main_;
    return builder_.add_variable(std::move(variable));
  }

  cfa::CfaBuilder builder_;
  cfa::ExpressionPool* pool_;    ///< the Cfa takes it over
  std::vector<cfa::Type> types_; ///< by variable
  cfa::FunctionId main_;
  cfa::LocationId last_;
};

} // namespace vouch::test
