#include "analysis/support/overloaded.hpp"
#include "analysis/trace/program.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vouch::trace {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using Slot = std::uint32_t;

struct OperatorCodes {
  Opcode signed_integer;
  Opcode unsigned_integer;
  Opcode pointer;
  Opcode floating;
};

/// `Unsupported` where C has no such operation. Greater and GreaterEqual are compiled with swapped operands.
OperatorCodes codes_of(BinaryOperator op) {
  constexpr Opcode none = Opcode::Unsupported;
  switch (op) {
  case BinaryOperator::Add:
    return {Opcode::AddSigned, Opcode::AddUnsigned, none, Opcode::FloatAdd};
  case BinaryOperator::Subtract:
    return {Opcode::SubtractSigned, Opcode::SubtractUnsigned, none, Opcode::FloatSubtract};
  case BinaryOperator::Multiply:
    return {Opcode::MultiplySigned, Opcode::MultiplyUnsigned, none, Opcode::FloatMultiply};
  case BinaryOperator::Divide:
    return {Opcode::DivideSigned, Opcode::DivideUnsigned, none, Opcode::FloatDivide};
  case BinaryOperator::Remainder:
    return {Opcode::RemainderSigned, Opcode::RemainderUnsigned, none, Opcode::FloatRemainder};
  case BinaryOperator::ShiftLeft:
    return {Opcode::ShiftLeftSigned, Opcode::ShiftLeftUnsigned, none, none};
  case BinaryOperator::ShiftRight:
    return {Opcode::ShiftRightSigned, Opcode::ShiftRightUnsigned, none, none};
  case BinaryOperator::BitAnd:
    return {Opcode::BitAnd, Opcode::BitAnd, none, none};
  case BinaryOperator::BitOr:
    return {Opcode::BitOr, Opcode::BitOr, none, none};
  case BinaryOperator::BitXor:
    return {Opcode::BitXor, Opcode::BitXor, none, none};
  case BinaryOperator::Equal:
    return {Opcode::Equal, Opcode::Equal, Opcode::PointerEqual, Opcode::FloatEqual};
  case BinaryOperator::NotEqual:
    return {Opcode::NotEqual, Opcode::NotEqual, Opcode::PointerNotEqual, Opcode::FloatNotEqual};
  case BinaryOperator::Less:
  case BinaryOperator::Greater:
    return {Opcode::LessSigned, Opcode::LessUnsigned, Opcode::PointerLess, Opcode::FloatLess};
  case BinaryOperator::LessEqual:
  case BinaryOperator::GreaterEqual:
    return {Opcode::LessEqualSigned, Opcode::LessEqualUnsigned, Opcode::PointerLessEqual, Opcode::FloatLessEqual};
  case BinaryOperator::LogicalAnd:
    return {Opcode::LogicalAnd, Opcode::LogicalAnd, Opcode::LogicalAnd, Opcode::LogicalAnd};
  case BinaryOperator::LogicalOr:
    return {Opcode::LogicalOr, Opcode::LogicalOr, Opcode::LogicalOr, Opcode::LogicalOr};
  case BinaryOperator::PointerAdd:
    return {none, none, Opcode::PointerAdd, none};
  case BinaryOperator::PointerDifference:
    return {none, none, Opcode::PointerDifference, none};
  case BinaryOperator::CopySign:
    return {none, none, none, Opcode::FloatCopySign};
  }
  return {none, none, none, none};
}

OperatorCodes codes_of(cfa::UnaryOperator op) {
  constexpr Opcode none = Opcode::Unsupported;
  auto floats_only = [](Opcode opcode) { return OperatorCodes{none, none, none, opcode}; };
  switch (op) {
  case cfa::UnaryOperator::Negate:
    return {Opcode::NegateSigned, Opcode::NegateUnsigned, none, Opcode::FloatNegate};
  case cfa::UnaryOperator::Complement:
    return {Opcode::ComplementSigned, Opcode::ComplementUnsigned, none, none};
  case cfa::UnaryOperator::LogicalNot:
    return {Opcode::LogicalNot, Opcode::LogicalNot, Opcode::LogicalNot, none};
  case cfa::UnaryOperator::AbsoluteValue:
    return floats_only(Opcode::FloatAbsoluteValue);
  case cfa::UnaryOperator::SquareRoot:
    return floats_only(Opcode::FloatSquareRoot);
  case cfa::UnaryOperator::RoundDown:
    return floats_only(Opcode::FloatRoundDown);
  case cfa::UnaryOperator::RoundUp:
    return floats_only(Opcode::FloatRoundUp);
  case cfa::UnaryOperator::RoundToZero:
    return floats_only(Opcode::FloatRoundToZero);
  case cfa::UnaryOperator::RoundToEven:
    return floats_only(Opcode::FloatRoundToEven);
  case cfa::UnaryOperator::RoundAway:
    return floats_only(Opcode::FloatRoundAway);
  case cfa::UnaryOperator::SignBit:
    return floats_only(Opcode::FloatSignBit);
  }
  return {none, none, none, none};
}

Opcode choose(const OperatorCodes& codes, const cfa::Type& type) {
  return std::visit(Overloaded{[&](const cfa::IntegerType& t) {
                                 return t.is_signed() ? codes.signed_integer : codes.unsigned_integer;
                               },
                               [&](const cfa::PointerType&) { return codes.pointer; },
                               [&](const cfa::FloatType&) { return codes.floating; },
                               [&](const cfa::AggregateType&) { return Opcode::Unsupported; }},
                    type);
}

/// Whether the interpreter has values of this type.
bool is_supported(const cfa::Type& type) {
  return std::visit(Overloaded{[](const cfa::IntegerType& t) { return t.width >= 1 && t.width <= 64; },
                               [](const cfa::PointerType&) { return true; },
                               [](const cfa::FloatType& t) { return t.width == 32 || t.width == 64 || t.width == 80; },
                               [](const cfa::AggregateType&) { return false; }},
                    type);
}

std::uint8_t width_of(const cfa::Type& type) {
  return std::visit(Overloaded{[](const cfa::AggregateType&) { return std::uint8_t{0}; },
                               [](const auto& t) { return static_cast<std::uint8_t>(t.width); }},
                    type);
}

bool is_signed(const cfa::Type& type) {
  const auto* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

/// Whether every value of `from` stands for itself in `to`, so that a conversion does not change the slot's bits.
bool contains(const cfa::IntegerType& to, const cfa::IntegerType& from) {
  if (from.is_signed()) {
    return to.is_signed() && from.width <= to.width;
  }
  return from.width < to.width || (from.width == to.width && !to.is_signed());
}

class Compiler {
public:
  explicit Compiler(const cfa::Cfa& cfa) : cfa_(cfa) {
    program_.cfa = &cfa;
    program_.pointer_width = cfa.data_model().pointer_width;
  }

  Program compile() {
    collect_constants();
    first_temporary_ = static_cast<Slot>(cfa_.variable_count() + program_.constants.size());
    program_.slot_count = first_temporary_;
    for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
      program_.edges.push_back(compile_edge(cfa_.edge(cfa::EdgeId(index))));
    }
    for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
      program_.locations.push_back(compile_location(cfa::LocationId(index)));
    }
    collect_locals();
    return std::move(program_);
  }

private:
  void collect_constants() {
    std::unordered_set<ExpressionRef> seen;
    for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
      for (ExpressionRef root : cfa::expressions_of(cfa_.edge(cfa::EdgeId(index)).operation)) {
        if (seen.insert(root).second) {
          cfa::for_each_subexpression(root, [this](ExpressionRef expression) { collect_constant(expression); });
        }
      }
    }
  }

  void collect_constant(ExpressionRef expression) {
    std::optional<Value> value;
    if (const auto* constant = std::get_if<cfa::Constant>(&expression->node)) {
      if (is_supported(expression->type) && !cfa::is_float(expression->type)) {
        auto bits = static_cast<std::int64_t>(cfa::wrap(constant->value, expression->type));
        value = Value::of_integer(bits); // a pointer: an address without provenance
      }
    } else if (const auto* number = std::get_if<cfa::FloatConstant>(&expression->node)) {
      switch (width_of(expression->type)) {
      case 32:
        value = Value::of_float(static_cast<float>(number->value));
        break;
      case 64:
        value = Value::of_float(static_cast<double>(number->value));
        break;
      case 80:
        value = Value::of_float(number->value);
        break;
      default:
        break;
      }
    } else if (const auto* function = std::get_if<cfa::FunctionAddress>(&expression->node)) {
      value = Value::of_pointer(address_of_function(function->function), {});
    }
    if (value && constant_slots_.emplace(expression, cfa_.variable_count() + program_.constants.size()).second) {
      program_.constants.push_back(*value);
    }
  }

  ProgramEdge compile_edge(const cfa::Edge& edge) {
    slots_.clear();
    next_temporary_ = first_temporary_;
    ProgramEdge result;
    result.target = static_cast<std::uint32_t>(edge.target.index());
    result.operation = static_cast<OperationKind>(edge.operation.index());
    result.code.begin = static_cast<std::uint32_t>(program_.code.size());
    result.reads.begin = static_cast<std::uint32_t>(program_.reads.size());
    std::vector<Slot> operands;
    for (ExpressionRef root : cfa::expressions_of(edge.operation)) {
      cfa::for_each_subexpression(root, [this](ExpressionRef expression) {
        if (!slots_.contains(expression)) {
          slots_.emplace(expression, compile_node(*expression));
        }
      });
      operands.push_back(slots_.at(root));
    }
    convert_operands(edge.operation, operands);
    if (const auto* assume = std::get_if<cfa::Assume>(&edge.operation)) {
      result.holds = assume->polarity == cfa::Polarity::Holds;
      operands[0] = truth(assume->condition);
    }
    if (auto written = cfa::variables_written(edge.operation); written.size() == 1) {
      result.written = static_cast<std::uint32_t>(written[0].index());
    }
    result.code.end = static_cast<std::uint32_t>(program_.code.size());
    result.reads.end = static_cast<std::uint32_t>(program_.reads.size());
    result.operands.begin = static_cast<std::uint32_t>(program_.operands.size());
    program_.operands.insert(program_.operands.end(), operands.begin(), operands.end());
    result.operands.end = static_cast<std::uint32_t>(program_.operands.size());
    program_.slot_count = std::max(program_.slot_count, next_temporary_);
    return result;
  }

  /// Values get the type of the variable or the role that they are for.
  void convert_operands(const cfa::Operation& operation, std::vector<Slot>& operands) {
    auto bind = [&](const std::vector<cfa::Binding>& bindings) {
      for (std::size_t i = 0; i < bindings.size(); ++i) {
        operands[i] = convert(operands[i], bindings[i].value->type, cfa_.variable(bindings[i].variable).type);
      }
    };
    cfa::Type size = cfa::IntegerType{64, cfa::Signedness::Unsigned};
    std::visit(
        Overloaded{[&](const cfa::Assign& op) {
                     operands[0] = convert(operands[0], op.value->type, cfa_.variable(op.target).type);
                   },
                   [&](const cfa::Call& op) { bind(op.parameters); }, [&](const cfa::Return& op) { bind(op.results); },
                   [&](const cfa::Allocate& op) {
                     operands[0] = convert(operands[0], op.size->type, size);
                     if (op.alignment != nullptr) {
                       operands[1] = convert(operands[1], op.alignment->type, size);
                     }
                   },
                   [&](const cfa::CopyMemory& op) { operands[2] = convert(operands[2], op.size->type, size); },
                   [&](const cfa::SetMemory& op) { operands[2] = convert(operands[2], op.size->type, size); },
                   [&](const cfa::ReceiveMemory& op) { operands[1] = convert(operands[1], op.size->type, size); },
                   [](const auto&) {}},
        operation);
  }

  Slot emit(Instruction instruction) {
    instruction.target = next_temporary_++;
    program_.code.push_back(instruction);
    return instruction.target;
  }

  Slot unsupported(std::string construct) {
    Instruction instruction;
    instruction.opcode = Opcode::Unsupported;
    instruction.left = static_cast<std::uint32_t>(program_.unsupported.size());
    program_.unsupported.push_back(std::move(construct));
    return emit(instruction);
  }

  Slot compile_node(const cfa::Expression& expression) {
    if (!is_supported(expression.type)) {
      return unsupported("a value of type " + cfa::to_string(expression.type));
    }
    return std::visit([&](const auto& node) { return compile_as(node, expression); }, expression.node);
  }

  Slot compile_as(const cfa::Constant& /*node*/, const cfa::Expression& e) { return constant_slots_.at(&e); }
  Slot compile_as(const cfa::FloatConstant& /*node*/, const cfa::Expression& e) { return constant_slots_.at(&e); }
  Slot compile_as(const cfa::FunctionAddress& /*node*/, const cfa::Expression& e) { return constant_slots_.at(&e); }

  Slot compile_as(const cfa::VariableRead& node, const cfa::Expression& /*e*/) {
    auto slot = static_cast<Slot>(node.variable.index());
    program_.reads.push_back(slot);
    return slot;
  }

  Slot compile_as(const cfa::AddressOf& node, const cfa::Expression& /*e*/) {
    return emit({.opcode = Opcode::AddressOf, .left = static_cast<std::uint32_t>(node.variable.index())});
  }

  Slot compile_as(const cfa::Load& node, const cfa::Expression& e) {
    Opcode opcode = choose({Opcode::LoadSigned, Opcode::LoadUnsigned, Opcode::LoadPointer, Opcode::LoadFloat}, e.type);
    program_.loads.push_back(&e);
    return emit({.opcode = opcode,
                 .width = width_of(e.type),
                 .left = slots_.at(node.address),
                 .third = static_cast<std::uint32_t>(program_.loads.size() - 1)});
  }

  Slot compile_as(const cfa::Unary& node, const cfa::Expression& /*e*/) {
    if (node.op == cfa::UnaryOperator::LogicalNot) {
      return emit({.opcode = Opcode::LogicalNot, .left = truth(node.operand)});
    }
    const cfa::Type& type = node.operand->type;
    Opcode opcode = choose(codes_of(node.op), type);
    if (opcode == Opcode::Unsupported || !is_supported(type)) {
      return unsupported("an operator on " + cfa::to_string(type));
    }
    return emit({.opcode = opcode, .width = width_of(type), .left = slots_.at(node.operand)});
  }

  Slot compile_as(const cfa::Binary& node, const cfa::Expression& e) {
    const cfa::Type& type = node.left->type;
    Opcode opcode = choose(codes_of(node.op), type);
    if (opcode == Opcode::Unsupported || !is_supported(type) || !is_supported(node.right->type)) {
      return unsupported("an operator on " + cfa::to_string(type));
    }
    if (opcode == Opcode::LogicalAnd || opcode == Opcode::LogicalOr) {
      return emit({.opcode = opcode, .left = truth(node.left), .right = truth(node.right)});
    }
    Slot left = slots_.at(node.left);
    Slot right = slots_.at(node.right);
    if (node.op == BinaryOperator::Greater || node.op == BinaryOperator::GreaterEqual) {
      std::swap(left, right);
    }
    return emit({.opcode = opcode,
                 .width = cfa::is_comparison(node.op) ? width_of(type) : width_of(e.type),
                 .source_width = width_of(node.right->type),
                 .amount_is_signed = is_signed(node.right->type),
                 .left = left,
                 .right = right});
  }

  Slot compile_as(const cfa::Conditional& node, const cfa::Expression& /*e*/) {
    return emit({.opcode = Opcode::Select,
                 .left = slots_.at(node.if_true),
                 .right = slots_.at(node.if_false),
                 .third = truth(node.condition)});
  }

  Slot compile_as(const cfa::MemoryCheck& node, const cfa::Expression& /*e*/) {
    auto operand = [&](std::size_t index) {
      return index < node.operands.size() ? slots_.at(node.operands[index]) : 0;
    };
    Slot offset = node.fault == cfa::MemoryFault::OutOfBounds
                      ? convert(operand(1), node.operands[1]->type, cfa::IntegerType{64, cfa::Signedness::Signed})
                      : 0;
    Slot size = node.fault == cfa::MemoryFault::OutOfBounds
                    ? convert(operand(2), node.operands[2]->type, cfa::IntegerType{64, cfa::Signedness::Unsigned})
                    : 0;
    return emit({.opcode = Opcode::CheckMemory,
                 .width = static_cast<std::uint8_t>(node.fault),
                 .left = operand(0),
                 .right = offset,
                 .third = size});
  }

  Slot compile_as(const cfa::Convert& node, const cfa::Expression& e) {
    return convert(slots_.at(node.operand), node.operand->type, e.type);
  }

  /// A slot whose integer is nonzero if the value is.
  Slot truth(ExpressionRef expression) {
    Slot slot = slots_.at(expression);
    if (!cfa::is_float(expression->type)) {
      return slot;
    }
    return emit({.opcode = Opcode::FloatIsNonzero, .width = width_of(expression->type), .left = slot});
  }

  Slot convert(Slot slot, const cfa::Type& from, const cfa::Type& to) {
    if (from == to) {
      return slot;
    }
    if (!is_supported(from) || !is_supported(to)) {
      return unsupported("a conversion from " + cfa::to_string(from) + " to " + cfa::to_string(to));
    }
    const auto* from_integer = cfa::as_integer(from);
    const auto* to_integer = cfa::as_integer(to);
    if (from_integer != nullptr && to_integer != nullptr) {
      return contains(*to_integer, *from_integer) ? slot : extend(slot, *to_integer);
    }
    if (from_integer != nullptr && cfa::is_pointer(to)) {
      return emit({.opcode = Opcode::IntegerToPointer, .left = slot});
    }
    if (cfa::is_pointer(from) && to_integer != nullptr) {
      Slot address = emit({.opcode = Opcode::PointerToInteger, .left = slot});
      return extend(address, *to_integer);
    }
    if (cfa::is_pointer(from) || cfa::is_pointer(to)) {
      return cfa::is_pointer(from) && cfa::is_pointer(to)
                 ? slot
                 : unsupported("a conversion between pointer and floating-point number");
    }
    return convert_float(slot, from, to);
  }

  Slot convert_float(Slot slot, const cfa::Type& from, const cfa::Type& to) {
    Opcode opcode = Opcode::FloatToFloat;
    if (cfa::as_integer(from) != nullptr) {
      opcode = is_signed(from) ? Opcode::SignedToFloat : Opcode::UnsignedToFloat;
    } else if (cfa::as_integer(to) != nullptr) {
      opcode = is_signed(to) ? Opcode::FloatToSigned : Opcode::FloatToUnsigned;
    }
    return emit({.opcode = opcode, .width = width_of(to), .source_width = width_of(from), .left = slot});
  }

  Slot extend(Slot slot, const cfa::IntegerType& to) {
    return emit({.opcode = to.is_signed() ? Opcode::SignExtend : Opcode::ZeroExtend,
                 .width = static_cast<std::uint8_t>(to.width),
                 .left = slot});
  }

  ProgramLocation compile_location(cfa::LocationId id) {
    ProgramLocation result;
    auto edges = cfa_.outgoing(id);
    result.edges.begin = static_cast<std::uint32_t>(program_.outgoing.size());
    for (cfa::EdgeId edge : edges) {
      program_.outgoing.push_back(static_cast<std::uint32_t>(edge.index()));
    }
    result.edges.end = static_cast<std::uint32_t>(program_.outgoing.size());
    result.kind = cfa_.location(id).target ? LocationKind::Target : kind_of(edges);
    return result;
  }

  LocationKind kind_of(std::span<const cfa::EdgeId> edges) const {
    if (edges.empty()) {
      return LocationKind::End;
    }
    auto all_are = [&]<class T>(std::in_place_type_t<T>) {
      return std::ranges::all_of(
          edges, [&](cfa::EdgeId edge) { return std::holds_alternative<T>(cfa_.edge(edge).operation); });
    };
    if (all_are(std::in_place_type<cfa::Return>)) {
      return LocationKind::Exit;
    }
    if (all_are(std::in_place_type<cfa::Assume>)) {
      const auto& first = std::get<cfa::Assume>(cfa_.edge(edges.front()).operation);
      const auto& last = std::get<cfa::Assume>(cfa_.edge(edges.back()).operation);
      bool is_branch = edges.size() == 2 && first.condition == last.condition && first.polarity != last.polarity;
      return is_branch ? LocationKind::Branch : LocationKind::Choice;
    }
    return edges.size() == 1 ? LocationKind::Straight : LocationKind::Ambiguous;
  }

  void collect_locals() {
    program_.local_registers.resize(cfa_.function_count());
    program_.local_objects.resize(cfa_.function_count());
    for (std::size_t index = 0; index < cfa_.variable_count(); ++index) {
      const cfa::Variable& variable = cfa_.variable(cfa::VariableId(index));
      bool is_static = variable.kind == cfa::VariableKind::Global || variable.kind == cfa::VariableKind::StaticLocal;
      if (is_static || !variable.function.is_valid()) {
        continue;
      }
      auto& table = variable.storage == cfa::Storage::Register ? program_.local_registers : program_.local_objects;
      table[variable.function.index()].push_back(static_cast<std::uint32_t>(index));
    }
  }

  const cfa::Cfa& cfa_;
  Program program_;
  std::unordered_map<ExpressionRef, Slot> constant_slots_;
  std::unordered_map<ExpressionRef, Slot> slots_;
  Slot first_temporary_ = 0;
  Slot next_temporary_ = 0;
};

} // namespace

Program compile(const cfa::Cfa& cfa) { return Compiler(cfa).compile(); }

} // namespace vouch::trace
