// expect: unknown
// property: null,bounds
// reason: precondition that is not stated
// hint: 16
// hint: 19
// hint: 32
#include <stddef.h>
#include <stdlib.h>

/* Whether there is something from the last round says nothing of what the allocator does. */
extern void *store_alloc(size_t size);
struct reader { int *number; };

void read_all(struct reader *reader, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    if (reader->number)
      free(reader->number);
    reader->number = store_alloc(sizeof(int));
    *reader->number = 1;
  }
}

/* What `free` is called for behind the allocation does not lead back in front of it. */
struct settings { char *host; int *number; };
void set(struct settings *settings) {
  if (!settings)
    return;
  free(settings->host);
  settings->host = NULL;
  if (!settings->number)
    settings->number = store_alloc(sizeof(int));
  *settings->number = 2;
  free(settings->host);
}
