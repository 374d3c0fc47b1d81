// expect: safe
// property: assert,overflow,null,bounds

/* What a loop counts in memory stays behind its own counter, at an address that the loop does not change. */
struct block {
  int *values;
  int used;
  unsigned char in_use[256];
  unsigned char place_of[256];
};

void number_values(struct block *block) {
  if (!block)
    return;
  block->used = 0;
  for (int i = 0; i < 256; i++) {
    if (block->in_use[i]) {
      block->place_of[i] = (unsigned char)block->used;
      block->used++;
    }
  }
}
