#pragma once

#include "analysis/cfa/c_declarations.hpp"
#include "analysis/trace/recorded_run.hpp"
#include "analysis/trace/stack_contents.hpp"

#include <string>
#include <vector>

namespace vouch::trace {

/// A C file that makes a run happen natively, and how to see that it does.
struct TestText {
  std::string text;               ///< with `#include "<source>"`
  std::vector<StackPlace> places; ///< that the text names and does not define
  std::vector<std::string> flags; ///< that it needs beside those of the program
  /// What a failing run prints: all texts of one of these.
  std::vector<std::vector<std::string>> expected_output;
  std::string obstacle;            ///< why there is no such file; empty if there is one
  std::vector<std::string> doubts; ///< what may make the native run another one than the recorded
};

/// What of the run is to be shown, in the words of the report.
struct TestSubject {
  std::string source; ///< path of the C file
  std::string message;
  std::string function;
  unsigned line = 0;
};

/// Writes the test for a `run` from `entry` that has ended at a target.
TestText write_test(const cfa::Cfa& cfa, const cfa::CDeclarations& declarations, const cfa::EntryPoint& entry,
                    const RecordedRun& run, const TestSubject& subject);

} // namespace vouch::trace
