#pragma once

#include "analysis/facts/call_graph.hpp"
#include "analysis/refinement/predicates/bytes_of_loops.hpp"

#include <map>
#include <set>

/// Which functions have which strings: who reads and writes bytes in loops, and from where the pointers come.
namespace vouch::refinement {

/// A set of registers, and of variables in memory that stand for their addresses.
using Registers = std::set<cfa::VariableId>;

class StringUses {
public:
  StringUses(const cfa::Cfa& cfa, const facts::MemoryRegions& regions);

  /// By head of a loop: where it reads and writes bytes. Only loops that do.
  [[nodiscard]] const std::map<cfa::LocationId, BytesOfLoop>& loops() const { return loops_; }
  /// By register: those that are copied to it, in its function or by a call; not by where the verification starts.
  [[nodiscard]] const std::map<cfa::VariableId, Registers>& copies() const { return copies_; }
  /// The register, and those whose values it may have had.
  [[nodiscard]] Registers origins_of(cfa::VariableId variable) const;
  /// The functions that have a register, or use the address of a variable in memory.
  [[nodiscard]] std::set<cfa::FunctionId> functions_with(cfa::VariableId variable) const;
  /// Of the origins, those in a function.
  [[nodiscard]] Registers origins_in(cfa::FunctionId function, cfa::VariableId variable) const;
  /// Whether something is added to the pointer, somewhere.
  [[nodiscard]] bool moves(cfa::VariableId pointer) const { return moved_.contains(pointer); }
  /// The heads of loops that run while `function` does, in it and in what it calls; with or without bytes.
  [[nodiscard]] std::set<cfa::LocationId> heads_while(cfa::FunctionId function) const;
  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }

private:
  const cfa::Cfa& cfa_;
  facts::CallGraph calls_;
  std::map<cfa::LocationId, BytesOfLoop> loops_;
  std::map<cfa::VariableId, Registers> copies_;
  Registers moved_;
  std::map<cfa::VariableId, std::set<cfa::FunctionId>> addressed_by_; ///< by variable in memory
};

} // namespace vouch::refinement
