// expect: unknown
// property: assert
// reason: unsupported construct
// feature: Library: <stdio.h>
#include <assert.h>
#include <stdio.h>

int main(void) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) return 0;
  fflush(stream);
  size_t before = size;
  fputs("hi", stream);
  fclose(stream); /* stores text and size */
  assert(size == before);
  return 0;
}
