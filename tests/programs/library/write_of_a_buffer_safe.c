// expect: safe
// property: bounds,null,use-after-free
#include <unistd.h>

int main(void) {
  char buffer[4] = {0};
  write(1, buffer, sizeof buffer);
  write(1, 0, 0);
  write(1, 0, 4); /* the system refuses it */
  write(-1, buffer, 64);
  return 0;
}
