#include "analysis/cfa/source_symbols.hpp"

#include <utility>

namespace vouch::cfa {

CTypeId SourceSymbols::add_type(CType type) {
  types_.push_back(std::move(type));
  return CTypeId(types_.size() - 1);
}

CTypeId SourceSymbols::named_type(const std::string& name) const {
  auto known = named_types_.find(name);
  return known != named_types_.end() ? known->second : CTypeId();
}

} // namespace vouch::cfa
