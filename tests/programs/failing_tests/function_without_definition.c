// expect: violated
// expect-line: 9
#include <assert.h>
int read_sensor(int channel);
void start_sensor(int channel);

int main(void) {
  start_sensor(2);
  assert(read_sensor(1) < 100 || read_sensor(2) > 3);
  return 0;
}
