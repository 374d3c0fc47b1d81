#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/trace/input_source.hpp"

#include <vector>

namespace vouch::trace {

/// The inputs that an error path wants: on its input edges, in order, the values that the path came with. What a run asks
/// for beyond that (bytes of memory that were never written, whether an allocation fails) is not part of a path and gets
/// a default: zero, and success. A run that leaves the path gets no further values.
class PathInputs : public InputSource {
public:
  PathInputs(const cfa::Cfa& cfa, const core::ErrorPath& path);
  std::optional<cfa::Integer> next(const InputRequest& request) override;

private:
  struct Planned {
    cfa::EdgeId edge;
    cfa::Integer value = 0;
  };
  const cfa::Cfa& cfa_;
  std::vector<Planned> planned_;
  std::size_t position_ = 0;
};

} // namespace vouch::trace
