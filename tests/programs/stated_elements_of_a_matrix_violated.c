// expect: violated
// expect-line: 9
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

int corner(const int *m, int rows, int columns) {
  VOUCH_REQUIRES(rows > 0 && columns > 0 && rows < 1000 && columns < 1000 && VOUCH_READABLE(m, rows * columns));
  return m[rows * columns];
}
