#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <map>
#include <set>
#include <vector>

/// What predicates take over where another domain has given something up: InferPred in D. Beyer, T. A. Henzinger, G. Theoduloz:
/// "Program analysis with dynamic precision adjustment", ASE 2008, section 4.
namespace vouch::domains {

/// The conditions of a program, as predicates.
class ConditionPredicates {
public:
  /// Both must outlive this.
  ConditionPredicates(const cfa::Cfa& cfa, smt::Encoder& encoder);

  /// Those that read one of the variables, and besides it registers alone.
  PredicateSet about(const std::set<cfa::VariableId>& variables);

private:
  smt::Encoder& encoder_;
  std::map<cfa::VariableId, std::vector<cfa::EdgeId>> conditions_;
};

} // namespace vouch::domains
