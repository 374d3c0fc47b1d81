// expect: violated
// expect-line: 18
// expect-code: use-after-free
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  list->next->next = 0;
  while (list) {
    free(list);
    list = list->next;
  }
  return 0;
}
