// expect: safe
// property: assert
// feature: Expressions: `*(out->at++) = *(from++)`, which reads a character while a pointer in memory changes
#include <assert.h>
/* Points-to analysis takes `*from` for a byte of `out.at`, which changes in no order with it. If it were one, that would be
   undefined. */
struct output {
  char *at;
};

int main(int argc, char **argv) {
  (void)argv;
  char to[2] = {0, 0};
  struct output out = {to};
  struct output *writer = &out;
  char letters[] = "ab";
  char *from = argc > 100 ? (char *)writer : letters;
  if (argc > 100) {
    return 0;
  }
  *(writer->at++) = *(from++);
  *(writer->at++) = *(from++);
  assert(to[0] == 'a' && to[1] == 'b');
  return 0;
}
