#include "analysis/core/state_text.hpp"

namespace vouch::core {

std::string text_of(const std::vector<cfa::ExpressionRef>& conditions, const cfa::Cfa& cfa) {
  const cfa::Names names = cfa.names();
  TextList list;
  for (cfa::ExpressionRef condition : conditions) {
    list.add(to_string(condition, names));
  }
  return list.finish();
}

} // namespace vouch::core
