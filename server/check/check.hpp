#pragma once

#include "server/check/check_options.hpp"
#include "server/engine/isolated_verification.hpp"
#include "server/engine/test_runs.hpp"

#include <string>

namespace vouch::server {

/// What the command asks the engine for.
struct Engine {
  Verify verify;
  FailingTestEngine failing_tests;
};

/// Verifies the files, `jobs` of them at a time, and prints the report on stdout. Messages about the files and the log
/// go to stderr. Gives the exit status: 0 every property proved, 1 a violation, 2 a file cannot be read or does not
/// compile, 3 undecided. A stop signal ends it within a second: what is not decided by then is unknown, "cancelled".
int run_check(const CheckOptions& options, const Engine& engine, const std::string& version);

} // namespace vouch::server
