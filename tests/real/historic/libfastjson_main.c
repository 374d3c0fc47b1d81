/* libfastjson: text of any length is appended to a buffer of any size. */
#include "printbuf.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct printbuf buffer = {NULL, __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int length = __VERIFIER_nondet_int();
  if (buffer.bpos < 0 || buffer.bpos >= buffer.size || length <= 0)
    return 0;
  buffer.buf = malloc(buffer.size);
  char *text = calloc(length, 1);
  if (buffer.buf == NULL || text == NULL)
    return 0;
  return printbuf_memappend(&buffer, text, length);
}
