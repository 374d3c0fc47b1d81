// expect: unknown
// property: null,bounds
// reason: "s->names[i]" can be out of bounds
// hint: 16

/* Who masks an index sees to it himself that it fits; here it does not. */
struct table {
  int used;
  char *names[4];
};

char *name_of(const struct table *s, unsigned key) {
  if (!s)
    return 0;
  unsigned i = key & 7;
  return s->names[i];
}
