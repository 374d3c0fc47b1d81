/* libfastjson: a short or a much too long text is appended to a buffer. */
#include "printbuf.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  static const char text[16];
  struct printbuf buffer = {malloc(32), __VERIFIER_nondet_int(), 32};
  if (buffer.buf == NULL || buffer.bpos < 0 || buffer.bpos >= buffer.size)
    return 0;
  return printbuf_memappend(&buffer, text, __VERIFIER_nondet_int() ? (int)sizeof(text) : INT_MAX);
}
