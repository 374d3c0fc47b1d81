/* yajl: a string that ends with an escaped character, perhaps the first half of a surrogate pair. */
#include "yajl_alloc.c"
#include "yajl_buf.c"
#include "yajl_encode.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char text[] = {'\\', 'u', 'd', '0', '0', '0'};
  text[3] += __VERIFIER_nondet_uchar() % 10;
  yajl_alloc_funcs functions;
  yajl_set_default_alloc_funcs(&functions);
  yajl_string_decode(yajl_buf_alloc(&functions), text, sizeof(text));
  return 0;
}
