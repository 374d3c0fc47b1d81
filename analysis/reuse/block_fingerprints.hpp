#pragma once

#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/constant_tables.hpp"
#include "analysis/facts/repeated_edges.hpp"
#include "analysis/facts/side_effects.hpp"
#include "analysis/reuse/canonical_code.hpp"
#include "analysis/support/fingerprint.hpp"

/// What the result of a block's analysis depends on, as fingerprints that can be compared with those of another version
/// of the program.
///
/// - own: its code (canonical_code.hpp);
/// - environment: what the meaning of that code takes from the rest of the program: which variables and regions it and
///   its callees read and write, what the regions and objects are that it uses, with whom it is recursive;
/// - deep: own and environment of the block and of everything that it calls.
///
/// A result that was checked against the results of the direct callees depends on own and environment; one that was
/// not, on deep. What both leave out is the state in which the block is entered, and the settings of the analysis.
///
/// Deep fingerprints follow R. Merkle, "A digital signature based on a conventional encryption function", CRYPTO 1987,
/// on the strongly connected components of the call graph: a component's is made from the own and environment
/// fingerprints of all members, by name, and from the deep ones of the callees outside; a member's from its name and
/// its component's.
///
/// Example: main calls f and g, g calls f. An edit in g changes g's own, and the deep ones of g and main. If g now
/// writes a variable that it did not write before, the environments of g and main change, too.
namespace vouch::reuse {

struct BlockFingerprints {
  Fingerprint own;
  Fingerprint environment;
  Fingerprint deep;
  friend bool operator==(const BlockFingerprints&, const BlockFingerprints&) = default;
};

/// The fingerprints of all functions of a Cfa in which something may run, and of the blocks of a partition.
class FingerprintTable {
public:
  /// All must outlive the result.
  FingerprintTable(const cfa::Cfa& cfa, const StableNames& names, const facts::MemoryRegions& regions,
                   const facts::BlockPartition& partition, const facts::SideEffectTable& effects);

  [[nodiscard]] const BlockFingerprints& of(cfa::FunctionId function) const { return functions_[function.index()]; }
  [[nodiscard]] const BlockFingerprints& of(facts::BlockId block) const;
  [[nodiscard]] const StableNames& names() const { return names_; }
  /// What a region is: its objects and its cells.
  [[nodiscard]] const std::string& region_text(facts::RegionId region) const { return region_texts_[region.index()]; }

  /// What `own` is the fingerprint of, made anew.
  [[nodiscard]] CanonicalCode code_of(cfa::FunctionId function) const;
  [[nodiscard]] CanonicalCode code_of(facts::BlockId block) const;
  /// What `environment` is the fingerprint of, made anew.
  [[nodiscard]] std::string environment_of(cfa::FunctionId function) const;
  [[nodiscard]] std::string environment_of(facts::BlockId block) const;

private:
  void number_objects(const std::vector<CanonicalCode>& codes);
  void describe_memory();
  [[nodiscard]] std::string environment_text(cfa::FunctionId function, const CanonicalCode& code,
                                             const facts::SideEffects& effects) const;
  [[nodiscard]] std::string pointer_text(cfa::ExpressionRef address) const;
  [[nodiscard]] std::string table_text(cfa::VariableId variable) const;
  [[nodiscard]] std::string range_text(facts::RegionId region) const;
  [[nodiscard]] std::string object_text(cfa::VariableId variable) const;
  [[nodiscard]] std::string object_text(cfa::EdgeId allocation) const;
  [[nodiscard]] std::string group_text(const facts::ObjectGroup& group) const;
  /// What may have been freed, and which lives may have ended, when a run comes to `location`.
  [[nodiscard]] std::string ended_text(cfa::LocationId location) const;
  [[nodiscard]] std::string effects_text(const facts::SideEffects& effects) const;
  const Fingerprint& of_effects(const facts::SideEffects& effects) const;
  [[nodiscard]] Fingerprint deep_of_loop(const BlockFingerprints& shallow, const CanonicalCode& code) const;
  void fingerprint_components(const std::vector<bool>& runs);

  const cfa::Cfa& cfa_;
  const facts::MemoryRegions& regions_;
  const facts::BlockPartition& partition_;
  const facts::SideEffectTable& effects_;
  const StableNames& names_;
  std::shared_ptr<const facts::ConstantTables> tables_; ///< null: no function is analysed with what is in one
  facts::CallGraph calls_;
  facts::RepeatedEdges repeated_;
  std::vector<std::vector<cfa::FunctionId>> components_;
  std::vector<std::size_t> component_of_;    ///< by function
  std::vector<Fingerprint> component_names_; ///< the sums of those of the members' names
  /// The number that a variable or allocation has in its function's code.
  std::unordered_map<cfa::VariableId, std::size_t> variable_numbers_;
  std::unordered_map<cfa::EdgeId, std::size_t> edge_numbers_;
  std::unordered_map<const facts::ObjectGroup*, Fingerprint> groups_;
  std::vector<const facts::ObjectGroup*> freed_groups_;
  std::vector<std::pair<cfa::VariableId, Fingerprint>> dangling_; ///< variables that a pointer may outlive
  std::vector<std::string> region_texts_;                         ///< by region
  std::vector<Fingerprint> region_fingerprints_;                  ///< of these texts
  std::vector<Fingerprint> static_registers_;                     ///< of their names; by variable
  std::unordered_map<cfa::EdgeId, Fingerprint> allocations_;
  mutable std::unordered_map<const facts::SideEffects*, Fingerprint> effects_fingerprints_;
  std::vector<BlockFingerprints> functions_;
  std::unordered_map<facts::BlockId, BlockFingerprints> loops_;
};

} // namespace vouch::reuse
