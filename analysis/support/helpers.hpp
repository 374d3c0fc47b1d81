#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace vouch {

/// Copies of this process, as it was when they were started, that work beside it. Questions and answers are bytes. Each of
/// them answers one question after the other; they end with the object.
class Helpers {
public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  virtual ~Helpers() = default;

  /// Those that have ended, too.
  [[nodiscard]] virtual std::size_t count() const = 0;

  /// Requires that `helper` has answered whatever it was asked before, and has not ended.
  virtual void ask(std::size_t helper, const std::string& question) = 0;

  struct Answer {
    std::size_t helper = 0;
    std::optional<std::string> text; ///< nothing: it has ended
    std::string how_it_ended;        ///< in words, if it has
  };
  /// The next answer; nothing if there is none within `limit`.
  virtual std::optional<Answer> wait(std::chrono::milliseconds limit) = 0;
};

/// Starts helpers that answer questions as the argument says, which is called in them only. What it throws ends them.
using StartHelpers = std::function<std::unique_ptr<Helpers>(std::function<std::string(const std::string&)>)>;

} // namespace vouch
