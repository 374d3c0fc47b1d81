#pragma once

#include "analysis/report/options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace vouch::server {

enum class ReportFormat { Text, Json, Sarif };

/// Who confirms a violation before it is reported: the interpreter alone, or the compiled program too.
enum class Confirmation { Interpreter, Native };

/// What `vouch check` was asked to do.
struct CheckOptions {
  std::vector<std::string> files;           ///< as the user wrote them; none: all of the compilation database
  std::vector<std::string> clang_arguments; ///< what stood behind `--`
  std::string build_directory;              ///< `-p`; empty: search
  Options engine = {.properties = {checked_by_default.begin(), checked_by_default.end()}};
  /// Files, or functions of one file, verified at a time.
  std::size_t jobs = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  std::chrono::milliseconds timeout{20'000}; ///< for all files together
  std::uint64_t memory_limit_bytes = 0;      ///< 0: what the machine allows
  ReportFormat format = ReportFormat::Text;
  std::string graph_file;           ///< where reachability graphs are written, DOT if it ends in .dot; empty: nowhere
  std::string precision_file;       ///< what analyses begin with; empty: nothing
  std::string precision_out_file;   ///< where it is written what refinement found; empty: nowhere
  std::string witness_file;         ///< where the witness of the verdict is written; empty: nowhere
  std::string witness_to_check;     ///< a witness to decide about, in the place of the file's properties; empty: none
  std::string baseline_file;        ///< an earlier report to compare with; empty: none
  std::string coverage_file;        ///< where it is written which checks are proved; empty: nowhere
  std::string failing_tests_folder; ///< where tests of violations are written; empty: nowhere
  Confirmation confirmation = Confirmation::Interpreter;
  std::string test_compiler;    ///< compiles these tests; empty: gcc, and Clang where a test does not fail with gcc
  bool show_hints = false;      ///< in the text; JSON always has them
  bool show_statistics = false; ///< in the text; JSON always has them
  bool verbose = false;
};

} // namespace vouch::server
