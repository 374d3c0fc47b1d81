#pragma once

#include "tests/support/dap_client.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace vouch::test {

/// A C file with the report that `vouch check` has written about it, in a folder of its own.
class RecordedProgram {
public:
  explicit RecordedProgram(const std::string& text, const std::vector<std::string>& options = {}) {
    std::ofstream(source()) << text;
    check(options);
  }

  void check(const std::vector<std::string>& options = {}) {
    std::vector<std::string> command = {VOUCH_BINARY, "check", "--property", "assert,reach-error",
                                        "--format",   "json",  "--timeout",  "100"};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(source());
    const auto result = testkit::run_process(command);
    std::ofstream(report()) << result.out;
    EXPECT_EQ(result.status, 1) << result.err << result.out;
  }

  [[nodiscard]] std::string folder() const { return folder_.path(); }
  [[nodiscard]] std::string source() const { return folder_.path() / "program.c"; }
  [[nodiscard]] std::string report() const { return folder_.path() / "report.json"; }
  [[nodiscard]] Json launch() const { return {{"report", report()}}; }

private:
  TemporaryFolder folder_;
};

/// `vouch dap` on stdin and stdout, and a client.
class DapProcess {
public:
  explicit DapProcess(const std::vector<std::string>& options = {})
      : process_(command(options)), client_(process_.to_process(), process_.from_process()) {}

  DapClient& client() { return client_; }
  AdapterProcess& process() { return process_; }

private:
  static std::vector<std::string> command(const std::vector<std::string>& options) {
    std::vector<std::string> result = {VOUCH_BINARY, "dap"};
    result.insert(result.end(), options.begin(), options.end());
    return result;
  }

  AdapterProcess process_;
  DapClient client_;
};

} // namespace vouch::test
