#pragma once

#include "analysis/trace/concrete_interpreter.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouch::trace {

/// A value that a run asked for, and got.
struct AskedValue {
  cfa::EdgeId edge;
  cfa::InputKind kind = cfa::InputKind::Nondeterministic;
  std::string origin;
  cfa::Type type;
  cfa::Integer value = 0;       ///< as the type holds it; of floats the bits
  bool is_of_memory = false;    ///< a load of bytes that had no value
  std::string library_function; ///< the function of the C library that asked, empty: the program
};

/// All objects and registers at the moment at which a run enters the function that is verified. What the run finds out
/// later about contents that existed by then is included.
struct StateAtEntry {
  std::vector<Value> slots; ///< see `Program`
  std::vector<Provenance> variables;
  Memory memory;
};

/// What a call of a function of the C library returned that the program does not determine.
struct LibraryResult {
  std::string function;
  cfa::Integer value = 0;
  cfa::EdgeId call;
};

/// What a run found where it had written nothing.
struct FoundContents {
  cfa::EdgeId edge; ///< that read it
  cfa::VariableId
      variable;      ///< the local variable or the part of one, of the function of `call`; invalid: it is in none
  unsigned call = 0; ///< counts the calls of its function from 1
  std::uint64_t offset = 0; ///< in bytes, from the variable's start
  unsigned size = 0;        ///< in bytes
  cfa::Integer bits = 0;    ///< not more than `size` bytes of them
};

struct RecordedRun {
  RunResult result;
  std::vector<AskedValue> values;
  std::optional<StateAtEntry> at_entry; ///< none if the run does not come there
  /// Functions without a definition that have written memory which the run has read.
  std::vector<std::string> writers;
  /// Of the functions that ask for values: what all of their calls return, where that is one scalar.
  std::vector<LibraryResult> library_results;
  std::vector<FoundContents> found; ///< in the order in which it was asked for
};

/// Executes from `entry.start` and keeps what is needed to do the same without the interpreter.
RecordedRun record_run(const Interpreter& interpreter, const cfa::EntryPoint& entry,
                       const std::vector<cfa::Integer>& inputs, const Limits& limits = {});

} // namespace vouch::trace
