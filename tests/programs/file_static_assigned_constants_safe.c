// expect: safe
// feature: Functions: verified on their own, without main
#include <assert.h>

enum state { IDLE, OPEN, CLOSED };
static enum state state;
static int ready;
static int (*report)(int);

static int loud(int n) { return n; }

void start(int with_reports) {
  state = OPEN;
  ready = 1;
  if (with_reports)
    report = loud;
}

void stop(void) { state = CLOSED; }

int check(int n) {
  assert(state == IDLE || state == OPEN || state == CLOSED);
  assert(ready == 0 || ready == 1);
  return report ? report(n) : 0;
}
