#include "tests/fuzz/memory_statements.hpp"

#include <algorithm>

namespace vouch::fuzz {
namespace {

using Effects = ExpressionGenerator::Effects;

std::size_t element_bytes(const Variable& array) { return array.type.bits == 1 ? 1 : array.type.bits / 8; }

std::vector<Variable> arrays_of(const std::vector<Variable>& scope) {
  std::vector<Variable> arrays;
  std::copy_if(scope.begin(), scope.end(), std::back_inserter(arrays),
               [](const Variable& variable) { return variable.shape == Shape::Array; });
  return arrays;
}

/// One byte for all of an array or a struct.
std::optional<Lines> set_bytes(Random& random, ExpressionGenerator& expressions, const std::vector<StructKind>& structs,
                               unsigned misuse_percent) {
  const Variable& variable = random.one_of(expressions.scope());
  std::string value = std::to_string(random.below(300));
  switch (variable.shape) {
  case Shape::Array: {
    std::string byte = variable.type.bits == 1 ? "1" : value;
    std::string size = std::to_string(array_length * element_bytes(variable));
    if (random.percent(misuse_percent)) {
      size += " + ((" + expressions.expression(1, Effects::None).text + ") & 1)";
    }
    return Lines{"memset(" + variable.name + ", " + byte + ", " + size + ");"};
  }
  case Shape::Struct:
  case Shape::StructPointer: {
    bool is_pointer = variable.shape == Shape::StructPointer;
    std::string byte = takes_any_bytes(structs[variable.struct_index]) ? value : "0";
    return Lines{std::string(is_pointer ? "memset(" : "memset(&") + variable.name + ", " + byte + ", sizeof " +
                 (is_pointer ? "*" : "") + variable.name + ");"};
  }
  default:
    return std::nullopt;
  }
}

/// From one array into another, or inside of one.
std::optional<Lines> copy_bytes(Random& random, ExpressionGenerator& expressions, unsigned misuse_percent) {
  std::vector<Variable> arrays = arrays_of(expressions.scope());
  if (arrays.empty()) {
    return std::nullopt;
  }
  const Variable& to = random.one_of(arrays);
  const Variable& from = random.one_of(arrays);
  auto half = [&](const Variable& array) {
    if (random.percent(misuse_percent)) {
      return array.name + " + ((" + expressions.expression(1, Effects::None).text + ") & 5)";
    }
    return array.name + " + " + std::to_string(random.below(5));
  };
  if (to.name == from.name) {
    return Lines{"memmove(" + half(to) + ", " + half(from) + ", 4 * sizeof *" + to.name + ");"};
  }
  bool is_same_type = to.type.spelling == from.type.spelling;
  // Computed NaNs differ in bits that would be seen, and few bytes make a _Bool.
  bool may_reinterpret = !from.type.is_float && to.type.bits != 1;
  if (!is_same_type && !may_reinterpret) {
    return std::nullopt;
  }
  std::size_t bytes = (array_length / 2) * std::min(element_bytes(to), element_bytes(from));
  std::string function = random.percent(60) ? "memcpy(" : "memmove(";
  return Lines{function + half(to) + ", " + half(from) + ", " + std::to_string(bytes) + ");"};
}

/// All bytes of an array, changed or added to the checksum.
std::optional<Lines> visit_bytes(Random& random, ExpressionGenerator& expressions, const std::string& name) {
  std::vector<Variable> arrays = arrays_of(expressions.scope());
  std::erase_if(arrays, [](const Variable& array) { return !has_plain_bytes(array.type); });
  if (arrays.empty()) {
    return std::nullopt;
  }
  const Variable& array = random.one_of(arrays);
  std::string size = std::to_string(array_length * element_bytes(array));
  std::string head = "for (unsigned char *" + name + " = (unsigned char *)" + array.name + ", *" + name +
                     "e = " + name + " + " + size + "; " + name + " < " + name + "e; " + name;
  if (random.percent(50)) {
    return Lines{head + "++) CHECK(*" + name + ");"};
  }
  return Lines{head + " += 4) *" + name + " ^= " + expressions.expression(1, Effects::None).text + ";"};
}

Lines use_string(Random& random, ExpressionGenerator& expressions, const std::string& name) {
  static const std::vector<std::string> texts = {"", "a", "C17", "model", "unsigned"};
  Lines lines = {"{", "  char " + name + "[24] = \"" + random.one_of(texts) + "\";"};
  if (random.percent(50)) {
    lines.push_back("  strcat(" + name + ", \"" + random.one_of(texts) + "\");");
  } else {
    lines.push_back("  strcpy(" + name + " + 2, \"" + random.one_of(texts) + "\");");
  }
  std::string value = expressions.expression(1, Effects::None).text;
  lines.push_back("  " + name + "[(" + value + ") & 3] = (char)(" + expressions.expression(1, Effects::None).text +
                  ");");
  lines.push_back("  CHECK(strlen(" + name + ")); CHECK(strcmp(" + name + ", \"" + random.one_of(texts) + "\") > 0);");
  lines.push_back("}");
  return lines;
}

std::optional<Lines> compare_pointers(Random& random, ExpressionGenerator& expressions) {
  std::vector<Variable> arrays = arrays_of(expressions.scope());
  if (arrays.empty()) {
    return std::nullopt;
  }
  const Variable& array = random.one_of(arrays);
  std::string left = "&" + array.name + "[(" + expressions.expression(1, Effects::None).text + ") & 7]";
  std::string right = "&" + array.name + "[" + std::to_string(random.below(array_length)) + "]";
  return Lines{"CHECK(" + left + " - " + right + "); CHECK(" + left + (random.percent(50) ? " < " : " >= ") + right +
               ");"};
}

/// Writes a pointer through its own address.
std::optional<Lines> pointer_to_pointer(Random& random, ExpressionGenerator& expressions, const std::string& name) {
  for (const Variable& pointer : expressions.scope()) {
    if (pointer.shape != Shape::Pointer || pointer.is_fixed || !random.percent(60)) {
      continue;
    }
    Variable target = pointer;
    target.is_global = true; // which lives long enough for every pointer
    std::string address = expressions.address_for(target);
    if (!address.empty()) {
      return Lines{"{", "  " + pointer.type.spelling + " **" + name + " = &" + pointer.name + ";",
                   "  if (" + expressions.condition(1, Effects::None) + ") *" + name + " = " + address + ";",
                   "  CHECK(**" + name + " != 3);", "}"};
    }
  }
  return std::nullopt;
}

/// Built from the back, summed up and given back.
Lines list_on_heap(Random& random, ExpressionGenerator& expressions, const std::string& name) {
  const NumberKind& type = random.one_of(integer_kinds());
  std::string node = "struct " + name + "n";
  std::string length = random.percent(50) ? "(" + expressions.expression(1, Effects::None).text + ") & 3"
                                          : std::to_string(random.below(4));
  std::string value = expressions.expression(1, Effects::None).text;
  return {"{",
          "  " + node + " { " + type.spelling + " value; " + node + " *next; } *" + name + "h = 0, *" + name + "t;",
          "  for (int " + name + " = " + length + "; " + name + " > 0; " + name + "--) {",
          "    " + name + "t = malloc(sizeof *" + name + "t);",
          "    " + name + "t->value = (" + value + ") ^ " + name + ";",
          "    " + name + "t->next = " + name + "h;",
          "    " + name + "h = " + name + "t;",
          "  }",
          "  while (" + name + "h != 0) {",
          "    " + name + "t = " + name + "h;",
          "    CHECK(" + name + "t->value);",
          "    " + name + "h = " + name + "t->next;",
          "    free(" + name + "t);",
          "  }",
          "}"};
}

} // namespace

std::optional<Lines> memory_statement(Random& random, ExpressionGenerator& expressions,
                                      const std::vector<StructKind>& structs, const std::string& name,
                                      unsigned misuse_percent) {
  switch (random.below(10)) {
  case 0:
  case 1:
    return set_bytes(random, expressions, structs, misuse_percent);
  case 2:
  case 3:
    return copy_bytes(random, expressions, misuse_percent);
  case 4:
  case 5:
    return visit_bytes(random, expressions, name);
  case 6:
    return use_string(random, expressions, name);
  case 7:
    return compare_pointers(random, expressions);
  case 8:
    return pointer_to_pointer(random, expressions, name);
  default:
    return list_on_heap(random, expressions, name);
  }
}

Lines allocation(Random& random, const Variable& variable, const std::vector<StructKind>& structs) {
  const std::string& name = variable.name;
  if (variable.shape == Shape::StructPointer) {
    std::string declared = declaration(variable, structs);
    if (random.percent(50)) {
      return {declared + " = calloc(1, sizeof *" + name + ");"};
    }
    return {declared + " = malloc(sizeof *" + name + ");", "*" + name + " = (" +
                                                               structs[variable.struct_index].spelling + "){" +
                                                               std::to_string(random.below(9)) + "};"};
  }
  std::string declared = variable.type.spelling + " *" + name + " = ";
  std::string all = std::to_string(array_length);
  switch (random.below(3)) {
  case 0:
    return {declared + "calloc(" + all + ", sizeof *" + name + ");"};
  case 1:
    return {declared + "malloc(" + all + " * sizeof *" + name + ");", "for (int " + name + "i = 0; " + name + "i < " +
                                                                          all + "; " + name + "i++) " + name + "[" +
                                                                          name + "i] = " + name + "i;"};
  default:
    return {declared + "realloc(calloc(4, sizeof *" + name + "), " + all + " * sizeof *" + name + ");",
            "memset(" + name + " + 4, 1, 4 * sizeof *" + name + ");"};
  }
}

} // namespace vouch::fuzz
