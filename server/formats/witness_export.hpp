#pragma once

#include "analysis/report/report.hpp"
#include "server/formats/witness.hpp"

#include <optional>
#include <string>

namespace vouch::server {

/// The run of a violation as waypoints: results of functions without a definition, branches, and the target. What the
/// trace leaves out is left out: then the witness stands for more runs than this one. `text` is the content of the file
/// `name`; steps in other files are left out.
ViolationWitness witness_of(const Violation& violation, const std::string& name, const std::string& text);

/// What is known to hold at loops of the file.
CorrectnessWitness witness_of(const std::vector<Invariant>& invariants, const std::string& name,
                              const std::string& text);

/// The document for a verified file; none if its verdict is unknown.
std::optional<std::string> witness_document(const FileReport& report, const Options& options,
                                            const std::string& version, const std::string& text);

} // namespace vouch::server
