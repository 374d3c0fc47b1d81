// expect: violated
// expect-line: 8
// property: bounds
#include <unistd.h>

int main(void) {
  char buffer[4] = {0};
  write(1, buffer, 64);
  return 0;
}
