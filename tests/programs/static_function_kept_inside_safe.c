// expect: safe
// property: div-by-zero
#include <stdlib.h>

static int inverse(int a) { return 1 / a; }
static int apply(int (*f)(int), int a) { return f(a); }
int half(void) { return apply(inverse, 2); }

static int compare(const void *a, const void *b) { return *(const int *)a / (*(const int *)b | 1); }
void sort(void) {
  int a[2] = {2, 1};
  qsort(a, 2, sizeof *a, compare);
}
