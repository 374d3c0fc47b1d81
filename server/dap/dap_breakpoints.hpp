#pragma once

#include "analysis/run_recording.hpp"
#include "protocol/dap_types.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Breakpoints of a recorded run. Since the run is over, a breakpoint is the list of steps at which it stops:
/// conditions and hit counts are the same in both directions. Hits are counted from the beginning of the run.
/// Conditions are evaluated once, and only as far as the run goes.
namespace vouch::server {

enum class BreakpointKind { Line, Function, Data };

struct BreakpointHit {
  std::size_t step = 0;
  BreakpointKind kind = BreakpointKind::Line;
  std::int64_t id = 0;
};

class DapBreakpoints {
public:
  /// `tell` gets lines for the user's console.
  DapBreakpoints(RunRecording& recording, std::function<void(const std::string&)> tell);

  /// What a breakpoint stops at, apart from its place.
  struct Rule {
    std::string condition;     ///< empty: always
    std::string hit_condition; ///< `3`, `>= 3`, `% 3`; empty: every time
    std::string log_message;   ///< not empty: it does not stop
  };
  /// What the client is told of it.
  struct Made {
    std::int64_t id = 0;
    std::string problem; ///< empty: none
  };

  void clear_lines(const std::string& file);
  Made add_line(const std::string& file, unsigned line, const Rule& rule);
  void clear_functions() { functions_.clear(); }
  Made add_function(const std::string& name, const Rule& rule);
  void clear_data() { data_.clear(); }
  Made add_data(const std::string& watch_id, const Rule& rule);

  /// The first hit behind `from` and not behind `to`, or, if `to` is earlier, the last one before `from` and not before
  /// `to`.
  std::optional<BreakpointHit> find(std::size_t from, std::size_t to);

  /// Log messages of the steps behind `from`, up to `to`.
  void log_between(std::size_t from, std::size_t to);

private:
  enum class Decision : std::uint8_t { Open, Holds, Fails };

  struct Breakpoint {
    std::int64_t id = 0;
    Rule rule;
    std::vector<std::size_t> candidates; ///< steps at its place, ascending
    std::vector<Decision> decisions;     ///< by candidate: what its condition says
    std::size_t without_value = 0;       ///< candidates at which the condition has none
    std::vector<std::size_t> counted;    ///< of those with a hit condition: the hits among the first candidates
    std::size_t candidates_counted = 0;  ///< how many candidates these are
    std::size_t count = 0;               ///< at how many of them the condition holds
    std::string watch_id;                ///< of data breakpoints
  };

  Made add(std::vector<Breakpoint>& list, std::vector<std::size_t> candidates, const Rule& rule);
  void decide(Breakpoint& breakpoint, std::size_t begin, std::size_t end);
  void count(Breakpoint& breakpoint, std::size_t end);
  std::optional<std::size_t> next_hit(Breakpoint& breakpoint, std::size_t from, std::size_t to);
  std::optional<std::size_t> last_hit(Breakpoint& breakpoint, std::size_t from, std::size_t to);
  bool condition_holds(const Breakpoint& breakpoint, std::size_t step);
  void consider(std::vector<Breakpoint>& list, BreakpointKind kind, std::size_t from, std::size_t to,
                std::optional<BreakpointHit>& best);
  void consider_data(Breakpoint& breakpoint, std::size_t from, std::size_t to, std::optional<BreakpointHit>& best);
  [[nodiscard]] std::string log_text(const std::string& message, std::size_t step);

  RunRecording& recording_;
  std::function<void(const std::string&)> tell_;
  std::int64_t next_id_ = 1;
  std::map<std::string, std::vector<Breakpoint>> lines_; ///< by file
  std::vector<Breakpoint> functions_;
  std::vector<Breakpoint> data_;
};

/// Whether the `count`th hit is one to stop at; nothing if the condition is not understood.
std::optional<bool> is_counted_hit(const std::string& hit_condition, std::size_t count);

} // namespace vouch::server
