// The average of readings lies between their bounds, however many there are. Vouch proves it; the invariant
// (count * LOWEST <= sum <= count * HIGHEST) is found, not given:
//
//   scripts/vouch check docs/examples/average.c
//
// Then let one reading through unchecked and run it again.
#include <assert.h>

#define LOWEST 2
#define HIGHEST 5

extern int __VERIFIER_nondet_int(void);

struct statistics {
  int count;
  int sum;
};

int main(void) {
  struct statistics readings = {0, 0};
  while (readings.count < 1000 && __VERIFIER_nondet_int()) {
    int reading = __VERIFIER_nondet_int();
    if (reading < LOWEST || reading > HIGHEST) {
      continue;
    }
    readings.sum += reading;
    readings.count++;
  }
  assert(readings.sum >= LOWEST * readings.count);
  assert(readings.sum <= HIGHEST * readings.count);
  return 0;
}
