#pragma once

#include "analysis/smt/terms/term.hpp"

#include <cstddef>
#include <memory>

namespace vouch::smt {

/// Computes terms from given values as far as that can be done step by step: operations on numbers are folded, and what is
/// read from an array is looked for among what was stored there. Remembers what was read, so that a long program, one
/// operation after the other, takes a time that grows with its length and not with that of its terms. Where a read may see
/// many writes at places that are not known, it stays a read.
///
/// Example: with a = store(store(b, 4, x), 8, y) and i = 4, `select(a, i + 4) > z` is `y > z`, and `select(a, j)` is
/// `if j = 8 then y else if j = 4 then x else select(b, j)`.
class TermComputation {
public:
  /// `terms` must outlive the object.
  explicit TermComputation(TermManager& terms);
  TermComputation(const TermComputation&) = delete;
  TermComputation& operator=(const TermComputation&) = delete;
  ~TermComputation();

  /// `term` with `values` in the place of its constants; the others stay. Values count as computed already.
  Term compute(const Term& term, const Substitution& values);

  /// At least as many terms as were made.
  [[nodiscard]] std::size_t size() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace vouch::smt
