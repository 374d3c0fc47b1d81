/* libcue: an index out of a cue sheet that can be negative. */
#include "cd.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  static struct Track track;
  track_set_index(&track, __VERIFIER_nondet_int(), 0);
  return 0;
}
