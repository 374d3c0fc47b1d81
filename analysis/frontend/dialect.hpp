#pragma once

#include <clang/AST/ASTContext.h>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Which C a compile command asks for, as far as Clang's tree does not show it. Where a flag gives a meaning that the
/// engine does not compute, the member is that flag as it is written, for messages; it is empty where C's own rules
/// hold. See docs/decisions/0178.
struct Dialect {
  /// Of addition, subtraction, multiplication, negation and shifts to the left. What traps ends the run, as undefined
  /// behaviour does.
  enum class SignedOverflow { Undefined, Wraps, Traps } signed_overflow = SignedOverflow::Undefined;
  std::string wrapping_pointers;  ///< comparisons of pointers that left the address space mean something
  std::string other_floats;       ///< floating-point arithmetic is not that of IEEE 754
  std::string contracted_floats;  ///< products may be added without being rounded
  std::string given_contents;     ///< of automatic variables without an initialiser
  std::string valid_null;         ///< an object may be at address 0
  std::string not_understood;     ///< nothing is known of the file
  std::string common_definitions; ///< variables without an initialiser give way to definitions in other files

  friend bool operator==(const Dialect&, const Dialect&) = default;
};

/// `arguments`: the compiler first; later flags override earlier ones. `context`: what Clang made of them.
Dialect dialect_of(const std::vector<std::string>& arguments, const clang::ASTContext& context);

/// Whether a file of the one can be linked with one of the other, and verified by the rules of either.
bool are_compatible(const Dialect& a, const Dialect& b);

/// The sentences that a report has to name because of flags.
std::vector<std::string> assumptions_of(const Dialect& dialect);

/// What a compile command says about its compiler.
struct CompilerName {
  enum class Kind { Gcc, Other } kind = Kind::Other;
  std::string version; ///< as in `gcc-9`; empty if the name has none
};
/// `cc` is taken for gcc's, as on most systems that have it.
CompilerName compiler_name(const std::string& command);

/// Flags that Clang takes for errors or warns about, but that `dialect_of` knows: not to be passed to Clang.
bool is_unknown_to_clang(const std::string& argument);

} // namespace vouch::frontend
