// expect: violated
// expect-line: 17
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

struct codec {
  void *data;
};

static int counter;
static int *const where = &counter;

extern void write_anywhere(struct codec *codec);
void count(struct codec *codec) {
  *where = 1;
  write_anywhere(codec); assert(*where == 1);
}

void share(struct codec *codec) { codec->data = &counter; }
