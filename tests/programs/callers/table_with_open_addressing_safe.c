// expect: safe
// property: null,bounds,overflow
/* A masked index is less than the size of the table, from round to round. */
enum { size = 1024 };

static unsigned table[size];

void insert(unsigned key) {
  int slot = (int)(key & (size - 1));
  while (table[slot] != 0) {
    slot = (slot + 1) & (size - 1);
  }
  table[slot] = key;
}
