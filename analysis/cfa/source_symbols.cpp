#include "analysis/cfa/source_symbols.hpp"

namespace vouch::cfa {

CTypeId SourceSymbols::named_type(const std::string& name) const {
  auto known = named_types_.find(name);
  return known != named_types_.end() ? known->second : CTypeId();
}

} // namespace vouch::cfa
