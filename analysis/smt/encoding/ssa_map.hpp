#pragma once

#include "analysis/support/hash.hpp"
#include "analysis/support/strong_id.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace vouch::smt {

/// A piece of the program's state that formulas speak about: a variable in a register, a region of memory, ...
using SymbolId = StrongId<struct SymbolTag>;

/// Which version of every symbol is the current one: symbol -> SSA index. Index 0 is the value at the start of the
/// block. A value: copies share their content, changes copy it.
class SsaMap {
public:
  using Entry = std::pair<SymbolId, unsigned>;

  [[nodiscard]] unsigned operator[](SymbolId symbol) const;
  [[nodiscard]] SsaMap with(SymbolId symbol, unsigned index) const;

  /// The symbols with an index above 0, by symbol.
  [[nodiscard]] auto begin() const { return entries().begin(); }
  [[nodiscard]] auto end() const { return entries().end(); }
  [[nodiscard]] std::size_t size() const { return entries().size(); }

  friend bool operator==(const SsaMap& a, const SsaMap& b) {
    return a.entries_ == b.entries_ || a.entries() == b.entries();
  }
  [[nodiscard]] std::size_t hash() const;

private:
  [[nodiscard]] const std::vector<Entry>& entries() const;

  std::shared_ptr<const std::vector<Entry>> entries_; ///< sorted by symbol; null: empty
};

} // namespace vouch::smt

template <>
struct std::hash<vouch::smt::SsaMap> {
  std::size_t operator()(const vouch::smt::SsaMap& map) const noexcept { return map.hash(); }
};
