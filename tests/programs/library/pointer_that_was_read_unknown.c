// expect: unknown
// property: assert
// feature: Library: <unistd.h>
// reason: was not confirmed
#include <assert.h>
#include <unistd.h>

/* It may be the address of anything, that of the number as well. */
int main(void) {
  int number = 7;
  int *numbers[2] = {&number, &number};
  if (read(0, numbers, sizeof numbers) == (ssize_t)sizeof numbers) {
    *numbers[0] = 8;
  }
  assert(number == 7);
  return 0;
}
