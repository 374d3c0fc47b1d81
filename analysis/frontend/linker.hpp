#pragma once

#include "analysis/frontend/entry_point.hpp"
#include "analysis/frontend/project_units.hpp"

#include <map>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Completes a translation unit to the part of its program that its entry points reach: what is used but not defined in
/// it, and defined in exactly one other unit of the project, is copied into its tree, with what that uses, and so on.
/// See docs/decisions/0102.
///
/// A unit is used only if a linker could join it with all that is used already: no external name is defined twice, and
/// every name has one type. Otherwise, and where more than one unit defines a name, the name stays undefined, with a
/// note. A weak or common definition gives way to a strong one that some unit has, in the file that is verified too.
class Linker {
public:
  /// Units that must not be used, by path, with the reason as the end of a sentence.
  using Refused = std::map<std::string, std::string>;

  /// `program`: the tree that grows. The arguments must outlive this; units must outlive `program`.
  Linker(clang::ASTUnit& program, const SourceMap& source, const Dialect& dialect, ProjectUnits& project,
         const RunContext& run);
  ~Linker();
  Linker(const Linker&) = delete;
  Linker& operator=(const Linker&) = delete;

  enum class Outcome {
    Done,
    Spoilt, ///< the tree is of no use any more: `refused` has one more unit to do without
  };
  /// Adds to `refused` what turns out to be unusable, and to `entry` what runs before and behind `main` in the units
  /// that are used, or, where no program starts, what others have of their variables. Throws `Interrupted`.
  Outcome link(EntryChoice& entry, Refused& refused);

  /// About definitions that would give way to others, if there were any, as far as `entry` reaches them.
  [[nodiscard]] std::vector<std::string> assumptions(const EntryChoice& entry) const;

  /// About names that stay undefined although other units define them.
  [[nodiscard]] std::vector<Message> take_notes() { return std::move(notes_); }
  /// The paths of the units that were used, sorted.
  [[nodiscard]] std::vector<std::string> files() const;

private:
  class LinkedUnits;
  /// A name that is used, and not defined.
  struct Wanted {
    const clang::DeclaratorDecl* declaration;
    std::string name;
    ProjectUnits::Owner owner = ProjectUnits::Owner::Project;
  };

  [[nodiscard]] std::vector<Wanted> wanted_names(const Usage& usage) const;
  /// The unit to take the definition from; null, perhaps with a note, if there is none.
  ProjectUnit* unit_for(const Wanted& wanted, const Refused& refused);
  void note(const Wanted& wanted, const std::string& text);

  clang::ASTUnit& program_;
  const SourceMap& source_;
  const Dialect& dialect_;
  ProjectUnits& project_;
  const RunContext& run_;
  std::unique_ptr<LinkedUnits> linked_;
  std::vector<Message> notes_;
};

} // namespace vouch::frontend
