// expect: violated
// expect-line: 21
#include <assert.h>
struct point {
  char name;
  short x, y;
};
static int twice(int parameter) {
  int local;
  return parameter + local;
}
static long long read(long long *from) { return *from; }
int main(void) {
  struct point point;
  double number;
  long long wide;
  int array[3];
  array[1] = 0;
  int sum = twice(1);
  sum += twice(2);
  assert(sum != 4711 || point.y != -3 || number != 0.5 || read(&wide) != 0x123456789a || array[2] != 7 || array[0]);
  return 0;
}
