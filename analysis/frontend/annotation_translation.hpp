#pragma once

#include "analysis/support/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// What assertions in the manner of ACSL (P. Baudin et al., ACSL: ANSI/ISO C Specification Language) mean as C.
namespace vouch::frontend {

/// A token of the translation, and which token of the annotation it stands for: the next one behind it that is translated, or
/// the last one.
struct AnnotationToken {
  std::string text;
  std::size_t origin = 0;
};

/// The marks that the translation sets, functions that nobody defines:
///
///   int __vouch_annotated(int condition);         a condition of an annotation
///   void __vouch_annotated_assert(int condition); an assertion
inline constexpr const char* annotated_function = "__vouch_annotated";
inline constexpr const char* annotated_assert_function = "__vouch_annotated_assert";

/// The statement that does what `assert P;` says, for the tokens of P, in which `\forall`, `==>`, `<==>` and `^^` are tokens.
/// Quantified variables need a range from both sides. Fails with what is not understood: `"\exists"`.
///
/// Example: `\forall integer k; 0 <= k < n ==> a[k] == 0` becomes
///   for (__typeof__((0) + (n)) k = 0; __vouch_annotated(!!((k) < (n))); k++) __vouch_annotated_assert((!!(a[k] == 0)));
/// What is compared in a chain is compared pair by pair: `0 <= i < n` is `(0 <= i) && (i < n)`.
Result<std::vector<AnnotationToken>> translated_annotation(const std::vector<std::string>& tokens);

} // namespace vouch::frontend
