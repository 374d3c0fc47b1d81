#pragma once

#include "analysis/reuse/portable_names.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Formulas over unindexed symbols as texts that another process, with another version of the program, can read.
///
/// Every symbol and every address goes by a portable name. A formula of which something cannot be found in the program
/// at hand cannot be read there; of one that can, the meaning may be another one than before, see PortableNames.
///
/// Example: i <= n + 1 in f: `(<= |variable f::i| (+ |variable f::n| 1))`
namespace vouch::reuse {

class PortableTerms {
public:
  /// All must outlive the object.
  PortableTerms(const cfa::Cfa& cfa, const PortableNames& names, const facts::MemoryRegions& regions,
                smt::Encoder& encoder);

  /// Nothing if the formula mentions something that has no name.
  std::optional<std::string> to_text(const smt::Term& formula);

  /// A null term for each text that is not a formula over what there is.
  std::vector<smt::Term> formulas_of(std::span<const std::string> texts);

private:
  [[nodiscard]] std::optional<std::string> name_of(const smt::Term& constant);
  [[nodiscard]] std::optional<std::string> name_of(smt::SymbolId symbol);
  [[nodiscard]] std::optional<cfa::VariableId> register_named(const std::string& name) const;
  [[nodiscard]] std::optional<facts::RegionId> region_named(const std::string& name) const;
  [[nodiscard]] std::optional<smt::SymbolId> symbol_named(const std::string& name);
  [[nodiscard]] std::optional<smt::Term> constant_named(const std::string& name);

  const cfa::Cfa& cfa_;
  const PortableNames& names_;
  const facts::MemoryRegions& regions_;
  smt::Encoder& encoder_;
};

} // namespace vouch::reuse
