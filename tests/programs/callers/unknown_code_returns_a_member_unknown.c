// expect: unknown
// property: assert
// reason: not confirmed
// feature: Functions: verified on their own, without main
#include <assert.h>

struct entry {
  int key;
  char name[4];
  struct entry *next;
};

extern char *name_of(struct entry *entry);
extern void *find(struct entry *first, int key);
extern int *key_of(struct entry *entry);

/* A member of what it is passed, or an entry behind a pointer without a type. */
void rename(void) {
  struct entry entry = {1, {'a', 0}, 0};
  char *name = name_of(&entry);
  entry.name[0] = 1;
  if (name)
    *name = 2;
  assert(entry.name[0] == 1);
}

void change(struct entry *first) {
  if (!first)
    return;
  struct entry *found = find(first, 1);
  first->key = 1;
  if (found)
    found->key = 2;
  assert(first->key == 1);
}

void change_next(struct entry *first) {
  if (!first)
    return;
  int *key = key_of(first->next);
  first->key = 1;
  if (key)
    *key = 2;
  assert(first->key == 1);
}
