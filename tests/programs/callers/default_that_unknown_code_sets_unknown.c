// expect: unknown
// property: null
// reason: precondition that is not stated
// hint: 20

/* It asks whether a caller has set the function, not whether the code elsewhere that is there for it has. */
#include <stddef.h>

struct functions { int (*next)(void *context); void *context; };
extern void set_default(struct functions *functions);

int make(const struct functions *functions) {
  struct functions buffer;
  if (functions != NULL) {
    if (functions->next == NULL) return 0;
  } else {
    set_default(&buffer);
    functions = &buffer;
  }
  return functions->next(functions->context);
}
