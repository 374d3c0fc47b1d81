#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/facts/constant_tables.hpp"
#include "analysis/smt/terms/interval.hpp"
#include "analysis/support/patricia_map.hpp"

#include <optional>
#include <set>
#include <vector>

/// What operations do to intervals of integer registers.
namespace vouch::domains {

/// By variable; only what is narrower than its type.
using IntervalRegisters = PatriciaMap<smt::Interval>;

/// `interval` for the register; forgotten where it says no more than the type.
IntervalRegisters with(const IntervalRegisters& registers, cfa::VariableId variable, const smt::Interval& interval,
                       const cfa::Type& type);

/// What is known of an integer register.
smt::Interval value_of(const cfa::Cfa& cfa, const IntervalRegisters& registers, std::uint64_t register_key);

/// All values of the expression, which is of an integer type; other values end the run. `tables` may be null, here and below.
smt::Interval interval_of(cfa::ExpressionRef expression, const facts::ConstantTables* tables,
                          const IntervalRegisters& registers);

/// `result` with the values that the bindings have where `before` holds.
IntervalRegisters bound(const cfa::Cfa& cfa, const facts::ConstantTables* tables, const IntervalRegisters& before,
                        IntervalRegisters result, const std::vector<cfa::Binding>& bindings);

/// Behind the operation; nothing if no run gets there. Of a call and a return: with the bindings.
std::optional<IntervalRegisters> behind(const cfa::Cfa& cfa, const facts::ConstantTables* tables,
                                        const IntervalRegisters& registers, const cfa::Operation& operation);

/// The numbers that the program compares something with, and those beside them: near them loops may end.
std::set<cfa::Integer> thresholds_of(const cfa::Cfa& cfa);

/// `known` and what `added` has beyond it, moved outwards to the next threshold, at last to the end of the type.
smt::Interval widened(const std::set<cfa::Integer>& thresholds, const smt::Interval& known, const smt::Interval& added,
                      const cfa::Type& type);

} // namespace vouch::domains
