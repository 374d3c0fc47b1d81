#include "tests/fuzz/type_generator.hpp"

#include <utility>

namespace vouch::fuzz {
namespace {

/// Members of eight bytes without padding, so that whichever was written, each can be read.
struct Overlay {
  std::string declaration;
  std::vector<Field> fields;
};

const std::vector<Overlay>& overlays() {
  static const NumberKind int_kind{"int", 32, true};
  static const NumberKind unsigned_kind{"unsigned", 32, false};
  static const std::vector<Overlay> members = {
      {"long l;", {{"l", {"long", 64, true}}}},
      {"unsigned long m;", {{"m", {"unsigned long", 64, false}}}},
      {"unsigned char b[8];", {{"b", {"unsigned char", 8, false}, 8}}},
      {"int i[2];", {{"i", int_kind, 2}}},
      {"unsigned short h[4];", {{"h", {"unsigned short", 16, false}, 4}}},
      {"double d;", {{"d", {"double", 64, true, true}}}},
      {"float f[2];", {{"f", {"float", 32, true, true}, 2}}},
      {"struct { unsigned low; int high; } w;", {{"w.low", unsigned_kind}, {"w.high", int_kind}}},
      {"struct { short a; signed char c[2]; unsigned z; };",
       {{"a", {"short", 16, true}}, {"c", {"signed char", 8, true}, 2}, {"z", unsigned_kind}}}};
  return members;
}

/// The members of a union, two to four of them. Adds their paths to `fields`.
std::string union_members(Random& random, std::vector<Field>& fields) {
  std::string text;
  std::size_t first = random.below(overlays().size());
  std::size_t count = 2 + random.below(3);
  for (std::size_t i = 0; i < count; ++i) {
    const Overlay& overlay = overlays()[(first + 2 * i) % overlays().size()];
    text += " " + overlay.declaration;
    for (Field field : overlay.fields) {
      field.is_overlaid = true;
      fields.push_back(std::move(field));
    }
  }
  return text;
}

StructKind generate_struct(Random& random, std::string spelling, std::string& text) {
  // Those of one byte or two have all bits of their unit beside them.
  static const std::vector<NumberKind> bit_field_types = {
      {"unsigned", 32, false},       {"int", 32, true},   {"unsigned char", 8, false}, {"signed char", 8, true},
      {"unsigned short", 16, false}, {"short", 16, true}, {"_Bool", 2, false}};
  StructKind made{std::move(spelling), {}};
  text += made.spelling + " {\n";
  for (unsigned f = 0, count = 2 + static_cast<unsigned>(random.below(3)); f < count; ++f) {
    Field field{"f" + std::to_string(f), random_number_kind(random)};
    std::string suffix;
    if (random.percent(25)) {
      field.is_bit_field = true;
      field.type = random.one_of(bit_field_types);
      field.type.bits = static_cast<unsigned>(1 + random.below(field.type.bits - 1));
      suffix = " : " + std::to_string(field.type.bits);
    } else if (random.percent(20)) {
      field.elements = random.percent(50) ? 2 : 4;
      suffix = "[" + std::to_string(field.elements) + "]";
    }
    text += "  " + field.type.spelling + " " + field.name + suffix + ";\n";
    made.fields.push_back(field);
  }
  text += "};\n";
  return made;
}

StructKind generate_union(Random& random, std::string spelling, std::string& text) {
  StructKind made{std::move(spelling), {}};
  text += made.spelling + " {" + union_members(random, made.fields) + " };\n";
  return made;
}

/// A struct with another one inside, and maybe with an unnamed union.
StructKind generate_nested(Random& random, std::string spelling, const StructKind& inner, std::string& text) {
  StructKind made{std::move(spelling), {}};
  text += made.spelling + " {\n";
  if (random.percent(50)) {
    text += "  union {" + union_members(random, made.fields) + " };\n";
  }
  text += "  " + inner.spelling + " inner;\n";
  for (Field field : inner.fields) {
    field.name = "inner." + field.name;
    made.fields.push_back(std::move(field));
  }
  Field last{"last", random_number_kind(random)};
  text += "  " + last.type.spelling + " last;\n};\n";
  made.fields.push_back(last);
  return made;
}

} // namespace

std::vector<StructKind> generate_types(Random& random, const std::string& prefix, unsigned nested_percent,
                                       std::string& text) {
  std::vector<StructKind> types;
  for (unsigned i = 0; i < 2; ++i) {
    types.push_back(generate_struct(random, "struct " + prefix + "s" + std::to_string(i), text));
  }
  if (random.percent(nested_percent)) {
    types.push_back(generate_union(random, "union " + prefix + "u", text));
  }
  if (random.percent(nested_percent)) {
    StructKind inner = random.one_of(types);
    types.push_back(generate_nested(random, "struct " + prefix + "n", inner, text));
  }
  return types;
}

} // namespace vouch::fuzz
