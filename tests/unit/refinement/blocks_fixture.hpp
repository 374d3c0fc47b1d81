#pragma once

#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/refinement/segment_chain.hpp"
#include "tests/support/program.hpp"

#include <memory>

namespace vouch::test {

/// Edges to build blocks from, about `int x, y` (registers):
///   x_is_0: x := 0;  x_is_1: x := 1;  y_squared: y := y & x;  grow: x := x + 1;  negative: [x < 0];  positive: [x > 0]
struct Blocks {
  Program program;
  cfa::VariableId x = program.register_variable("x", i32);
  cfa::VariableId y = program.register_variable("y", i32);
  cfa::ExpressionRef read_x = program.read(x);
  cfa::EdgeId x_is_0 = program.then(cfa::Assign{x, program.number(0)});
  cfa::EdgeId x_is_1 = program.then(cfa::Assign{x, program.number(1)});
  cfa::EdgeId y_masked = program.then(cfa::Assign{y, binary(cfa::BinaryOperator::BitAnd, program.read(y), read_x)});
  cfa::EdgeId grow = program.then(cfa::Assign{x, binary(cfa::BinaryOperator::Add, read_x, program.number(1))});
  cfa::EdgeId negative = program.then(cfa::Assume{binary(cfa::BinaryOperator::Less, read_x, program.number(0))});
  cfa::EdgeId positive = program.then(cfa::Assume{binary(cfa::BinaryOperator::Greater, read_x, program.number(0))});
  cfa::Cfa cfa = program.build();
  facts::MemoryRegions regions{cfa};
  smt::TermManager terms;
  smt::Encoder encoder{terms, cfa, regions, smt::Theory::Integers};
  domains::PathFormulas formulas;
  domains::PathFormulaEncoder paths{formulas, terms, encoder};
  RunContext context;

  cfa::ExpressionRef binary(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right) {
    return program.expressions().binary(op, left, right);
  }
  domains::PathFormulaId path(const std::vector<cfa::EdgeId>& edges) {
    domains::PathFormulaId id = formulas.start();
    for (cfa::EdgeId edge : edges) {
      id = formulas.extend(id, edge);
    }
    return id;
  }
  smt::Term symbol_x() { return encoder.symbol(encoder.symbol_of(x)); }
  smt::Term x_equals(cfa::Integer value) { return terms.equal(symbol_x(), terms.integer(value)); }
  /// The chain of blocks, all at one location.
  std::vector<refinement::ChainSegment> chain(const std::vector<domains::PathFormulaId>& blocks) {
    std::vector<refinement::ChainSegment> result;
    for (domains::PathFormulaId block : blocks) {
      auto end = std::make_shared<domains::Abstraction>();
      end->block = block;
      result.push_back({block, end, core::ArgNodeId(result.size()), result.size()});
    }
    return result;
  }
  refinement::TheoryView theory() { return {encoder, paths}; }
};

} // namespace vouch::test
