#pragma once

#include "analysis/cfa/expression.hpp"
#include "analysis/cfa/ids.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What an edge of the CFA does: a closed set, so that every pass handles all of it.
namespace vouch::cfa {

/// Does nothing.
struct Skip {};

/// Passes only if `condition` is nonzero (`Polarity::Holds`) or zero (`Polarity::Fails`).
enum class Polarity { Holds, Fails };
struct Assume {
  ExpressionRef condition = nullptr;
  Polarity polarity = Polarity::Holds;
};

/// `target := value`, for a variable in a register.
struct Assign {
  VariableId target;
  ExpressionRef value = nullptr;
};

/// Writes the bytes of `value` at `address`.
struct Store {
  ExpressionRef address = nullptr;
  ExpressionRef value = nullptr;
};

/// Where a value comes from that the program does not determine.
enum class InputKind {
  Nondeterministic, ///< `__VERIFIER_nondet_*` and other functions that read from outside, without arguments
  Uninitialised,    ///< an automatic variable before its first assignment
  Parameter,        ///< a parameter or global of a function that is verified on its own
  External,         ///< the result of a function without a definition; see `arguments`
  Failure,          ///< whether an allocation fails, 1 if it does, by the function `origin`
  Overapproximated, ///< a value that exists, but that the engine cannot compute; a violation that needs it is not
                    ///< confirmed
};

/// Whose doing it is what the program does not determine. System: of a function that a header of the system declares;
/// what `read` leaves, or returns, comes from outside of all code. Code: of other code that is not seen.
enum class Author { Code, System };

/// `target := any value of its type`. For `External`, `arguments` are the call's: a violation counts only if calls
/// of the same `origin` with equal arguments gave equal results.
struct Input {
  VariableId target;
  InputKind kind = InputKind::Nondeterministic;
  std::string origin; ///< the function's or construct's name, for messages
  std::vector<ExpressionRef> arguments;
  /// The value is one of C's Boolean values, 0 or 1, whatever the target's type.
  enum class Range { WholeType, Boolean } range = Range::WholeType;
  /// Valid: the value is null or the start of an object that callers made; see given_type.hpp.
  GivenTypeId given = {};
  /// For External. For Failure: Code if it is a function that is not seen, and if nobody in the program looks whether it
  /// has failed.
  Author author = Author::Code;
  /// Of the arguments: the types of what their pointers lead to, if code elsewhere hands them on only as pointers to that
  /// type; invalid, or missing at the end: nothing is known of what it does with them.
  std::vector<GivenTypeId> argument_types = {};
  /// Of a pointer that is not `given`: the type of what it leads to. From code elsewhere it may lead to a place in what that
  /// was passed (invalid: anything), from callers to the objects of the type that they made.
  GivenTypeId result_type = {};
};

/// Starts the lifetime of a variable in memory (`Storage::Memory`); its bytes are undetermined.
struct Declare {
  VariableId variable;
};

/// `target := address of a new object of `size` bytes`. `Zeroed` as by calloc. Objects from the heap live until they are
/// freed. Stack: until the activation of the function ends that makes the object, as by alloca. Automatic: until then,
/// or until another one with the same `target` is made in the same activation; that of a variable if `variable` is
/// valid.
enum class AllocationKind { Heap, ZeroedHeap, Stack, Automatic };
enum class AllocationFailure { Never, MayReturnNull };
struct Allocate {
  VariableId target;
  ExpressionRef size = nullptr;
  AllocationKind kind = AllocationKind::Heap;
  AllocationFailure failure = AllocationFailure::Never;
  VariableId variable = {}; ///< in memory, of the function; see `Automatic`
  /// In bytes, a power of two. Null: that of `variable`; without one `strictest_alignment`.
  ExpressionRef alignment = nullptr;
  Integer least_size = 0; ///< what the program around it makes sure of, in bytes
};
/// In bytes; enough for every type that has no alignment of its own, and what malloc gives.
constexpr Integer strictest_alignment = 16;
/// Whether objects of this kind are made to be freed.
inline bool is_from_heap(AllocationKind kind) {
  return kind == AllocationKind::Heap || kind == AllocationKind::ZeroedHeap;
}

struct Free {
  ExpressionRef address = nullptr;
};

/// As memmove and memset; `size` in bytes.
struct CopyMemory {
  ExpressionRef destination = nullptr;
  ExpressionRef source = nullptr;
  ExpressionRef size = nullptr;
  /// AtMostSource: not beyond the end of the object that `source` points into.
  enum class Extent { Exactly, AtMostSource } extent = Extent::Exactly;
};
struct SetMemory {
  ExpressionRef destination = nullptr;
  ExpressionRef byte = nullptr;
  ExpressionRef size = nullptr;
};

/// As memcpy of numbers: what a long initialiser says, in one step.
struct WriteBytes {
  ExpressionRef destination = nullptr;
  std::shared_ptr<const std::vector<std::uint8_t>> bytes; ///< not null
};

/// As read and fread: `size` bytes become what comes from outside of the program.
struct ReceiveMemory {
  ExpressionRef destination = nullptr;
  ExpressionRef size = nullptr;
};

/// Memory may change arbitrarily: the object that `address` points into, or without one every object in memory that is
/// not constant, and if that is External shared (cfa::Sharing).
struct HavocMemory {
  ExpressionRef address = nullptr; ///< may be null
  std::string origin;
  /// What the new contents are: Overapproximated, or with Nondeterministic and External what real runs can find there.
  InputKind kind = InputKind::Overapproximated;
  /// Valid: the object is as callers make it, an array of these; see given_type.hpp. `address` is its start then.
  GivenTypeId contents = {};
  /// Objects get their first contents in this way, too; what code elsewhere changes is not constant.
  enum class Constants { Written, Kept } constants = Constants::Written;
  Author author = Author::Code;
  /// What pointers are afterwards that code elsewhere has changed: anything, or in objects of callers (given_type.hpp), and
  /// in variables of which the contents are known, what callers leave there. Text: characters are written, and nobody keeps
  /// the address.
  enum class Pointers { Any, KeepTypes, Text } pointers = Pointers::Any;
  /// Where `contents` are not known: the types of what pointers in it lead to, which may be objects that callers made.
  std::vector<GivenTypeId> pointer_types = {};
};

/// Whether objects that are constant stay as they are.
[[nodiscard]] inline bool keeps_constants(const HavocMemory& havoc) {
  return havoc.address == nullptr || havoc.constants == HavocMemory::Constants::Kept;
}

/// Whether it is code elsewhere that changes all that it can reach.
[[nodiscard]] inline bool is_by_code_elsewhere(const HavocMemory& havoc) {
  return havoc.address == nullptr && havoc.kind == InputKind::External;
}

/// `variable := value`, all bindings at once (values are read before any variable is written).
struct Binding {
  VariableId variable;
  ExpressionRef value = nullptr;
};

/// Goes from the call's location to the entry of `callee`; binds its parameters.
struct Call {
  FunctionId callee;
  std::vector<Binding> parameters;
};

/// Goes from the exit of the function that `call` entered to the location behind the call; binds results.
struct Return {
  EdgeId call;
  std::vector<Binding> results;
};

/// One of several parts of an expression that C evaluates in any order: the edges of the function with an `evaluation`
/// from `begin` to before `end`, and the values that are read when all parts are used.
struct UnorderedPart {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<ExpressionRef> values;
};

/// From here on the engine does not know what the program does. Reaching it makes verdicts unknown.
struct Unsupported {
  std::string construct;
  /// What is not known: Targets: also what the construct could violate. Behaviour: only what it does to the state and
  /// where control goes; all code that can run then is in the Cfa, that behind the construct included.
  enum class Hides { Targets, Behaviour } hides = Hides::Targets;
  /// Not empty: what is not known is the order of these parts, if it matters; see evaluation_order.hpp. None in a
  /// finished Cfa.
  std::vector<UnorderedPart> parts = {};
};

using Operation = std::variant<Skip, Assume, Assign, Store, Input, Declare, Allocate, Free, CopyMemory, SetMemory,
                               WriteBytes, ReceiveMemory, HavocMemory, Call, Return, Unsupported>;

/// What no run passes.
Assume never(ExpressionPool& expressions);
/// Whether it is evident that no run passes: a constant is assumed to be what it is not.
bool is_never_passed(const Operation& operation);

/// The expressions that the operation evaluates, in order.
std::vector<ExpressionRef> expressions_of(const Operation& operation);

/// The register variables that the operation writes.
std::vector<VariableId> variables_written(const Operation& operation);

/// The variables that the operation reads, writes, declares or takes the address of, perhaps several times.
std::vector<VariableId> variables_mentioned(const Operation& operation);

std::string to_string(const Operation& operation, const Names& names);

} // namespace vouch::cfa
