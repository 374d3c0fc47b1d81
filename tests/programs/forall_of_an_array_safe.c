// expect: safe
// feature: Objects: arrays, also of arrays, with any index
#include <vouch.h>

int doubled[1000];

void twice(const int *numbers, int count) {
  if (count < 0 || count > 1000) {
    return;
  }
  for (int i = 0; i < count; i++) {
    doubled[i] = numbers[i] & 255;
  }
  VOUCH_FORALL(k, 0, count, doubled[k] == (numbers[k] & 255));
}
