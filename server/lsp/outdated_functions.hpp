#pragma once

#include "server/lsp/lsp_status.hpp"

#include <set>
#include <string>

/// Of which functions the last verdict may not be the present one.
namespace vouch::server {

/// The functions whose verdicts may be others after `edited` have got other texts: they themselves, all that may call them,
/// what shares variables of static lifetime with them, and what those call that is verified as the file calls it.
///
/// Invariant: of any other function neither its text, nor what its calls do, nor what it is called with has changed.
///
/// Example: `a` calls `b`, `b` calls `c`, and all are verified on their own. If `b` is edited, `b` and `a` are out of
/// date, and `c` is not. If `c` is static and verified in calls of `b` only, it is too.
std::set<std::string> affected_by_edits(const VerifiedDocument& document, std::set<std::string> edited);

/// `status` after an edit of `range` in its document, which has not been taken over yet.
DocumentStatus with_outdated(DocumentStatus status, const protocol::Range& range);

/// `status` once its run, which has told of parts, is over before its end: what it has decided is not out of date.
DocumentStatus with_decided_parts(DocumentStatus status);

} // namespace vouch::server
