// expect: safe
// property: assert,overflow
#include <assert.h>

/* Two of them, and one that goes down: neither gets ahead of what is left. */
struct line {
  int left;
  int words;
  int letters;
};

void count(const char *text, int size, struct line *line) {
  if (!line || size < 0 || size > 1000)
    return;
  line->words = 0;
  line->letters = 0;
  line->left = size;
  while (line->left > 0) {
    line->left--;
    if (text[line->left] == ' ')
      line->words++;
    else
      line->letters++;
    assert(line->words <= size && line->letters <= size);
  }
}
