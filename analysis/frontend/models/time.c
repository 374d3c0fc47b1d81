/* <time.h>, and who and where the process is. */

long time(long *seconds) {
  long now = __VERIFIER_nondet_long();
  if (seconds != NULL) {
    *seconds = now;
  }
  return now;
}

static long fraction(long most) {
  long number = __VERIFIER_nondet_long();
  return number < 0 ? 0 : number > most ? most : number;
}

/* Seconds, and parts of them, in two numbers. */
int gettimeofday(void *time, void *zone) {
  long *parts = time;
  if (parts != NULL) {
    parts[0] = __VERIFIER_nondet_long();
    parts[1] = fraction(999999);
  }
  if (zone != NULL) {
    __vouch_use_block(zone, 2 * sizeof(int));
    __vouch_some_bytes(zone);
  }
  return 0;
}

int clock_gettime(int clock, void *time) {
  if (__VERIFIER_nondet_bool()) {
    fail();
    return -1;
  }
  succeed();
  long *parts = time;
  parts[0] = __VERIFIER_nondet_long();
  parts[1] = fraction(999999999);
  return 0;
}

long clock(void) {
  long ticks = __VERIFIER_nondet_long();
  return ticks < -1 ? -1 : ticks;
}

unsigned sleep(unsigned seconds) {
  unsigned left = (unsigned)__VERIFIER_nondet_int();
  return left > seconds ? seconds : left;
}

int usleep(unsigned microseconds) {
  if (__VERIFIER_nondet_bool()) {
    succeed();
    return 0;
  }
  fail();
  return -1;
}

/* The process stays the same. */
static int process LEFT_BY_EARLIER_CALLS;

int getpid(void) {
  if (process <= 0) {
    int number = __VERIFIER_nondet_int();
    process = number <= 0 ? 1 : number;
  }
  return process;
}

unsigned getuid(void) { return (unsigned)__VERIFIER_nondet_int(); }
int isatty(int file) {
  _Bool is_terminal = file >= 0 && __VERIFIER_nondet_bool();
  FAIL_IF(!is_terminal);
  return is_terminal;
}
