// expect: violated
// expect-line: 17
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

struct event {
  unsigned long data;
};

extern void wait_for(struct event *event);

void run(void) {
  int status = 0;
  struct event event = {(unsigned long)&status};
  status = 1;
  wait_for(&event); assert(status == 1);
}
