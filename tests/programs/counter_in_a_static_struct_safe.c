// expect: safe
// property: assert,overflow

/* The same in a variable of the file, at an address that is no variable of the loop. */
static struct {
  int first;
  int used;
  unsigned char bytes[64];
} table;

int count(const unsigned char marks[256]) {
  table.used = 0;
  for (int i = 0; i < 256; i++) {
    if (marks[i])
      table.used++;
  }
  return table.used;
}
