// expect: safe
// property: null,bounds,overflow
// hint: 13
/* Where the string ends, its size tells; and that is read from the state behind the start, in which the other object has got
   a size as well. */
#include <string.h>

struct hooks {
  void *(*allocate)(size_t size);
};

static char *copied(const char *text, const struct hooks *hooks) {
  char *copy = hooks->allocate(strlen(text) + 1);
  if (copy)
    copy[0] = 0;
  return copy;
}

char *copy_of(const char *text, const struct hooks *hooks) { return text ? copied(text, hooks) : 0; }
