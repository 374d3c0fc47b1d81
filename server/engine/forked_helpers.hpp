#pragma once

#include "analysis/support/helpers.hpp"

#include <cstddef>
#include <cstdint>

namespace vouch::server {

/// Starts up to `count` helpers that are forks of the calling thread, and die with it. One that takes more than
/// `memory_limit_bytes` of resident memory (0: no limit) is ended. What they print on stdout goes to stderr.
///
/// A crash costs the answer that was awaited; it is told as that helper's end. Where the system has no more processes or
/// descriptors there are fewer of them, and what starts them throws std::system_error if there is none.
StartHelpers forked_helpers(std::size_t count, std::uint64_t memory_limit_bytes);

} // namespace vouch::server
