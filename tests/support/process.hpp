#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vouch::testkit {

/// What a program gave that was run to its end.
struct ProcessResult {
  int status = -1; ///< its exit status; -1 if a signal ended it
  std::string out;
  std::string err;
  std::chrono::milliseconds duration{0};
};

/// A signal to be sent to the program while it runs.
struct LateSignal {
  int number;
  std::chrono::milliseconds after;
};

/// Runs a program with nothing on its stdin; `words` starts with its path. Throws std::system_error if it cannot be
/// started.
ProcessResult run_process(const std::vector<std::string>& words, std::optional<LateSignal> signal = std::nullopt);

/// The words of a `vouch check` that is about assertions alone, unless they name properties.
std::vector<std::string> about_assertions(std::vector<std::string> words);

} // namespace vouch::testkit
