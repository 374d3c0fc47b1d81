#pragma once

#include "analysis/inspection/program_symbols.hpp"
#include "analysis/inspection/run_cursor.hpp"

#include <memory>
#include <string>
#include <variant>

/// Values with C types, and where they are: what expressions of a debugger evaluate to.
namespace vouch::inspection {

/// Why an expression has no value, for the user. Thrown by everything that evaluates, caught at the door.
struct EvaluationError {
  enum class Depends { OnTheState, OnThePlace };
  std::string message;
  Depends depends = Depends::OnTheState; ///< on the place alone: the same at each step with this place
};

/// The problem of memory that the program's surroundings have filled: no step has looked at it so far.
inline constexpr const char* not_read_yet = "the memory there can hold anything: the run has not read it yet";

/// A value that is nowhere.
struct Temporary {
  trace::Value value;
};

/// A variable, or a part of a struct, in registers of an activation.
struct InRegisters {
  const cfa::SourceVariable* variable = nullptr;
  std::size_t first_part = 0;
  std::size_t activation_end = 0; ///< see `RunCursor::read`
};

struct InMemory {
  trace::Value pointer;
  std::uint64_t bit_offset = 0; ///< of a bit-field behind it
};

/// Characters of a string literal in an expression, the final zero included.
struct InLiteral {
  std::shared_ptr<const std::string> characters;
  std::uint64_t offset = 0;
};

struct TypedValue {
  cfa::CTypeId type;
  std::variant<Temporary, InRegisters, InMemory, InLiteral> place;
  unsigned bit_width = 0; ///< of a bit-field; else 0
};

/// The state of a run as expressions see it: from one activation, at one place of the source.
struct View {
  const trace::Program& program;
  ProgramSymbols& symbols;
  const RunCursor& cursor;
  std::size_t activation_end = 0; ///< activations up to here, from the outermost, belong to the frame and its callers
  NameScope scope;
};

/// The variable as an lvalue. Throws if it does not exist now.
TypedValue variable_value(const View& view, const cfa::SourceVariable& variable);

/// A field of a struct or union. Requires `field` to be one of the type's.
TypedValue field_value(const View& view, const TypedValue& record, const cfa::CField& field);

/// The object that a pointer points to. Throws if it is null, dangling or out of bounds, or points to no object type.
TypedValue pointee(const View& view, const TypedValue& pointer, std::int64_t index = 0);

/// An element of an array.
TypedValue element(const View& view, const TypedValue& array, std::int64_t index);
/// How many elements an array has, also where only the run knows.
std::uint64_t array_length(const View& view, const TypedValue& array);

/// The scalar, read from where it is. Throws if it is not determined.
trace::Value scalar_of(const View& view, const TypedValue& value);
/// The address of the first byte; throws if it has none.
trace::Value address_of(const View& view, const TypedValue& value);
/// What is wrong with reading `size` bytes through a pointer, in words; empty: nothing.
std::string problem_with_access(const View& view, const trace::Value& pointer, std::uint64_t size);

} // namespace vouch::inspection
