#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/trace/input_source.hpp"

#include <map>
#include <utility>
#include <vector>

namespace vouch::trace {

/// The inputs that an error path wants: on its input edges, in order, the values that the path came with, and for values in
/// memory that was never written those that the path reads there. What a run asks for beyond that (single bytes of such
/// a value, whether an allocation fails) is not part of a path and gets a default: zero, and success. A run that leaves
/// the path gets no further inputs.
class PathInputs : public InputSource {
public:
  PathInputs(const cfa::Cfa& cfa, const core::ErrorPath& path);
  std::optional<cfa::Integer> next(const InputRequest& request) override;

private:
  struct Planned {
    cfa::EdgeId edge;
    cfa::Integer value = 0;
  };
  /// What the request calls the object, and what runs call the function, at an address of the path.
  [[nodiscard]] cfa::Integer as_asked(const InputRequest& request, cfa::Integer value) const;

  const cfa::Cfa& cfa_;
  std::vector<Planned> planned_;
  std::size_t position_ = 0;
  std::map<std::pair<std::uint64_t, cfa::ExpressionRef>, cfa::Integer> loaded_;
  std::map<std::uint64_t, cfa::Integer> objects_;  ///< their addresses, by step
  std::map<cfa::Integer, cfa::Integer> functions_; ///< the addresses that they have in runs, by those on the path
};

} // namespace vouch::trace
