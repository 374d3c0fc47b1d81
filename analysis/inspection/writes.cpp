#include "analysis/inspection/writes.hpp"

#include "analysis/inspection/evaluate.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/value_text.hpp"

#include <algorithm>
#include <sstream>

namespace vouch::inspection {
namespace {

/// The innermost activation of a function; none if the run is in none.
std::optional<std::uint64_t> entered_at(const RunCursor& cursor, cfa::FunctionId function, std::size_t end) {
  const auto frames = cursor.activations().first(std::min(end, cursor.activations().size()));
  const auto found = std::find_if(frames.rbegin(), frames.rend(), [&](const trace::Activation& activation) {
    return activation.function == function.index();
  });
  return found != frames.rend() ? std::optional(found->entered_at) : std::nullopt;
}

/// `.position.x` for a part of a struct in registers.
std::string path_of_part(const ProgramSymbols& symbols, cfa::CTypeId type, std::size_t part) {
  for (const cfa::CField& field : symbols.type(type).fields) {
    const std::size_t count = symbols.part_count(field.type);
    if (part < count) {
      return (field.name.empty() ? "" : "." + field.name) + path_of_part(symbols, field.type, part);
    }
    part -= count;
  }
  return {};
}

/// `[2].x` for the smallest part of an object that contains the bytes.
std::string path_of_bytes(const ProgramSymbols& symbols, cfa::CTypeId id, std::uint64_t offset, std::uint64_t size) {
  const cfa::CType& type = symbols.type(id);
  if (type.kind == cfa::CTypeKind::Array) {
    const std::uint64_t step = symbols.type(type.element).size_bytes;
    if (step == 0 || offset % step + size > step) {
      return {};
    }
    return "[" + std::to_string(offset / step) + "]" + path_of_bytes(symbols, type.element, offset % step, size);
  }
  if (type.kind == cfa::CTypeKind::Struct && size < type.size_bytes) {
    for (const cfa::CField& field : type.fields) {
      const std::uint64_t begin = field.offset_bits / 8;
      if (field.bit_width == 0 && offset >= begin && offset + size <= begin + symbols.type(field.type).size_bytes) {
        return (field.name.empty() ? "" : "." + field.name) + path_of_bytes(symbols, field.type, offset - begin, size);
      }
    }
  }
  return {};
}

} // namespace

std::vector<Write> writes_of(const trace::Program& program, const RunCursor& cursor) {
  const cfa::Operation& operation = program.cfa->edge(cursor.last_edge()).operation;
  std::vector<Write> result;
  for (cfa::VariableId variable : cfa::variables_written(operation)) {
    result.push_back({variable, {}, 0});
  }
  const auto operands = program.operands_of(program.edges[cursor.last_edge().index()]);
  const auto slot = [&](std::size_t index) { return cursor.machine().slots[operands[index]]; };
  std::visit(Overloaded{
                 [&](const cfa::Store& op) { result.push_back({{}, slot(0), cfa::size_in_bytes(op.value->type)}); },
                 [&](const cfa::CopyMemory&) { result.push_back({{}, slot(0), slot(2).address()}); },
                 [&](const cfa::SetMemory&) { result.push_back({{}, slot(0), slot(2).address()}); },
                 [&](const cfa::WriteBytes& op) { result.push_back({{}, slot(0), op.bytes->size()}); },
                 [&](const cfa::ReceiveMemory&) { result.push_back({{}, slot(0), slot(1).address()}); },
                 [&](const cfa::HavocMemory& op) {
                   const trace::Memory& memory = cursor.machine().memory;
                   if (op.address != nullptr && memory.is_alive(slot(0).provenance())) {
                     const auto whole = memory.address_of(slot(0).provenance());
                     result.push_back({{}, whole, memory.object(slot(0).provenance()).size});
                   }
                 },
                 [](const auto&) {},
             },
             operation);
  return result;
}

WatchedPlace watched_place(const View& view, const TypedValue& value) {
  const std::uint64_t size = view.symbols.type(value.type).size_bytes;
  if (const auto* registers = std::get_if<InRegisters>(&value.place)) {
    WatchedRegisters result;
    const auto& parts = registers->variable->parts;
    for (std::size_t i = 0; i < view.symbols.part_count(value.type); ++i) {
      result.variables.push_back(parts.at(registers->first_part + i));
    }
    if (registers->variable->function.is_valid()) {
      result.entered_at = entered_at(view.cursor, registers->variable->function, registers->activation_end);
    }
    return result;
  }
  if (const auto* memory = std::get_if<InMemory>(&value.place)) {
    if (value.bit_width != 0) {
      return WatchedMemory{memory->pointer.address() + memory->bit_offset / 8,
                           (memory->bit_offset % 8 + value.bit_width + 7) / 8};
    }
    const cfa::CType& type = view.symbols.type(value.type);
    const bool is_of_unknown_length = type.kind == cfa::CTypeKind::Array && size == 0;
    return WatchedMemory{memory->pointer.address(),
                         is_of_unknown_length ? array_length(view, value) * view.symbols.type(type.element).size_bytes
                                              : size};
  }
  throw EvaluationError{"only what is stored somewhere can be written"};
}

std::string to_string(const WatchedPlace& place) {
  std::ostringstream text;
  std::visit(Overloaded{[&](const WatchedMemory& memory) { text << "memory " << memory.address << ' ' << memory.size; },
                        [&](const WatchedRegisters& registers) {
                          text << "registers "
                               << (registers.entered_at ? static_cast<std::int64_t>(*registers.entered_at) : -1);
                          for (cfa::VariableId variable : registers.variables) {
                            text << ' ' << variable.index();
                          }
                        }},
             place);
  return text.str();
}

std::optional<WatchedPlace> watched_place_from(const std::string& text) {
  std::istringstream words(text);
  std::string kind;
  words >> kind;
  if (kind == "memory") {
    WatchedMemory memory;
    return words >> memory.address >> memory.size ? std::optional<WatchedPlace>(memory) : std::nullopt;
  }
  std::int64_t entered = -1;
  if (kind != "registers" || !(words >> entered)) {
    return std::nullopt;
  }
  WatchedRegisters registers;
  registers.entered_at = entered >= 0 ? std::optional(static_cast<std::uint64_t>(entered)) : std::nullopt;
  for (std::uint32_t index = 0; words >> index;) {
    registers.variables.emplace_back(index);
  }
  return registers;
}

bool writes_to(const trace::Program& program, const RunCursor& cursor, const WatchedPlace& place) {
  const trace::OperationKind kind = program.edges[cursor.last_edge().index()].operation;
  const bool is_quiet = kind == trace::OperationKind::Skip || kind == trace::OperationKind::Assume;
  const bool writes_register = kind == trace::OperationKind::Assign || kind == trace::OperationKind::Input;
  if (is_quiet || (writes_register && std::holds_alternative<WatchedMemory>(place))) { // most edges
    return false;
  }
  const auto is_hit = [&](const Write& write) {
    if (const auto* memory = std::get_if<WatchedMemory>(&place)) {
      const std::uint64_t begin = write.pointer.address();
      return !write.variable.is_valid() && begin < memory->address + memory->size &&
             memory->address < begin + write.size;
    }
    const auto& registers = std::get<WatchedRegisters>(place);
    if (!write.variable.is_valid() ||
        std::ranges::find(registers.variables, write.variable) == registers.variables.end()) {
      return false;
    }
    const cfa::FunctionId function = program.cfa->variable(write.variable).function;
    return !function.is_valid() || entered_at(cursor, function, cursor.activations().size()) == registers.entered_at;
  };
  return std::ranges::any_of(writes_of(program, cursor), is_hit);
}

std::optional<std::string> expression_for(const View& view, const Write& write, const std::string& statement) {
  const auto is_visible = [&](const cfa::SourceVariable* variable) {
    return variable != nullptr && view.symbols.find(variable->name, view.scope) == variable;
  };
  if (write.variable.is_valid()) {
    const auto [variable, part] = view.symbols.part(write.variable);
    const bool is_value = is_visible(variable) && variable->storage == cfa::SymbolStorage::Registers;
    return is_value ? std::optional(variable->name + path_of_part(view.symbols, variable->type, part)) : std::nullopt;
  }
  const trace::Memory& memory = view.cursor.machine().memory;
  if (!memory.is_alive(write.pointer.provenance())) {
    return std::nullopt;
  }
  try {
    const trace::Object& object = memory.object(write.pointer.provenance());
    const auto* variable = object.variable.is_valid() ? view.symbols.part(object.variable).variable : nullptr;
    if (is_visible(variable) &&
        address_of(view, variable_value(view, *variable)).provenance() == write.pointer.provenance()) {
      return variable->name +
             path_of_bytes(view.symbols, variable->type, write.pointer.address() - object.base, write.size);
    }
    if (const auto written = trace::assigned_place(statement)) {
      const TypedValue value = evaluate(view, parse_expression(*written, view.symbols));
      const auto* place = std::get_if<InMemory>(&value.place);
      if (place != nullptr && place->pointer.address() == write.pointer.address()) {
        return *written;
      }
    }
  } catch (const EvaluationError&) {
    return std::nullopt; // the statement's names mean something else by now
  }
  return std::nullopt;
}

} // namespace vouch::inspection
