// expect: safe
// feature: Functions: tables of function pointers
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

typedef int (*operation)(int);

static int leaf(int x) { return x & 1; }
static int node(int x);

static operation leaves[2] = {leaf, leaf};
static operation nodes[2] = {node, node};

// Only if `leaves` could hold `node`, too, this would be recursive.
static int node(int x) { return leaves[x & 1](x); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  int result = nodes[x & 1](x);
  assert(result == 0 || result == 1);
  return 0;
}
