#pragma once

#include "tests/dap/recorded_program.hpp"

namespace vouch::test {

/// Lines are counted in the tests.
inline constexpr const char* shop = R"(#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define LIMIT (10 + 2)
struct point { int x; int y; };
struct node { int value; struct node *next; };
typedef struct node node_t;
enum colour { RED, GREEN = 5, BLUE };
int total = 3;
int table[300] = {1, 2, 3};
static int twice(int n) {
  int doubled = 2 * n;
  return doubled;
}
static int fact(int n) {
  int kept[2];
  kept[0] = n;
  if (n <= 1) {
    return 1;
  }
  return kept[0] * fact(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct point p = {n, 2};
  enum colour c = GREEN;
  node_t *list = 0;
  for (int i = 0; i < 3; i++) {
    node_t *fresh = malloc(sizeof *fresh);
    if (!fresh) return 0;
    fresh->value = i * 10;
    fresh->next = list;
    list = fresh;
  }
  total = twice(n) + twice(3);
  int f = fact(3);
  double half = 0.5 * total;
  char text[8] = "héy";
  /* é😀 */ table[1] += f; p.x = 4;
  if (n == 7) {
    assert(total != 20);
  }
  return p.x + (int)half + text[0] + c;
}
)";

inline constexpr int line_of_the_violation = 41;

class Conversation : public testing::Test {
protected:
  static const RecordedProgram& program() {
    static const RecordedProgram shared(shop);
    return shared;
  }
  Json source() const { return {{"path", program().source()}}; }
  Json start(const Json& more = Json::object()) {
    Json launch = program().launch();
    launch.update(more);
    return client().start(launch);
  }
  Json break_at(const Json& breakpoint) {
    return client().ask("setBreakpoints",
                        {{"source", source()}, {"breakpoints", Json::array({breakpoint})}})["breakpoints"][0];
  }
  /// Runs to the first arrival at a line.
  void run_to(int line) {
    break_at({{"line", line}});
    EXPECT_EQ(client().move("continue")["reason"], "breakpoint");
    EXPECT_EQ(client().line(), line);
  }

  DapClient& client() { return process_.client(); }
  DapProcess process_;
};

} // namespace vouch::test
