// expect: unknown
// reason: a possible violation was not confirmed
// property: assert,bounds
// feature: Functions: verified on their own, without main
#include <assert.h>

struct codec {
  int (*convert)(void *data);
  void *data;
};

static const char table[4] = {1, 2, 3, 4};
static const unsigned char pages[4] = {0, 1, 1, 0};
static const unsigned bitmap[2] = {5, 6};

extern void write_somewhere(char *where);
extern int write_anywhere(struct codec *codec);

/* No run fails, since nobody can change what is const; the proof takes constants and unknown objects for one group. */
void literal(void) {
  char *word = "abc";
  write_somewhere(word);
  assert(word[0] == 'a');
}

void table_by_name(void) {
  write_somewhere((char *)table);
  assert(table[1] == 2);
}

int look_up(void) {
  struct codec codec = {0};
  int number = write_anywhere(&codec);
  if (number & ~3)
    return 0;
  return bitmap[pages[number]] & 1;
}
