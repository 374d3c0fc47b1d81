#pragma once

#include "analysis/report/report.hpp"

#include <functional>
#include <vector>

/// The main door to the engine: plain data in, plain data out. Everything that passes it can be serialised and sent to
/// another process, and knows nothing of editors, of solvers or of Clang.
namespace vouch {

/// Verifies one file. Never throws: a run that `context` ends early gives `Unknown` with the reason, together with what
/// was decided by then. Where there are several entry points, each gets a fair share of the time.
FileReport verify(const SourceInput& input, const Options& options, VerificationContext& context);

/// What `Options::analysis` may name; the first one is the default.
std::vector<PresetName> presets();

using Verify = std::function<FileReport(const SourceInput&, const Options&, VerificationContext&)>;

} // namespace vouch
