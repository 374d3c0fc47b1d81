// property: assert,reach-error,null,bounds
// expect: safe
/* The number behind "source" belongs to another pointer, after which it is called: "source" is a string. */
unsigned long copy(char *target, const char *source, unsigned long target_size) {
  const char *s = source;
  if (!target || !source || target_size == 0) {
    return 0;
  }
  while (*s) {
    s++;
  }
  target[target_size - 1] = 0;
  return (unsigned long)(s - source);
}

int longest(const char *text, int min_length) {
  int n = 0;
  if (!text) {
    return 0;
  }
  while (text[n] && n < 1000) {
    n++;
  }
  return n < min_length ? min_length : n;
}
