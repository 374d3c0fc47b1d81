#pragma once

#include "server/formats/check_report.hpp"

#include <string>

/// What compiled programs say about violations.
namespace vouch::server {

/// How the reason begins of what was a violation until the compiled program was run.
inline constexpr const char* not_shown_natively = "the compiled program does not do this";

/// In words: `the compiled program does not do this: assertion "x > 0" can fail (line 7): it ran without failing`.
std::string refutation(const RefutedViolation& refuted);

/// Takes out of the report the violations whose tests, in `failing_tests`, ran otherwise: they become `refuted`, and
/// what was violated because of them alone becomes unknown. The others are confirmed natively, or keep the reason why
/// that is impossible. The lists of tests stay in step with the violations.
void confirm_natively(CheckReport& report);

} // namespace vouch::server
