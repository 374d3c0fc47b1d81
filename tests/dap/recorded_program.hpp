#pragma once

#include "tests/support/dap_client.hpp"
#include "tests/support/process.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <unistd.h>

namespace vouch::test {

/// A C file with the report that `vouch check` has written about it, in a folder of its own.
class RecordedProgram {
public:
  explicit RecordedProgram(const std::string& text, const std::vector<std::string>& options = {}) {
    std::filesystem::create_directories(folder_);
    std::ofstream(source()) << text;
    check(options);
  }
  ~RecordedProgram() { std::filesystem::remove_all(folder_); }
  RecordedProgram(const RecordedProgram&) = delete;
  RecordedProgram& operator=(const RecordedProgram&) = delete;

  void check(const std::vector<std::string>& options = {}) {
    std::vector<std::string> command = {VOUCH_BINARY, "check", "--format", "json", "--timeout", "100"};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(source());
    const auto result = testkit::run_process(command);
    std::ofstream(report()) << result.out;
    EXPECT_EQ(result.status, 1) << result.err << result.out;
  }

  [[nodiscard]] std::string folder() const { return folder_; }
  [[nodiscard]] std::string source() const { return folder_ / "program.c"; }
  [[nodiscard]] std::string report() const { return folder_ / "report.json"; }
  [[nodiscard]] Json launch() const { return {{"report", report()}}; }

private:
  static int next_number() {
    static int number = 0;
    return ++number;
  }
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() /
                                  ("vouch-dap-" + std::to_string(getpid()) + "-" + std::to_string(next_number()));
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
