#pragma once

#include "analysis/smt/c_text/c_arithmetic.hpp"
#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/smt/terms/linear.hpp"

#include <z3++.h>

/// Only for the files of this folder: it shows Z3.
namespace vouch::smt {

/// What a term is called in C.
struct CPlace {
  cfa::NamedPlace place;
  cfa::Type type;
};

/// `array[index]`: the variable is an array, or a pointer to what is that large.
struct CElement {
  cfa::NamedPlace array;
  Linear index;
  cfa::Type type;
};

/// The value of `array[index]`, whatever the index is, in a variable of its own.
struct CCell {
  cfa::NamedPlace array;
  cfa::VariableId index;
  cfa::Type type;
};

/// Finds the places in a program that terms over unindexed symbols stand for.
class CPlaces {
public:
  /// All must outlive the object.
  CPlaces(TermManager& terms, const Encoder& encoder, const cfa::Cfa& cfa, const facts::MemoryRegions& regions)
      : terms_(terms), encoder_(encoder), cfa_(cfa), regions_(regions) {}

  [[nodiscard]] TermManager& terms() const { return terms_; }
  /// Of a constant, or an element of a region's array at a constant address.
  [[nodiscard]] std::optional<CPlace> place(const z3::expr& term) const;
  /// Of an element of a region's array at an address that is computed, behind a pointer in a register or in an array, all of
  /// which is elements like this one.
  [[nodiscard]] std::optional<CElement> computed_element(const z3::expr& select) const;
  /// Of a constant that stands for an element of an array which has a name.
  [[nodiscard]] std::optional<CCell> cell(const z3::expr& term) const;
  /// Whether both are variables of the same C type.
  [[nodiscard]] bool have_one_type(const CPlace& a, const CPlace& b) const;

private:
  /// The region whose array is read, at an integer.
  [[nodiscard]] std::optional<facts::RegionId> region_of(const z3::expr& select) const;
  [[nodiscard]] std::optional<CPlace> element(const z3::expr& select) const;
  /// The variable whose value the term is; nothing: of none.
  [[nodiscard]] std::optional<cfa::VariableId> variable_of(const z3::expr& term) const;
  /// The variable, which is in memory, or what the pointer in it leads to, if all of it is elements of the type.
  [[nodiscard]] std::optional<cfa::NamedPlace> as_array(cfa::VariableId variable, const cfa::Type& type) const;
  /// The same for the variable whose value, or whose address, the term is.
  [[nodiscard]] std::optional<cfa::NamedPlace> array_of(const Term& base, const facts::UniformCells& cells) const;
  /// The member at `offset` of what a pointer leads to that holds `base`, in `region`.
  [[nodiscard]] std::optional<CPlace> behind_pointer(const Term& base, std::uint64_t offset,
                                                     facts::RegionId region) const;
  /// Whether the pointer is null, or the start of an object of the region's with at least `size` bytes, or one that has been
  /// freed.
  [[nodiscard]] bool leads_to_start(cfa::VariableId pointer, std::uint64_t size, facts::RegionId region) const;

  TermManager& terms_;
  const Encoder& encoder_;
  const cfa::Cfa& cfa_;
  const facts::MemoryRegions& regions_;
};

/// Comparisons of bit-vectors in C syntax.
class CBits {
public:
  explicit CBits(const CPlaces& places) : places_(places) {}

  std::optional<CText> atom(const z3::expr& comparison, cfa::Polarity polarity);

private:
  /// The bits of `term` as a number of this signedness, in the C type of their width or what that is promoted to.
  std::optional<CNumber> number(const z3::expr& term, cfa::Signedness signedness);
  std::optional<CNumber> operation(const z3::expr& term, cfa::Signedness signedness);
  std::optional<CNumber> extension(const z3::expr& term, cfa::Signedness signedness);

  const CPlaces& places_;
};

} // namespace vouch::smt
