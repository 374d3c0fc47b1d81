/* <time.h>, and who and where the process is. */

long time(long *seconds) {
  long now = __VERIFIER_nondet_long();
  if (seconds != NULL) {
    *seconds = now;
  }
  return now;
}

long clock(void) {
  long ticks = __VERIFIER_nondet_long();
  return ticks < -1 ? -1 : ticks;
}

unsigned sleep(unsigned seconds) {
  unsigned left = (unsigned)__VERIFIER_nondet_int();
  return left > seconds ? seconds : left;
}

int usleep(unsigned microseconds) { return __VERIFIER_nondet_bool() ? 0 : -1; }

int getpid(void) {
  int process = __VERIFIER_nondet_int();
  return process <= 0 ? 1 : process;
}

unsigned getuid(void) { return (unsigned)__VERIFIER_nondet_int(); }
int isatty(int file) { return __VERIFIER_nondet_bool(); }
