#include "analysis/trace/contents_writer.hpp"

#include "analysis/trace/c_literal.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstring>

namespace vouch::trace {
namespace {

using cfa::CStorage;
using cfa::CTypeKind;

/// More than a reader or a compiler should have to bear.
constexpr std::size_t most_statements = 20'000;
constexpr unsigned bits_per_byte = 8;

bool is_known(const Object& object, std::uint64_t offset) {
  return object.states.empty() || object.states[offset] == ByteState::Determined;
}

bool is_anything_known(const Object& object, std::uint64_t offset, std::uint64_t size) {
  for (std::uint64_t i = offset; i < offset + size && i < object.size; ++i) {
    if (is_known(object, i)) {
      return true;
    }
  }
  return false;
}

/// Little-endian; what is not known is zero. At most 16 bytes.
cfa::Integer bits_at(const Object& object, std::uint64_t offset, std::uint64_t size) {
  __extension__ unsigned __int128 bits = 0;
  for (std::uint64_t i = size; i-- > 0;) {
    bits = (bits << 8U) | (offset + i < object.size && is_known(object, offset + i) ? object.bytes[offset + i] : 0U);
  }
  return static_cast<cfa::Integer>(bits);
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%llxull", static_cast<unsigned long long>(number));
  return text.data();
}

/// As an identifier: `head->next` becomes `head_next`.
std::string identifier(const std::string& text) {
  std::string result;
  for (char c : text) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_letter) {
      result += c;
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  while (!result.empty() && result.back() == '_') {
    result.pop_back();
  }
  return result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) != 0 ? "object_" + result : result;
}

/// `.x.y` of a register that is called `point.x.y`.
std::string leaf_path(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? std::string() : name.substr(dot);
}

} // namespace

ContentsWriter::ContentsWriter(const cfa::Cfa& cfa, const cfa::CDeclarations& declarations, const StateAtEntry& state)
    : cfa_(cfa), declarations_(declarations), state_(state) {
  for (const cfa::CVariable& variable : declarations.variables) {
    names_.insert(variable.name);
    if (variable.storage.kind == CStorage::Kind::Memory) {
      const Provenance object = state.variables[variable.storage.variables.front().index()];
      if (!object.is_none() && variable.function.empty()) {
        objects_[object.slot] = {variable.name, variable.type, true};
      }
    }
  }
  for (const cfa::CFunction& function : declarations.undefined) {
    names_.insert(function.name);
  }
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    names_.insert(cfa.function(cfa::FunctionId(static_cast<std::uint32_t>(index))).name);
  }
}

std::string ContentsWriter::unused_name(const std::string& hint) {
  std::string name = identifier(hint);
  while (!names_.insert(name).second) {
    name += '_';
  }
  return name;
}

void ContentsWriter::assign(const std::string& place, const std::string& value) {
  if (statements_.size() < most_statements) {
    statements_.push_back(place + " = " + value + ";");
  } else {
    problems_.insert("the run needs more contents of memory than can be written down");
  }
}

std::string ContentsWriter::argument(const cfa::CVariable& parameter) {
  const std::string hint = parameter.name.empty() ? "unnamed" : parameter.name;
  const cfa::CType& parameter_type = type(parameter.type);
  const Value& first = state_.slots[parameter.storage.variables.front().index()];
  if (parameter.storage.kind == CStorage::Kind::Scalar && parameter_type.kind == CTypeKind::Pointer) {
    return pointer(first, parameter_type.element, hint);
  }
  const std::string name = unused_name(hint);
  const std::string declaration = c_declaration(parameter_type, name);
  if (parameter.storage.kind == CStorage::Kind::Scalar) {
    assign(declaration, scalar(first, parameter.type, hint));
    return name;
  }
  statements_.push_back(declaration + " = {0};");
  if (parameter.storage.kind == CStorage::Kind::Leaves) {
    set_leaves(name, parameter.type, parameter.storage);
  } else if (state_.memory.is_alive(first.provenance())) {
    write(name, parameter.type, {&state_.memory.object(first.provenance()), Contents::Before::Zero}, 0);
  }
  return name;
}

void ContentsWriter::set(const cfa::CVariable& variable) {
  if (variable.storage.kind == CStorage::Kind::Scalar) {
    set_register(variable.name, variable.type, variable.storage.variables.front());
  } else if (variable.storage.kind == CStorage::Kind::Leaves) {
    set_leaves(variable.name, variable.type, variable.storage);
  } else {
    const Provenance object = state_.variables[variable.storage.variables.front().index()];
    if (!object.is_none()) {
      write(variable.name, variable.type, {&state_.memory.object(object), Contents::Before::Anything}, 0);
    }
  }
}

void ContentsWriter::set_register(const std::string& place, cfa::CTypeId index, cfa::VariableId variable) {
  if (!type(index).is_constant) {
    assign(place, scalar(state_.slots[variable.index()], index, place));
  }
}

void ContentsWriter::set_leaves(const std::string& place, cfa::CTypeId index, const cfa::CStorage& storage) {
  for (cfa::VariableId variable : storage.variables) {
    const std::string path = leaf_path(cfa_.variable(variable).name);
    cfa::CTypeId part = index;
    for (std::size_t begin = 1; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      const auto& fields = type(part).fields;
      auto field = std::ranges::find(fields, path.substr(begin, end - begin), &cfa::CField::name);
      if (field == fields.end()) {
        problems_.insert("a part of " + place + " has no name");
        return;
      }
      part = field->type;
      begin = end + 1;
    }
    set_register(place + path, part, variable);
  }
}

std::string ContentsWriter::scalar(const Value& value, cfa::CTypeId index, const std::string& hint) {
  const cfa::CType& described = type(index);
  if (described.kind == CTypeKind::Pointer) {
    return pointer(value, described.element, hint);
  }
  if (described.kind == CTypeKind::Floating) {
    cfa::Integer bits = 0;
    std::memcpy(&bits, value.bytes(), 10);
    return c_literal(bits, described);
  }
  return c_literal(value.integer(), described);
}

std::string ContentsWriter::pointer(const Value& value, cfa::CTypeId pointee, const std::string& hint) {
  const std::string target = type(pointee).name.empty() ? "void" : c_declaration(type(pointee), "*");
  const std::string cast = "(" + target + (target == "void" ? " *" : "") + ")";
  if (value.address() == 0) {
    return "0";
  }
  if (const NamedObject* object = object_for(value.provenance(), pointee, hint)) {
    const std::uint64_t offset = value.address() - state_.memory.object(value.provenance()).base;
    const bool has_type = object->type == pointee || type(object->type).name == type(pointee).name;
    const std::uint64_t element = type(object->type).size_bytes;
    if (!object->is_variable && has_type && element != 0 && offset % element == 0) {
      return offset == 0 ? object->name : "&" + object->name + "[" + std::to_string(offset / element) + "]";
    }
    const std::string start = object->is_variable ? "&" + object->name : object->name;
    if (offset == 0) {
      return has_type ? start : cast + start;
    }
    return cast + "((char *)" + start + " + " + std::to_string(static_cast<std::int64_t>(offset)) + ")";
  }
  for (std::size_t index = 0; index < cfa_.function_count(); ++index) {
    const cfa::FunctionId function(static_cast<std::uint32_t>(index));
    if (address_of_function(function) == value.address()) {
      return cfa_.function(function).name;
    }
  }
  if (!value.provenance().is_none()) {
    problems_.insert("a pointer leads to an object that cannot be named");
  }
  return cast + hexadecimal(value.address());
}

const ContentsWriter::NamedObject* ContentsWriter::object_for(Provenance id, cfa::CTypeId pointee,
                                                              const std::string& hint) {
  if (id.is_none() || !state_.memory.is_alive(id)) {
    return nullptr;
  }
  if (auto known = objects_.find(id.slot); known != objects_.end()) {
    return &known->second;
  }
  const Object& object = state_.memory.object(id);
  const cfa::CType& element = type(pointee);
  if (object.kind != ObjectKind::Heap || element.size_bytes == 0 || element.name.empty()) {
    return nullptr;
  }
  const std::string name = unused_name(hint);
  const NamedObject& made = objects_[id.slot] = {name, pointee, false};
  const std::uint64_t count = (object.size + element.size_bytes - 1) / element.size_bytes;
  // Sanitizers let one byte of an allocation of size 0 be accessed; none behind the end of another one.
  const std::string start = count == 0 ? "(" + c_declaration(element, "*") + ")" : "";
  statements_.push_back(c_declaration(element, "*") + name + " = " + start + "__builtin_calloc(" +
                        std::to_string(std::max<std::uint64_t>(count, 1)) + ", sizeof(" + element.name + "))" +
                        (count == 0 ? " + 1;" : ";"));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!is_anything_known(object, i * element.size_bytes, element.size_bytes)) {
      continue; // most of a large array
    }
    write(name + "[" + std::to_string(i) + "]", pointee, {&object, Contents::Before::Zero}, i * element.size_bytes);
  }
  return &made;
}

void ContentsWriter::write(const std::string& place, cfa::CTypeId index, const Contents& contents,
                           std::uint64_t offset) {
  const cfa::CType& described = type(index);
  const bool is_fixed = described.is_constant && contents.before == Contents::Before::Anything; // not made here
  if (is_fixed || !is_anything_known(*contents.object, offset, described.size_bytes)) {
    return;
  }
  switch (described.kind) {
  case CTypeKind::Array: {
    const std::uint64_t element = type(described.element).size_bytes;
    for (std::uint64_t i = 0; element != 0 && (i + 1) * element <= described.size_bytes; ++i) {
      write(place + "[" + std::to_string(i) + "]", described.element, contents, offset + i * element);
    }
    return;
  }
  case CTypeKind::Struct:
    for (const cfa::CField& field : described.fields) {
      if (field.bit_width != 0) {
        write_bit_field(place, field, contents, offset);
      } else {
        const std::string part = field.name.empty() ? place : place + "." + field.name;
        write(part, field.type, contents, offset + field.offset_bits / bits_per_byte);
      }
    }
    return;
  case CTypeKind::Union:
    return write_union(place, described, contents, offset);
  case CTypeKind::Void:
  case CTypeKind::Function:
  case CTypeKind::Other:
    return write_bytes(place, described, contents, offset);
  default:
    return write_scalar(place, index, contents, offset);
  }
}

void ContentsWriter::write_scalar(const std::string& place, cfa::CTypeId index, const Contents& contents,
                                  std::uint64_t offset) {
  const cfa::CType& described = type(index);
  const cfa::Integer bits = bits_at(*contents.object, offset, described.size_bytes);
  if (bits == 0 && contents.before == Contents::Before::Zero) {
    return;
  }
  if (described.kind == CTypeKind::Pointer) {
    MemoryPlace stored{const_cast<Object*>(contents.object), offset}; // which reading does not change
    const Value value = state_.memory.read_pointer(stored, static_cast<std::uint64_t>(bits));
    assign(place, pointer(value, described.element, place));
    return;
  }
  assign(place, c_literal(bits, described));
}

void ContentsWriter::write_bit_field(const std::string& place, const cfa::CField& field, const Contents& contents,
                                     std::uint64_t offset) {
  const std::uint64_t first = field.offset_bits / bits_per_byte;
  const unsigned shift = field.offset_bits % bits_per_byte;
  const std::uint64_t size = (shift + field.bit_width + bits_per_byte - 1) / bits_per_byte;
  if (field.name.empty() || size == 0 || !is_anything_known(*contents.object, offset + first, size)) {
    return;
  }
  const cfa::Integer bits = bits_at(*contents.object, offset + first, size) >> shift;
  const cfa::Integer value =
      cfa::wrap(bits, cfa::IntegerType{field.bit_width, cfa::as_integer(*type(field.type).scalar)->signedness});
  if (value != 0 || contents.before == Contents::Before::Anything) {
    assign(place + "." + field.name, cfa::to_string(value));
  }
}

void ContentsWriter::write_union(const std::string& place, const cfa::CType& described, const Contents& contents,
                                 std::uint64_t offset) {
  for (const cfa::CField& field : described.fields) {
    const bool is_all = type(field.type).size_bytes == described.size_bytes && field.bit_width == 0;
    if (is_all && !field.name.empty()) {
      return write(place + "." + field.name, field.type, contents, offset);
    }
  }
  write_bytes(place, described, contents, offset);
}

void ContentsWriter::write_bytes(const std::string& place, const cfa::CType& described, const Contents& contents,
                                 std::uint64_t offset) {
  for (std::uint64_t i = 0; i < described.size_bytes; ++i) {
    if (is_known(*contents.object, offset + i)) {
      assign("((unsigned char *)&" + place + ")[" + std::to_string(i) + "]",
             std::to_string(contents.object->bytes[offset + i]));
    }
  }
}

} // namespace vouch::trace
