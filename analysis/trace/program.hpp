#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/trace/value.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

/// A Cfa in the form that the interpreter executes: expressions as straight-line code for a register machine.
///
/// All values of a run stand in one flat vector of slots: first the register variables, by VariableId; then the
/// constants; then temporaries, which every edge uses anew. So reading a variable or a constant costs no instruction.
/// For `x := (y + 1) * (y + 1)`, with y in slot 1, the constant 1 in slot 7 and temporaries from slot 9:
///
///     9 := AddSigned 1, 7      10 := MultiplySigned 9, 9      and the edge assigns slot 10 to x
namespace vouch::trace {

enum class Opcode : std::uint8_t {
  AddSigned,
  SubtractSigned,
  MultiplySigned,
  DivideSigned,
  RemainderSigned,
  ShiftLeftSigned,
  ShiftRightSigned,
  NegateSigned,
  AddUnsigned,
  SubtractUnsigned,
  MultiplyUnsigned,
  DivideUnsigned,
  RemainderUnsigned,
  ShiftLeftUnsigned,
  ShiftRightUnsigned,
  NegateUnsigned,
  ComplementUnsigned,
  BitAnd,
  BitOr,
  BitXor,
  ComplementSigned,
  Equal,
  NotEqual,
  LessSigned,
  LessEqualSigned,
  LessUnsigned,
  LessEqualUnsigned,
  PointerEqual,
  PointerNotEqual,
  PointerLess,
  PointerLessEqual,
  PointerAdd,
  PointerDifference,
  LogicalAnd,
  LogicalOr,
  LogicalNot,
  Select,
  SignExtend,
  ZeroExtend, ///< from `width` bits; also wraps
  IntegerToPointer,
  PointerToInteger,
  FloatAdd,
  FloatSubtract,
  FloatMultiply,
  FloatDivide,
  FloatRemainder,
  FloatCopySign,
  FloatNegate,
  FloatAbsoluteValue,
  FloatSquareRoot,
  FloatRoundDown,
  FloatRoundUp,
  FloatRoundToZero,
  FloatRoundToEven,
  FloatRoundAway,
  FloatSignBit,
  FloatEqual,
  FloatNotEqual,
  FloatLess,
  FloatLessEqual,
  FloatIsNonzero,
  SignedToFloat,
  UnsignedToFloat,
  FloatToSigned,
  FloatToUnsigned,
  FloatToFloat,
  AddressOf, ///< of the variable with index `left`
  LoadSigned,
  LoadUnsigned,
  LoadPointer,
  LoadFloat,
  CheckMemory, ///< `width`: a `cfa::MemoryFault`; pointer, offset and size in `left`, `right` and `third`
  Unsupported, ///< `left`: index into `Program::unsupported`
};

inline bool is_load(Opcode opcode) { return opcode >= Opcode::LoadSigned && opcode <= Opcode::LoadFloat; }

struct Instruction {
  Opcode opcode = Opcode::Unsupported;
  std::uint8_t width = 0;        ///< of the result in bits; of the operands where the result is a truth value
  std::uint8_t source_width = 0; ///< of the operand of a conversion or the amount of a shift
  bool amount_is_signed = false; ///< of the amount of a shift
  std::uint32_t target = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t third = 0; ///< condition of Select; of loads: index into `Program::loads`
};

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The alternatives of `cfa::Operation`, in its order.
enum class OperationKind : std::uint8_t {
  Skip,
  Assume,
  Assign,
  Store,
  Input,
  Declare,
  Allocate,
  Free,
  CopyMemory,
  SetMemory,
  WriteBytes,
  ReceiveMemory,
  HavocMemory,
  Call,
  Return,
  Unsupported
};
static_assert(std::variant_size_v<cfa::Operation> == static_cast<std::size_t>(OperationKind::Unsupported) + 1);
static_assert(
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(OperationKind::Return), cfa::Operation>,
                   cfa::Return>);

struct ProgramEdge {
  std::uint32_t target = 0;  ///< location
  Range code;                ///< evaluates all expressions of the operation
  Range operands;            ///< into `Program::operands`: slots of `cfa::expressions_of(operation)`, in this order
  Range reads;               ///< into `Program::reads`: the register variables that the expressions read
  std::uint32_t written = 0; ///< the register variable that Assign, Input and Allocate write
  OperationKind operation = OperationKind::Skip;
  bool holds = true; ///< the polarity of Assume
};

/// How control leaves a location.
enum class LocationKind : std::uint8_t {
  Target,   ///< not at all: a property is violated here
  End,      ///< not at all: no edges
  Straight, ///< by its one edge
  Branch,   ///< by one of its two edges, which assume the same condition with opposite polarities
  Choice,   ///< by the one of its Assume edges that holds
  Exit,     ///< by the return edge that belongs to the last call
  Ambiguous ///< by several edges that do not exclude each other
};

struct ProgramLocation {
  LocationKind kind = LocationKind::End;
  Range edges; ///< into `Program::outgoing`
};

struct Program {
  const cfa::Cfa* cfa = nullptr;
  unsigned pointer_width = 64;
  std::vector<Instruction> code;
  std::vector<ProgramEdge> edges;
  std::vector<ProgramLocation> locations;
  std::vector<std::uint32_t> outgoing;
  std::vector<std::uint32_t> operands;
  std::vector<std::uint32_t> reads;
  std::vector<cfa::ExpressionRef> loads;
  std::vector<std::string> unsupported;
  std::vector<Value> constants; ///< their slots begin behind the variables
  std::uint32_t slot_count = 0;
  std::vector<std::vector<std::uint32_t>> local_registers; ///< by function: what a recursive call saves
  std::vector<std::vector<std::uint32_t>> local_objects;

  [[nodiscard]] std::span<const Instruction> code_of(const ProgramEdge& edge) const {
    return std::span(code).subspan(edge.code.begin, edge.code.end - edge.code.begin);
  }
  [[nodiscard]] std::span<const std::uint32_t> operands_of(const ProgramEdge& edge) const {
    return std::span(operands).subspan(edge.operands.begin, edge.operands.end - edge.operands.begin);
  }
  [[nodiscard]] std::span<const std::uint32_t> reads_of(const ProgramEdge& edge) const {
    return std::span(reads).subspan(edge.reads.begin, edge.reads.end - edge.reads.begin);
  }
};

/// Translates all edges. `cfa` must outlive the program.
Program compile(const cfa::Cfa& cfa);

/// The numeric address of a function: stable, and of no object.
inline std::uint64_t address_of_function(cfa::FunctionId function) { return 0x400000 + 16 * function.index(); }

} // namespace vouch::trace
