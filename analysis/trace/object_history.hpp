#pragma once

#include "analysis/trace/machine.hpp"

#include <map>
#include <string>

namespace vouch::trace {

/// Remembers where the objects of a run come from and where they are freed, and says by that what a violation is.
class ObjectHistory {
public:
  /// `program` must outlive it.
  explicit ObjectHistory(const Program& program) : program_(program), cfa_(*program.cfa) {}

  /// To be called with each edge of the run right after it was executed, in order.
  void note(cfa::EdgeId edge, const Machine& machine);

  /// What goes wrong where `edge`, the last one, leads to a target: "the memory from line 3 was freed in line 5".
  [[nodiscard]] std::string violation_at(cfa::EdgeId edge, const Machine& machine) const;

private:
  struct Story {
    cfa::VariableId variable; ///< invalid: it was allocated
    SourceRange made;
    SourceRange freed; ///< invalid: it was not, or its block was left
  };
  using Key = std::pair<std::uint32_t, std::uint32_t>; ///< slot and generation

  static Key key_of(Provenance object) { return {object.slot, object.generation}; }
  [[nodiscard]] const Story* story_of(Provenance object) const;
  [[nodiscard]] std::string line(const SourceRange& range, const SourceRange& seen_from) const;
  [[nodiscard]] std::string memory_of(const Story& story) const;
  [[nodiscard]] std::string out_of_bounds(Provenance object, const Machine& machine) const;
  [[nodiscard]] std::string used_after_its_life(Provenance object, std::string_view adverb) const;
  [[nodiscard]] std::string lost(const Machine& machine) const;

  const Program& program_;
  const cfa::Cfa& cfa_;
  SourceRange place_; ///< where the run is in the source: in a model of a library function, at the call
  std::map<Key, Story> stories_;
};

} // namespace vouch::trace
