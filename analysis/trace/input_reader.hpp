#pragma once

#include "analysis/trace/fault.hpp"
#include "analysis/trace/input_source.hpp"
#include "analysis/trace/memory.hpp"

#include <map>
#include <string>
#include <vector>

namespace vouch::trace {

/// Asks a source for the inputs of one run, as values of the machine, and keeps external functions consistent: calls of
/// the same function with equal arguments have equal results.
class InputReader {
public:
  explicit InputReader(InputSource& source) : source_(source) {}
  /// What `other` has read so far, and `source` for the rest.
  InputReader(const InputReader& other, InputSource& source)
      : source_(source), external_results_(other.external_results_), count_(other.count_),
        has_overapproximated_(other.has_overapproximated_) {}

  struct Answer {
    Value value;
    Fault fault = Fault::None; ///< or InputsExhausted or InconsistentInput
  };
  Answer read(const InputRequest& request, const Memory& memory);

  /// A call of an external function; `arguments` stands for its name and the values of its arguments.
  Answer read_external(InputRequest request, std::vector<std::string> arguments, const Memory& memory);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] bool has_overapproximated() const { return has_overapproximated_; }

private:
  InputSource& source_;
  std::map<std::vector<std::string>, cfa::Integer> external_results_;
  std::uint64_t count_ = 0;
  bool has_overapproximated_ = false;
};

} // namespace vouch::trace
