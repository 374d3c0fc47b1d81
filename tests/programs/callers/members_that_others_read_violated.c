// expect: violated
// expect-line: 17

/* What a callee reads counts, one that only a pointer leads to included; so does what is read by its bytes. */
extern void reach_error(void);

struct state {
  int *counter;
  int *unused;
  int limit;
};

static void check(struct state *state) {
  if (state && state->counter) {
    *state->counter = 5;
    if (state->limit == 5 || *state->counter != 5)
      reach_error();
  }
}

void call(struct state *state, int which) {
  void (*function)(struct state *) = which ? check : 0;
  if (function) {
    function(state);
  }
}
