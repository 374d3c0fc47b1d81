#include "tests/programs/program_expectation.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace vouch::testkit {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

FunctionExpectation function_of(const std::string& text) {
  const auto verdict = text.find(": ");
  if (verdict == std::string::npos) {
    throw std::runtime_error("not a function and its verdict: " + text);
  }
  const auto reason = text.find(": ", verdict + 2);
  FunctionExpectation function{text.substr(0, verdict), text.substr(verdict + 2, reason - verdict - 2), ""};
  function.reason = reason == std::string::npos ? "" : text.substr(reason + 2);
  return function;
}

} // namespace

ProgramExpectation read_expectation(const std::filesystem::path& program) {
  ProgramExpectation expectation;
  std::ifstream lines(program);
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    auto colon = line.find(": ");
    if (colon == std::string::npos) {
      throw std::runtime_error(program.string() + ": not an expectation: " + line);
    }
    auto key = line.substr(3, colon - 3);
    auto value = line.substr(colon + 2);
    if (key == "expect") {
      expectation.verdict = value;
    } else if (key == "expect-line") {
      expectation.violation_line = static_cast<unsigned>(std::stoul(value));
    } else if (key == "reason") {
      expectation.reason = value;
    } else if (key == "expect-code") {
      expectation.code = value;
    } else if (key == "property") {
      expectation.options.insert(expectation.options.begin(),
                                 {"--property", value}); // what stands behind -- is Clang's
    } else if (key == "options") {
      std::vector<std::string> words = words_of(value);
      expectation.options.insert(expectation.options.end(), words.begin(), words.end());
    } else if (key == "function") {
      expectation.functions.push_back(function_of(value));
    } else if (key == "assumes") {
      expectation.assumptions.push_back(value);
    } else if (key == "hint") {
      expectation.hint_lines.push_back(static_cast<unsigned>(std::stoul(value)));
    } else if (key == "feature" || key == "no-failing-test" || key == "not-native") {
      continue; // for feature_table.py, failing_tests_test.cpp and native_check.py
    } else if (key == "unconfirmed") {
      expectation.confirmed = false;
    } else {
      throw std::runtime_error(program.string() + ": unknown expectation '" + key + "'");
    }
  }
  if (std::ranges::find(expectation.options, "--property") == expectation.options.end()) {
    expectation.options.insert(expectation.options.begin(), {"--property", "assert,reach-error"});
  }
  const auto& verdict = expectation.verdict;
  if (verdict != "safe" && verdict != "violated" && verdict != "unknown") {
    throw std::runtime_error(program.string() + ": does not begin with // expect: safe, violated or unknown");
  }
  if ((verdict == "violated") != expectation.violation_line.has_value()) {
    throw std::runtime_error(program.string() + ": expect-line belongs to every violated program, and to no other");
  }
  if ((verdict == "unknown") == expectation.reason.empty()) {
    throw std::runtime_error(program.string() + ": reason belongs to every unknown program, and to no other");
  }
  return expectation;
}

} // namespace vouch::testkit
