// expect: violated
// expect-line: 14
// feature: Objects: unions
#include <assert.h>

union word {
  int as_int;
  short as_short;
};

int main(void) {
  union word w;
  w.as_int = 70000;
  assert(w.as_short == 70000 || w.as_int == 70000 - 1);
  return 0;
}
