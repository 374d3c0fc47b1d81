// expect: violated
// expect-line: 14
// feature: Objects: bit-fields
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct S {
  unsigned char a : 3, b : 5;
};
struct S t[1];
int main(void) {
  t[0].a = (unsigned char)__VERIFIER_nondet_int();
  t[0].b = 1;
  if (t[0].a == 5)
    assert(t[0].b == 0);
  return 0;
}
