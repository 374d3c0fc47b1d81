#pragma once

#include <functional>

namespace vouch::frontend {

/// Runs `work` on a thread of its own with a stack that is large enough for expressions with tens of thousands of
/// operators, and waits for it. Exceptions of `work` come out here.
void run_with_large_stack(const std::function<void()>& work);

} // namespace vouch::frontend
