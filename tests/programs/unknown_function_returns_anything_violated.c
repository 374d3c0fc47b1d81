// expect: violated
// expect-line: 9
// feature: Functions: declared only
#include <assert.h>
extern int read_sensor(void);

int main(void) {
  int x = read_sensor();
  assert(x != 1234);
  return 0;
}
