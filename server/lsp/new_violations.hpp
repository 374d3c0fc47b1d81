#pragma once

#include "server/lsp/verified_document.hpp"

#include <set>
#include <string>
#include <vector>

/// Which violations an edit has brought: those that the last verification that has finished would have found, and has not.
namespace vouch::server {

/// What that verification has said.
struct LastVerdicts {
  struct Told {
    std::string function;
    std::string code;
    std::string fingerprint;
  };
  std::set<std::string> decided; ///< functions of which nothing was left open
  std::vector<Told> violations;
};

LastVerdicts last_verdicts(const VerifiedDocument& document);

/// The fingerprints of those violations in `document` that `last` shows to be new. Not among them: those of functions that
/// were not decided or not there, and those that may be an earlier one whose text or function has another name now.
std::set<std::string> new_violations(const LastVerdicts& last, const VerifiedDocument& document);

/// `document`, in which the violations with these fingerprints say that they are there since an edit.
VerifiedDocument since_edit(VerifiedDocument document, const std::set<std::string>& fingerprints);

/// Those of `fingerprints` whose violations `document` has.
std::set<std::string> still_there(const std::set<std::string>& fingerprints, const VerifiedDocument& document);

} // namespace vouch::server
