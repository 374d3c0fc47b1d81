#include "server/dap/dap_breakpoints.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace vouch::server {
namespace {

constexpr std::size_t most_log_lines = 1'000; ///< of one movement
/// Conditions are evaluated at so many candidates together: forwards, where states come cheapest.
constexpr std::size_t piece_length = 4'096;

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  const auto end = text.find_last_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

} // namespace

std::optional<bool> is_counted_hit(const std::string& hit_condition, std::size_t count) {
  std::string_view rest = trimmed(hit_condition);
  if (rest.empty()) {
    return true;
  }
  const auto digits = rest.find_first_of("0123456789");
  const std::string op(trimmed(rest.substr(0, digits == std::string_view::npos ? rest.size() : digits)));
  std::size_t number = 0;
  rest.remove_prefix(std::min(digits, rest.size()));
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || end != rest.data() + rest.size() || (op == "%" && number == 0)) {
    return std::nullopt;
  }
  return op.empty() || op == "=" || op == "==" ? std::optional(count == number)
         : op == ">"                           ? std::optional(count > number)
         : op == ">="                          ? std::optional(count >= number)
         : op == "<"                           ? std::optional(count < number)
         : op == "<="                          ? std::optional(count <= number)
         : op == "%"                           ? std::optional(count % number == 0)
                                               : std::nullopt;
}

DapBreakpoints::DapBreakpoints(RunRecording& recording, std::function<void(const std::string&)> tell)
    : recording_(recording), tell_(std::move(tell)) {}

void DapBreakpoints::clear_lines(const std::string& file) { lines_.erase(file); }

DapBreakpoints::Made DapBreakpoints::add(std::vector<Breakpoint>& list, std::vector<std::size_t> candidates,
                                         const Rule& rule) {
  Made made{next_id_++, {}};
  if (!is_counted_hit(rule.hit_condition, 1)) {
    made.problem = "the hit count is not understood; possible: 3, >= 3, > 3, <= 3, < 3, % 3";
    return made;
  }
  Breakpoint& breakpoint = list.emplace_back();
  breakpoint.id = made.id;
  breakpoint.rule = rule;
  breakpoint.decisions.assign(candidates.size(), rule.condition.empty() ? Decision::Holds : Decision::Open);
  breakpoint.candidates = std::move(candidates);
  return made;
}

DapBreakpoints::Made DapBreakpoints::add_line(const std::string& file, unsigned line, const Rule& rule) {
  return add(lines_[file], recording_.arrivals(file, line), rule);
}

DapBreakpoints::Made DapBreakpoints::add_function(const std::string& name, const Rule& rule) {
  return add(functions_, recording_.calls_of(name), rule);
}

DapBreakpoints::Made DapBreakpoints::add_data(const std::string& watch_id, const Rule& rule) {
  Made made = add(data_, {}, rule);
  if (made.problem.empty()) {
    data_.back().watch_id = watch_id;
  }
  return made;
}

bool DapBreakpoints::condition_holds(const Breakpoint& breakpoint, std::size_t step) {
  if (breakpoint.rule.condition.empty()) {
    return true;
  }
  const auto holds = recording_.holds(step, 0, breakpoint.rule.condition);
  return holds && *holds;
}

/// Finds out whether the condition holds at the candidates from index `begin` up to `end`.
void DapBreakpoints::decide(Breakpoint& breakpoint, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (breakpoint.decisions[i] != Decision::Open) {
      continue;
    }
    const auto value = recording_.holds(breakpoint.candidates[i], 0, breakpoint.rule.condition);
    breakpoint.decisions[i] = value && *value ? Decision::Holds : Decision::Fails;
    breakpoint.without_value += value ? 0 : 1;
    if (breakpoint.without_value == breakpoint.candidates.size()) { // otherwise it is a matter of where the run is
      tell_("the condition \"" + breakpoint.rule.condition +
            "\" of a breakpoint never has a value: " + value.error().message);
    }
  }
}

/// Counts the hits among the candidates up to index `end`.
void DapBreakpoints::count(Breakpoint& breakpoint, std::size_t end) {
  decide(breakpoint, breakpoint.candidates_counted, end);
  for (std::size_t& i = breakpoint.candidates_counted; i < end; ++i) {
    if (breakpoint.decisions[i] == Decision::Holds &&
        is_counted_hit(breakpoint.rule.hit_condition, ++breakpoint.count).value_or(false)) {
      breakpoint.counted.push_back(breakpoint.candidates[i]);
    }
  }
}

std::optional<std::size_t> DapBreakpoints::next_hit(Breakpoint& breakpoint, std::size_t from, std::size_t to) {
  const auto& steps = breakpoint.candidates;
  const auto index_behind = [&](std::size_t step) {
    return static_cast<std::size_t>(std::ranges::upper_bound(steps, step) - steps.begin());
  };
  const std::size_t end = index_behind(to);
  for (std::size_t begin = index_behind(from); begin < end; begin += piece_length) {
    const std::size_t piece_end = std::min(end, begin + piece_length);
    if (!breakpoint.rule.hit_condition.empty()) {
      count(breakpoint, std::max(piece_end, breakpoint.candidates_counted));
      const auto hit = std::ranges::upper_bound(breakpoint.counted, from);
      if (hit != breakpoint.counted.end()) {
        return *hit <= to ? std::optional(*hit) : std::nullopt;
      }
      continue;
    }
    for (std::size_t i = begin; i < piece_end; ++i) {
      decide(breakpoint, i, i + 1);
      if (breakpoint.decisions[i] == Decision::Holds) {
        return steps[i];
      }
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> DapBreakpoints::last_hit(Breakpoint& breakpoint, std::size_t from, std::size_t to) {
  const auto& steps = breakpoint.candidates;
  const auto index_of = [&](std::size_t step) {
    return static_cast<std::size_t>(std::ranges::lower_bound(steps, step) - steps.begin());
  };
  const std::size_t begin = index_of(to);
  std::size_t end = index_of(from);
  if (!breakpoint.rule.hit_condition.empty()) {
    count(breakpoint, std::max(end, breakpoint.candidates_counted));
    const auto behind = std::ranges::lower_bound(breakpoint.counted, from);
    return behind != breakpoint.counted.begin() && *std::prev(behind) >= to ? std::optional(*std::prev(behind))
                                                                            : std::nullopt;
  }
  while (end > begin) {
    const std::size_t piece_begin = std::max(begin, end - std::min(end, piece_length));
    decide(breakpoint, piece_begin, end);
    for (std::size_t i = end; i-- > piece_begin;) {
      if (breakpoint.decisions[i] == Decision::Holds) {
        return steps[i];
      }
    }
    end = piece_begin;
  }
  return std::nullopt;
}

void DapBreakpoints::consider(std::vector<Breakpoint>& list, BreakpointKind kind, std::size_t from, std::size_t to,
                              std::optional<BreakpointHit>& best) {
  const bool is_forwards = from <= to;
  for (Breakpoint& breakpoint : list) {
    if (!breakpoint.rule.log_message.empty()) {
      continue;
    }
    const auto step = is_forwards ? next_hit(breakpoint, from, to) : last_hit(breakpoint, from, to);
    if (step && (!best || (is_forwards ? *step < best->step : *step > best->step))) {
      best = BreakpointHit{*step, kind, breakpoint.id};
    }
  }
}

void DapBreakpoints::consider_data(Breakpoint& breakpoint, std::size_t from, std::size_t to,
                                   std::optional<BreakpointHit>& best) {
  const bool is_forwards = from <= to;
  const bool counts = !breakpoint.rule.hit_condition.empty();
  // Forwards one stops behind the write, backwards in front of it. Hits are counted from the beginning.
  std::size_t count = 0;
  std::size_t position = counts && is_forwards ? 0 : from;
  while (position != to) {
    const auto write = recording_.find_write(position, to, breakpoint.watch_id);
    if (!write) {
      return;
    }
    const std::size_t behind = std::min(*write + 1, recording_.last_step());
    const std::size_t stop = is_forwards ? behind : *write;
    position = stop;
    if (!condition_holds(breakpoint, behind)) {
      continue;
    }
    if (counts && !is_forwards) {
      count = 0;
      for (std::size_t earlier = 0; earlier < behind;) {
        const auto previous = recording_.find_write(earlier, behind, breakpoint.watch_id);
        if (!previous) {
          break;
        }
        earlier = *previous + 1;
        count += condition_holds(breakpoint, earlier) ? 1 : 0;
      }
    } else {
      ++count;
    }
    const bool is_behind_start = is_forwards ? stop > from : stop < from;
    if (is_behind_start && is_counted_hit(breakpoint.rule.hit_condition, count).value_or(false)) {
      if (!best || (is_forwards ? stop < best->step : stop > best->step)) {
        best = BreakpointHit{stop, BreakpointKind::Data, breakpoint.id};
      }
      return;
    }
  }
}

std::optional<BreakpointHit> DapBreakpoints::find(std::size_t from, std::size_t to) {
  std::optional<BreakpointHit> best;
  for (auto& [file, list] : lines_) {
    consider(list, BreakpointKind::Line, from, to, best);
  }
  consider(functions_, BreakpointKind::Function, from, to, best);
  for (Breakpoint& breakpoint : data_) {
    consider_data(breakpoint, from, best ? best->step : to, best);
  }
  return best;
}

void DapBreakpoints::log_between(std::size_t from, std::size_t to) {
  std::vector<std::pair<std::size_t, const std::string*>> messages;
  for (auto& [file, list] : lines_) {
    for (Breakpoint& breakpoint : list) {
      if (breakpoint.rule.log_message.empty()) {
        continue;
      }
      for (auto hit = next_hit(breakpoint, from, to); hit; hit = next_hit(breakpoint, *hit, to)) {
        messages.emplace_back(*hit, &breakpoint.rule.log_message);
      }
    }
  }
  std::ranges::stable_sort(messages, {}, &std::pair<std::size_t, const std::string*>::first);
  for (std::size_t i = 0; i < std::min(messages.size(), most_log_lines); ++i) {
    tell_(log_text(*messages[i].second, messages[i].first));
  }
  if (messages.size() > most_log_lines) {
    tell_("... " + std::to_string(messages.size() - most_log_lines) + " more messages of log points");
  }
}

std::string DapBreakpoints::log_text(const std::string& message, std::size_t step) {
  std::string text;
  for (std::size_t position = 0; position < message.size();) {
    const auto open = message.find('{', position);
    const auto close = open == std::string::npos ? open : message.find('}', open);
    if (close == std::string::npos) {
      return text + message.substr(position);
    }
    text += message.substr(position, open - position);
    const auto value = recording_.evaluate(step, 0, message.substr(open + 1, close - open - 1));
    text += value ? value->text : "<" + value.error().message + ">";
    position = close + 1;
  }
  return text;
}

} // namespace vouch::server
