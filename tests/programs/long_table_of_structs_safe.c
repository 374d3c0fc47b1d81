// expect: safe
// property: assert,bounds
#include <assert.h>
#include <string.h>

enum kind { letter, digit, other };
struct entry {
  short category;
  unsigned bidi : 1;
  unsigned width : 2;
  int shift : 5;
  enum kind kind;
  _Bool is_lower;
  unsigned long mask;
};
static const struct entry entries[300] = {
    {1, 1, 2, -16, other, 1, 0xff00000000000001}, [150] = {.shift = 15, .kind = digit}, [299] = {-32768, 0, 3}};
static const double halves[200] = {[0 ... 199] = 0.5, [7] = -2.25};

int main(void) {
  assert(entries[0].category == 1 && entries[0].bidi == 1 && entries[0].width == 2 && entries[0].shift == -16);
  assert(entries[0].kind == other && entries[0].is_lower && entries[0].mask == 0xff00000000000001);
  assert(entries[150].shift == 15 && entries[150].kind == digit && !entries[150].is_lower && entries[150].mask == 0);
  assert(entries[299].category == -32768 && entries[299].width == 3);
  const unsigned char *bytes = (const unsigned char *)&entries[299];
  assert(bytes[0] == 0 && bytes[1] == 0x80);
  struct entry copy;
  memcpy(&copy, &entries[299], sizeof copy);
  assert(copy.category == -32768);
  assert(halves[6] == 0.5 && halves[7] == -2.25);
}
