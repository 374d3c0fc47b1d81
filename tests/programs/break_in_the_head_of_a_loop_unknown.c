// expect: unknown
// reason: "break" in the head of a loop
// feature: GNU C: jumps out of statement expressions in the head of a loop
#include <assert.h>

int main(void) {
  int rounds = 0;
  for (int i = 0; ({
         if (i == 3)
           break; // Clang leaves this loop; gcc would leave one around it
         1;
       });
       i++) {
    rounds++;
  }
  assert(rounds == 3);
}
