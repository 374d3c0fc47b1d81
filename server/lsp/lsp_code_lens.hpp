#pragma once

#include "protocol/lsp_features.hpp"
#include "server/lsp/lsp_status.hpp"

#include <vector>

namespace vouch::server {

/// Whether the client can do what only an editor can: start a debugger.
enum class DebuggerStart { ByClient, No };

/// The names of the commands in lenses and actions, as docs/protocol.md has them.
namespace commands {
inline constexpr const char* verify = "vouch.verify";
inline constexpr const char* cancel = "vouch.cancel";
inline constexpr const char* verify_workspace = "vouch.verifyWorkspace";
inline constexpr const char* cancel_workspace = "vouch.cancelWorkspace";
inline constexpr const char* give_more_time = "vouch.giveMoreTime";
inline constexpr const char* verify_callers = "vouch.verifyCallers";
inline constexpr const char* prove = "vouch.prove";
inline constexpr const char* select_trace = "vouch.selectTrace";
inline constexpr const char* make_test = "vouch.makeTest";
inline constexpr const char* insert_invariant = "vouch.insertInvariant";
inline constexpr const char* add_precondition = "vouch.addPrecondition";
inline constexpr const char* step_through = "vouch.stepThrough"; ///< the client's
} // namespace commands

/// What stands above each function: its status, and what can be done about it.
std::vector<protocol::CodeLens> code_lenses(const DocumentStatus& status, DebuggerStart debugger);

/// The status of a function in a few words: `proved · 0.4 s · cached`.
std::string describe(const DocumentStatus& status, const VerifiedFunction& function);

/// Commands that are about a trace and about a function of a document.
protocol::Command trace_command(std::string title, const char* command, const DocumentStatus& status,
                                const VerifiedTrace& trace);
protocol::Command function_command(std::string title, const char* command, const DocumentStatus& status,
                                   const std::string& function);

} // namespace vouch::server
