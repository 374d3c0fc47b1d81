#include "tests/bench/generated_programs.hpp"

namespace vouch::bench {
namespace {

constexpr const char* function_pattern = R"(
struct record# {
  int count;
  unsigned flags;
  int values[8];
};

static int step#(int x, unsigned mode) {
  struct record# record = {0};
  for (int i = 0; i < 8; i++) {
    record.values[i] = x + i;
    if (record.values[i] > 100 && mode != 0) {
      record.count++;
      continue;
    }
    record.flags |= 1u << i;
  }
  switch (mode % 4) {
  case 0:
    x = record.count;
  case 1:
    x += (int)(record.flags & 15);
    break;
  case 2:
    while (x > 0) {
      x -= record.values[x % 8] > 3 ? 2 : 1;
    }
    break;
  default:
    x = -x;
  }
  return PREVIOUS;
}
)";

std::string with_replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

} // namespace

std::string program_of(std::size_t lines) {
  constexpr std::size_t lines_per_function = 33;
  std::string text = "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n";
  std::size_t count = lines / lines_per_function;
  for (std::size_t number = 0; number < count; ++number) {
    auto previous = number == 0 ? std::string("x") : "step" + std::to_string(number - 1) + "(x, mode >> 1)";
    text += with_replaced(with_replaced(function_pattern, "#", std::to_string(number)), "PREVIOUS", previous);
  }
  return text + "\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  assert(step" + std::to_string(count - 1) +
         "(x, 3) != 5);\n  return 0;\n}\n";
}

std::string program_with_a_bug() {
  constexpr int functions = 9;
  std::string text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n";
  std::string calls;
  for (int number = 0; number < functions; ++number) {
    auto name = "step" + std::to_string(number);
    text += "static int " + name +
            "(int x) {\n  int sum = 0;\n  if (x < 0) {\n    x = 0;\n  }\n  if (x > 50) {\n    x = 50;\n" +
            "  }\n  sum = x + " + std::to_string(number % 3) + ";\n  return sum;\n}\n";
    calls += "  x = " + name + "(x);\n";
  }
  return text + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n" + calls +
         "  assert(x != 26);\n  return 0;\n}\n";
}

} // namespace vouch::bench
