#pragma once

#include <string>
#include <vector>

namespace vouch::server {

/// What came of compiling and running a test.
enum class TestOutcome {
  Inconclusive, ///< there is none, or it was not compiled and run to its end
  RanOtherwise, ///< it did not do what the violation says
  Failed,       ///< as predicted
};

/// What became of the attempt to make a violation happen natively.
struct TriedTest {
  std::string file = {};    ///< the C file; empty: none is offered
  std::string command = {}; ///< compiles and runs it, from any folder
  TestOutcome outcome = TestOutcome::Inconclusive;
  std::string reason = {};              ///< unless it failed: why not, or what it did instead
  std::vector<std::string> doubts = {}; ///< if it was run: what of the run may be different from build to build
};

} // namespace vouch::server
