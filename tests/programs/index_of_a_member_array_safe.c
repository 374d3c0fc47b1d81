// property: bounds,null
// expect: safe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct row {
  int cells[3];
  int sum;
};
struct message {
  unsigned length;
  char text[1]; /* as long as there is room behind it */
};

/* The address behind the last element may be taken, and a pointer into a member may go anywhere in the struct. */
static int last(struct row *row) {
  const int *end = &row->cells[3];
  return end[-1];
}

static int at(unsigned i) { return (int)i; }

int main(void) {
  struct row rows[2] = {{{1, 2, 3}, 0}, {{4, 5, 6}, 0}};
  unsigned i = __VERIFIER_nondet_uint() % 2;
  unsigned j = __VERIFIER_nondet_uint() % 3;
  rows[i].cells[j] = at(j);
  rows[i].sum = last(&rows[i]);
  char *bytes = (char *)&rows[0].cells;
  bytes[sizeof(int) * 3] = 1;
  struct message *message = malloc(sizeof *message + 8);
  if (message) {
    message->text[4] = 'x';
    free(message);
  }
  int table[2][3] = {{0}};
  return table[i][j];
}
