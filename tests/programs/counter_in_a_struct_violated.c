// expect: violated
// expect-line: 15
// property: assert
#include <assert.h>

struct block {
  int used;
  unsigned char in_use[8];
};

int number_values(struct block *block) {
  block->used = 0;
  for (int i = 0; i < 8; i++) {
    if (block->in_use[i]) {
      assert(block->used < i + 1 && block->used < 7);
      block->used++;
    }
  }
  return block->used;
}
