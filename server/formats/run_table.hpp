#pragma once

#include "server/formats/run_variables.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vouch::server {

/// A run with a column for each of some variables.
struct RunTable {
  struct Cell {
    std::string value;
    enum class Change { Same, Changed } change = Change::Changed; ///< since the variable was last seen
  };
  struct Row {
    std::size_t first_step = 0;             ///< as in `TraceLine`
    std::string text;                       ///< what happens, without values
    const FoldedSteps* fold = nullptr;      ///< of the violation: the row is for all of its steps
    std::vector<std::optional<Cell>> cells; ///< after the row; nothing: not visible there, or not known
  };
  std::vector<std::string> names; ///< of the columns
  std::vector<Row> rows;
};

/// The run, which must outlive the table, with the columns `names`.
RunTable run_table(const Violation& violation, const ProgramNames& program, std::vector<std::string> names);

/// All names of variables, and of their parts, that the run has values for, as they come.
std::vector<std::string> names_in_run(const Violation& violation);

/// Those of them that what fails mentions, and the branches that lead there: the last ones, if there are many.
std::vector<std::string> names_that_decide(const Violation& violation);

} // namespace vouch::server
