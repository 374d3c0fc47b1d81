// expect: safe
// feature: Floating point: arithmetic and rounding
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

struct point {
  float x;
  double y[2];
};

static struct point scaled(struct point p, double factor) {
  p.x *= factor;
  p.y[0] = -p.y[0];
  return p;
}

static double larger(double a, double b) { return a > b ? a : b; }

int main(void) {
  float x = __VERIFIER_nondet_float();
  struct point p = {2.0f, {x, 0.25}};
  struct point q = scaled(scaled(p, 0.5), 4);
  assert(q.x == 4.0f);
  assert(q.y[1] == .25);
  if (x == x)
    assert(q.y[0] == x && larger(x, -1.5) >= -1.5);
  return 0;
}
