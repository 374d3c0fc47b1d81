// expect: safe
// property: null,bounds,use-after-free

/* Whoever reads a member of a union means that one: its pointers lead where the others would. */
#include <stdlib.h>
#include <string.h>

struct token {
  int type;
  union {
    struct { char *value; } name;
    struct { char *handle, *suffix; } tag;
    struct { char *value; size_t length; } scalar;
    struct { int major, minor; } version;
  } data;
};

void clear(struct token *token) {
  if (!token) {
    return;
  }
  switch (token->type) {
  case 1:
    free(token->data.name.value);
    break;
  case 2:
    free(token->data.tag.handle);
    free(token->data.tag.suffix);
    break;
  case 3:
    free(token->data.scalar.value);
    break;
  }
  memset(token, 0, sizeof *token);
}

int first_letter(const struct token *token) {
  return token && token->type == 3 && token->data.scalar.value ? *token->data.scalar.value : 0;
}
