// property: assert,reach-error,null,bounds
// assumes: callers keep to the preconditions that hints name
// expect: safe
// hint: 10
/* Who adds to the number puts elements behind the last one: it does not say how many there is room for. */
int append(unsigned char *message, int length) {
  if (!message || length < 0 || length > 100) {
    return 0;
  }
  message[length++] = 1;
  return length;
}
