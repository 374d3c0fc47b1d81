#pragma once

#include "analysis/inspection/typed_value.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vouch::inspection {

/// What an edge has written: a register, or bytes.
struct Write {
  cfa::VariableId variable; ///< invalid: memory
  trace::Value pointer;
  std::uint64_t size = 0;
};

/// What the last edge of a cursor has written.
std::vector<Write> writes_of(const trace::Program& program, const RunCursor& cursor);

/// A place whose writes are looked for.
struct WatchedMemory {
  std::uint64_t address = 0; ///< no two objects of a run ever have the same
  std::uint64_t size = 0;
};
struct WatchedRegisters {
  std::vector<cfa::VariableId> variables;
  std::optional<std::uint64_t> entered_at; ///< of the activation that they belong to; none: of the program
};
using WatchedPlace = std::variant<WatchedMemory, WatchedRegisters>;

/// Throws if the value is nowhere.
WatchedPlace watched_place(const View& view, const TypedValue& value);
std::string to_string(const WatchedPlace& place);
std::optional<WatchedPlace> watched_place_from(const std::string& text);

/// Whether the last edge of a cursor has written to the place.
bool writes_to(const trace::Program& program, const RunCursor& cursor, const WatchedPlace& place);

/// An expression for a place that was written, in the frame of `view`; nothing if there is none. `statement`: what did
/// it.
std::optional<std::string> expression_for(const View& view, const Write& write, const std::string& statement);

} // namespace vouch::inspection
