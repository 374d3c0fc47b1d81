#include "analysis/smt/encoding/ssa_map.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

bool comes_before(const SsaMap::Entry& entry, SymbolId symbol) { return entry.first < symbol; }

} // namespace

const std::vector<SsaMap::Entry>& SsaMap::entries() const {
  static const std::vector<Entry> none;
  return entries_ ? *entries_ : none;
}

unsigned SsaMap::operator[](SymbolId symbol) const {
  const std::vector<Entry>& all = entries();
  auto position = std::lower_bound(all.begin(), all.end(), symbol, comes_before);
  return position != all.end() && position->first == symbol ? position->second : 0;
}

SsaMap SsaMap::with(SymbolId symbol, unsigned index) const {
  std::vector<Entry> changed = entries();
  auto position = std::lower_bound(changed.begin(), changed.end(), symbol, comes_before);
  bool is_present = position != changed.end() && position->first == symbol;
  if (is_present && index == 0) {
    changed.erase(position);
  } else if (is_present) {
    position->second = index;
  } else if (index != 0) {
    changed.insert(position, {symbol, index});
  }
  SsaMap result;
  result.entries_ = std::make_shared<const std::vector<Entry>>(std::move(changed));
  return result;
}

std::size_t SsaMap::hash() const {
  std::size_t seed = 0;
  for (const auto& [symbol, index] : entries()) {
    hash_combine(seed, hash_of(symbol, index));
  }
  return seed;
}

} // namespace vouch::smt
