// expect: safe
#include <assert.h>

static const char *names[] = {"abc", "xyz", "bd"};

int main(void) {
  const char *text = "abc";
  const char *same = "abc";
  assert(text + 1 != same && text != "abd" && text + 1 != "cd");
  assert(text == text && names[0] != names[1] && names[0] + 1 != names[2]);
  return 0;
}
