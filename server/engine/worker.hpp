#pragma once

#include "analysis/verifier.hpp"

namespace vouch::server {

/// `vouch worker`: verifies what it is told to on stdin and reports on stdout (see worker_messages.hpp), one order
/// after the other, until stdin ends. Returns the exit status.
int run_worker(const Verify& verify);

} // namespace vouch::server
