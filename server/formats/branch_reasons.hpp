#pragma once

#include "server/formats/run_variables.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouch::server {

/// A value that a branch of a run has read, and where it comes from.
struct BranchReason {
  std::string name;
  std::string value;
  std::optional<std::size_t> writer = {}; ///< the step that has written it last, from 0, if that can be told
  bool is_from_start = false;             ///< no step has written it: as it was when the run began
};

/// Why the branches of the run went as they did, by their steps.
std::map<std::size_t, std::vector<BranchReason>> branch_reasons(const Violation& violation,
                                                                const ProgramNames& program);

/// Who wrote a value. Caller: it was passed to the function. Start: see `BranchReason`.
enum class ValueOrigin { Unknown, Write, Input, Caller, Start };
ValueOrigin origin_of(const Violation& violation, const BranchReason& reason);

/// The reason in words: `k = 4, written by step 3: k += n`.
std::string phrase_of(const Violation& violation, const BranchReason& reason);

} // namespace vouch::server
