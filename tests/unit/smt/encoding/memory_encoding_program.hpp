#pragma once

#include "tests/support/program.hpp"
#include "tests/unit/smt/encoding/path_formula.hpp"

#include <gtest/gtest.h>
#include <string>

namespace vouch::smt {

/// A program that is one path through memory, in both theories.
class MemoryEncodingTest : public ::testing::TestWithParam<Theory> {
protected:
  /// A register for the value of type `type` at `address`.
  cfa::VariableId load(cfa::ExpressionRef address, const cfa::Type& type) {
    cfa::VariableId result = p.register_variable("loaded" + std::to_string(++loads_), type);
    p.then(cfa::Assign{result, p.expressions().load(address, type)});
    return result;
  }
  /// A pointer that may point to any of the variables, so that they share a region.
  cfa::VariableId pointer_to(std::initializer_list<cfa::VariableId> variables) {
    cfa::VariableId pointer = p.register_variable("p", test::pointer_type);
    for (cfa::VariableId variable : variables) {
      p.then(cfa::Assign{pointer, p.address_of(variable)});
    }
    return pointer;
  }
  PathFormula path() {
    cfa_ = p.build();
    return PathFormula(cfa_, GetParam());
  }
  bool is_bitvector() const { return GetParam() == Theory::Bitvectors; }

  /// An edge back, so that runs may take those from `first` on again and again.
  void repeat_from(cfa::EdgeId first) {
    const cfa::EdgeId last = p.then(cfa::Skip{});
    p.builder().add_edge(p.builder().edges()[last.index()].target, p.builder().edges()[first.index()].source,
                         cfa::Skip{}, {});
  }

  test::Program p;

private:
  cfa::Cfa cfa_;
  int loads_ = 0;
};

} // namespace vouch::smt
