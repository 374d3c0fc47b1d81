#pragma once

#include <optional>
#include <string_view>

namespace vouch::frontend {

/// How calls of functions that are known by name are understood. Unless said otherwise it applies only where the
/// translation unit has no definition of the function.
enum class LibraryFunction {
  ReachError,       ///< must never be called, even if it has a body
  AssertFail,       ///< what `assert` calls when it fails; even if it has a body
  Assert,           ///< fails if its first argument is zero; others are a text
  Assume,           ///< continues only if its only argument is not zero
  Nondeterministic, ///< any value of the result type
  Ends,             ///< does not return and has no effect that matters
  Malloc,
  AlignedMalloc, ///< for models: as Malloc, with the alignment as its second argument
  Calloc,
  Free,
  Alloca,
  CopyMemory, ///< memcpy, memmove: destination, source, size
  SetMemory,  ///< memset: destination, byte, size
  Abs,
  Expect,          ///< `__builtin_expect`: its first argument
  IsConstant,      ///< `__builtin_constant_p`, where the argument is no constant
  NoEffect,        ///< writes no memory of the program; the result is any value
  Computes,        ///< as NoEffect, but the result is determined by arguments and memory
  ReadsInput,      ///< may write what its pointer arguments point to; values come from outside
  WritesComputed,  ///< may write what its pointer arguments point to; values are determined
  SomeValue,       ///< for models: a value that exists, but is not computed
  ReadBytes,       ///< for models: the object that the argument points into gets contents from outside
  Receive,         ///< for models: so many bytes from there on come from outside
  SomeBytes,       ///< for models: as ReadBytes, but the contents are not computed
  CopyObject,      ///< for models: as CopyMemory, but not beyond the source's object
  AnnotatedAssert, ///< an assertion in a comment: see annotation_translation.hpp
  Witness,         ///< the truth of an expression of a witness: see witness_expressions.hpp
  UseBlock,        ///< for models: so many bytes from an address on are read or written
  Readable, ///< whether so many elements from an address on are in an object that exists: their size comes last, or is 1
  IsString, ///< whether characters of an object that exists, one of them 0, are from an address on
  Unsupported,
};

/// Also knows the `__builtin_` spellings of library functions.
std::optional<LibraryFunction> library_function(std::string_view name);

/// Whether a function of this kind says what is so of memory, and does nothing.
bool is_question_about_memory(LibraryFunction function);

/// Whether a call of `name` can violate something by itself.
bool is_error_function(std::string_view name);

enum class ResultInterest { Needed, Discarded };
/// Whether a model in C says more about a call of a function of this kind than the kind does.
bool is_better_modelled(LibraryFunction function, ResultInterest interest);

} // namespace vouch::frontend
