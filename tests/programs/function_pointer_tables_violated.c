// expect: violated
// expect-line: 20
// feature: Functions: tables of function pointers
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

typedef int (*operation)(int);

static int same(int x) { return x; }
static int larger(int x) { return x == 7 ? 8 : x; }

static operation used[2] = {same, larger};
static operation unused[2] = {same, same};

int main(void) {
  int x = __VERIFIER_nondet_int();
  operation chosen = used[x & 1];
  operation other = unused[x & 1];
  int result = chosen(x);
  assert(result == other(x));
  return 0;
}
