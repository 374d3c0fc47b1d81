#pragma once

#include <cstdint>
#include <string>

namespace vouch::fuzz {

struct GeneratorOptions {
  std::uint64_t seed = 1;
  /// Stands before every name of file scope, so that several programs fit into one translation unit.
  std::string prefix;
  unsigned functions = 3;  ///< beside main
  unsigned statements = 6; ///< of one block, at most
  unsigned depth = 3;      ///< of nested statements and expressions
  /// Of what not every program needs, such as unions, memory from the heap or function pointers.
  unsigned feature_percent = 60;
  unsigned final_assertions = 1;  ///< at the end of main, beside those in between
  unsigned unguarded_percent = 0; ///< of the signed operations that may overflow, divide by zero or shift too far
  unsigned odd_percent = 60;      ///< of programs with statements that few programs have
  unsigned order_percent = 0;     ///< of these, those whose result depends on the order of evaluation
  unsigned misuse_percent = 0;    ///< of the uses of memory that may be out of bounds, of nothing, or of what is gone
};

/// A C program that compiles without warnings about types, terminates and has defined behaviour (unless
/// `unguarded_percent` or `misuse_percent` say otherwise), in which the order of evaluation makes no difference unless
/// `order_percent` says so. Its inputs come from
/// `__VERIFIER_nondet_*`; its assertions may fail; it computes a checksum in the variable `<prefix>checksum`, unless
/// the macro NO_CHECKSUM is defined.
std::string generate_program(const GeneratorOptions& options);

} // namespace vouch::fuzz
