#include "server/lsp/new_violations.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::server {

namespace {

bool is_decided(const VerifiedFunction& function) {
  const bool is_all_checked = function.verdict == Verdict::Violated && function.checks.open == 0;
  return function.verdict == Verdict::Safe || is_all_checked;
}

bool has_violation(const VerifiedDocument& document, const std::string& fingerprint) {
  return std::ranges::any_of(document.traces, [&](const VerifiedTrace& trace) {
    return is_finding(trace) && trace.violation.fingerprint == fingerprint;
  });
}

} // namespace

LastVerdicts last_verdicts(const VerifiedDocument& document) {
  LastVerdicts last;
  for (const VerifiedFunction& function : document.functions) {
    if (is_decided(function)) {
      last.decided.insert(function.name);
    }
  }
  for (const VerifiedTrace& trace : document.traces) {
    if (is_finding(trace)) {
      last.violations.push_back({trace.function, trace.violation.code, trace.violation.fingerprint});
    }
  }
  return last;
}

std::set<std::string> new_violations(const LastVerdicts& last, const VerifiedDocument& document) {
  std::set<std::string> fingerprints;
  for (const VerifiedTrace& trace : document.traces) {
    const std::string& fingerprint = trace.violation.fingerprint;
    const bool may_be_an_earlier_one = std::ranges::any_of(last.violations, [&](const LastVerdicts::Told& told) {
      const bool is_of_its_kind = told.function == trace.function && told.code == trace.violation.code;
      return told.fingerprint == fingerprint || (is_of_its_kind && !has_violation(document, told.fingerprint));
    });
    const bool is_told = is_finding(trace) && !trace.accepted_because && !fingerprint.empty();
    if (is_told && last.decided.contains(trace.function) && !may_be_an_earlier_one) {
      fingerprints.insert(fingerprint);
    }
  }
  return fingerprints;
}

VerifiedDocument since_edit(VerifiedDocument document, const std::set<std::string>& fingerprints) {
  for (VerifiedTrace& trace : document.traces) {
    trace.is_since_edit = is_finding(trace) && fingerprints.contains(trace.violation.fingerprint);
    const auto diagnostic = std::ranges::find_if(document.diagnostics, [&](const protocol::Diagnostic& candidate) {
      return candidate.data && candidate.data->trace == trace.id &&
             candidate.data->fingerprint == trace.violation.fingerprint && candidate.data->since.empty();
    });
    if (trace.is_since_edit && diagnostic != document.diagnostics.end()) {
      diagnostic->data->since = "edit";
      std::string& message = diagnostic->message;
      message.insert(std::min(message.find('\n'), message.size()), " (since this edit)"); // in front of the steps
    }
  }
  return document;
}

std::set<std::string> still_there(const std::set<std::string>& fingerprints, const VerifiedDocument& document) {
  std::set<std::string> result;
  std::ranges::copy_if(fingerprints, std::inserter(result, result.end()),
                       [&](const std::string& fingerprint) { return has_violation(document, fingerprint); });
  return result;
}

} // namespace vouch::server
