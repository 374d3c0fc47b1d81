#pragma once

#include "analysis/inspection/recorded_steps.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vouch::inspection {

/// Which steps of a run come to which line: from another line, from another activation, or around a loop. Parts of one
/// statement, as the calls in `a = f() + g();`, come to its line once.
class LineArrivals {
public:
  /// Looks at each step once, so that lines can be asked for without looking at any.
  LineArrivals(const cfa::Cfa& cfa, const std::vector<RecordedStep>& steps);

  /// Ascending.
  [[nodiscard]] std::vector<std::size_t> at(const std::string& file, unsigned line) const;

private:
  std::map<std::pair<std::string, unsigned>, std::size_t> lines_; ///< which of the lists
  std::vector<std::vector<std::uint32_t>> arrivals_;
};

} // namespace vouch::inspection
