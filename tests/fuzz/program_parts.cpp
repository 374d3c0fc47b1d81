#include "tests/fuzz/program_parts.hpp"

#include <algorithm>

namespace vouch::fuzz {

std::uint64_t Random::bits() {
  // SplitMix64, as in the interpreter's sources of inputs, but independent of them.
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31U);
}

const std::vector<NumberKind>& integer_kinds() {
  static const std::vector<NumberKind> kinds = {{"char", 8, true},
                                                {"signed char", 8, true},
                                                {"unsigned char", 8, false},
                                                {"short", 16, true},
                                                {"unsigned short", 16, false},
                                                {"int", 32, true},
                                                {"int", 32, true},
                                                {"unsigned", 32, false},
                                                {"unsigned", 32, false},
                                                {"long", 64, true},
                                                {"unsigned long", 64, false},
                                                {"long long", 64, true},
                                                {"unsigned long long", 64, false},
                                                {"_Bool", 1, false}};
  return kinds;
}

const std::vector<NumberKind>& float_kinds() {
  static const std::vector<NumberKind> kinds = {{"float", 32, true, true}, {"double", 64, true, true}};
  return kinds;
}

NumberKind promoted(const NumberKind& type) { return type.bits < 32 ? NumberKind{"int", 32, true} : type; }

NumberKind common_type(const NumberKind& left, const NumberKind& right) {
  NumberKind a = promoted(left);
  NumberKind b = promoted(right);
  if (a.is_signed == b.is_signed) {
    return a.bits >= b.bits ? a : b;
  }
  const NumberKind& unsigned_one = a.is_signed ? b : a;
  const NumberKind& signed_one = a.is_signed ? a : b;
  return unsigned_one.bits >= signed_one.bits ? unsigned_one : signed_one;
}

NumberKind random_number_kind(Random& random) {
  return random.percent(15) ? random.one_of(float_kinds()) : random.one_of(integer_kinds());
}

bool has_plain_bytes(const NumberKind& type) { return !type.is_float && type.bits >= 8; }

bool takes_any_bytes(const StructKind& kind) {
  return std::none_of(kind.fields.begin(), kind.fields.end(),
                      [](const Field& field) { return !field.is_bit_field && field.type.bits == 1; });
}

std::string declaration(const Variable& variable, const std::vector<StructKind>& structs) {
  switch (variable.shape) {
  case Shape::Scalar:
    return variable.type.spelling + " " + variable.name;
  case Shape::Array:
    return variable.type.spelling + " " + variable.name + "[" + std::to_string(array_length) + "]";
  case Shape::Matrix: {
    std::string length = "[" + std::to_string(matrix_length) + "]";
    return variable.type.spelling + " " + variable.name + length + length;
  }
  case Shape::Struct:
    return structs[variable.struct_index].spelling + " " + variable.name;
  case Shape::Pointer:
    return variable.type.spelling + " *" + variable.name;
  case Shape::StructPointer:
    return structs[variable.struct_index].spelling + " *" + variable.name;
  }
  return "";
}

} // namespace vouch::fuzz
