#include "tests/unit/trace/compared_snippets.hpp"

namespace vouch::testkit {
namespace {

TEST(ComparedWithGcc, Arithmetic) {
  compare({
      {"int @main(void) { unsigned char c = 200; c += 100; signed char d = (signed char)c; return c + d; }"},
      {"int @main(void) { unsigned u = 1; int i = -1; return (u > i) + 2 * (i < 0) + 4 * ((unsigned short)i > i); }"},
      {"int @main(void) { int x = -7; return (x / 2) * 100 + x % 2 + (x >> 1); }"},
      {"int @main(void) { long l = 1L << 40; int i = (int)l; short s = (short)(l - 1); return i + s; }"},
      {"int @main(void) { _Bool b = 256; b += 3; return b + !b + (_Bool)0.5; }"},
      {"struct @s { unsigned a : 3; int b : 5; unsigned c : 31; };\n"
       "int @main(void) { struct @s s = {9, 17, -1}; s.a--; s.b *= 2; return s.a * 100 + s.b + (s.c > 5); }"},
      {"enum @e { A = -3, B, C = 7 };\nint @main(void) { enum @e e = B; return e + C * 3; }"},
      {"int @main(void) { return sizeof(long) + sizeof(int[3]) + 'a' + '\\n' + 0x1fu + 010; }"},
      {"int @main(void) { int x = __VERIFIER_nondet_int(); return ~x ^ (x | 12) & 0xff; }",
       RunKind::Returned,
       {{5}, {-9}}},
  });
}

TEST(ComparedWithGcc, Control) {
  compare({
      {"int @main(void) { int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; s += i; } "
       "return s; }"},
      {"int @main(void) { int r = 0; switch (__VERIFIER_nondet_int()) { case 1: r++; case 2: r += 10; break; default: "
       "r = 5; "
       "case 9: r *= 3; } return r; }",
       RunKind::Returned,
       {{1}, {2}, {3}, {9}}},
      {"int @main(void) { int i = 0; again: i++; if (i < 5) goto again; do i += 2; while (i < 20); return i; }"},
      {"static int @n;\nstatic int @tick(int r) { @n++; return r; }\n"
       "int @main(void) { int r = (@tick(0) && @tick(1)) || @tick(1); r = r ? @tick(3) : @tick(4); return r * 10 + @n; "
       "}"},
      {"int @main(void) { int i = 1, j = 2; int k = (i++, j += i, i * j); i = j--; return i * 100 + j * 10 + k; }"},
      {"static int @next(void) { static int n = 5; return n++; }\n"
       "int @main(void) { @next(); @next(); return @next(); }"},
      {"static int @fib(int n) { return n < 2 ? n : @fib(n - 1) + @fib(n - 2); }\nint @main(void) { return @fib(12); "
       "}"},
      {"int @main(void) { int x = __VERIFIER_nondet_int();\n  assert(x != 7);\n  if (x == 8)\n    abort();\n  return "
       "x; }",
       RunKind::Returned,
       {{1}}},
      {"int @main(void) { int x = __VERIFIER_nondet_int();\n  assert(x != 7 &&\n  x != 8);\n  return x; }",
       RunKind::Aborted,
       {{7}, {8}}},
      {"int @main(void) { int s = 0, n = 3; while (n --> 0) { switch (n) { case 1: continue; } s += n * 10 + 1; } "
       "return s; }"},
      {"int @main(void) { int x = ({ int y = 3; y * y; }); return x; }"},
  });
}

TEST(ComparedWithGcc, Memory) {
  compare({
      {"int @main(void) { int a[5] = {1, 2, [4] = 9}; int *p = a + 1; p[1] = 7; return *p + a[2] * 10 + a[3] + *(a + "
       "4) + (&a[4] - p); }"},
      {"struct @s { char c; int a[3]; struct { long l; } in; };\n"
       "int @main(void) { struct @s s = {'x', {1, 2, 3}, {4}}, t = s, *p = &t; p->a[1] += 5; p->in.l--; return s.a[1] "
       "* 100 + t.a[1] + t.in.l + t.c; }"},
      {"union @u { unsigned u; unsigned char b[4]; };\nint @main(void) { union @u u = {0x01020304}; u.b[3] = 9; return "
       "u.b[0] + (u.u >> 24); }"},
      {"struct @l { struct @l *next; int v; };\n"
       "int @main(void) { struct @l *head = 0; for (int i = 0; i < 5; i++) { struct @l *n = malloc(sizeof *n); n->v = "
       "i; n->next = head; head = n; }\n"
       "int s = 0; while (head) { struct @l *n = head->next; s = s * 3 + head->v; free(head); head = n; } return s; }"},
      {"struct @p { int x, y; };\nstatic struct @p @swap(struct @p p) { struct @p q = {p.y, p.x}; return q; }\n"
       "int @main(void) { struct @p p = {1, 2}; p = @swap(@swap(@swap(p))); return p.x * 10 + p.y; }"},
      {"static void @set(int *p, int v) { *p = v; }\nint @main(void) { int x = 1, a[2] = {0}; @set(&x, 5); @set(a + 1, "
       "x); return a[1]; }"},
      {"int @main(void) { char s[] = \"hello\"; const char *t = \"world\"; s[0] = t[4]; return s[0] + s[5] + sizeof s "
       "+ (int)t[1]; }"},
      {"int @main(void) { int a[4]; memset(a, 0xff, sizeof a); int b[4]; memcpy(b, a, 12); b[3] = 2; return a[0] + "
       "b[2] * 10 + b[3]; }"},
      {"int @main(void) { int *p = calloc(3, sizeof(int)); p[1] = 4; int r = p[0] + p[1] + p[2]; free(p); return r; }"},
      {"int @m[2][3] = {{1, 2, 3}, {4}};\nint @main(void) { int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < "
       "3; j++) s = s * 2 + @m[i][j]; return s; }"},
      {"int @main(void) { int x = 3; int *p = &x; int **q = &p; **q += 4; unsigned long n = (unsigned long)p; return "
       "*(int *)n; }"},
  });
}

TEST(ComparedWithGcc, Floats) {
  compare({
      {"int @main(void) { float x = 0.1f, y = 0.2f; return (x + y == 0.3f) + 2 * (x + y == 0.3) + 4 * (0.1 + 0.2 == "
       "0.3) "
       "+ 8 * (x + y > 0.3); }"},
      {"int @main(void) { double z = 0, n = z / z, i = 1 / z; return (n == n) + 2 * (n != n) + 4 * (i > 1e308) + 8 * "
       "(-i < "
       "i) + 16 * (1 / -z == -i) + 32 * (z == -z) + 64 * !n; }"},
      {"int @main(void) { int i = __VERIFIER_nondet_int(); float f = i; double d = i; return (int)(d - f) + (f == d) * "
       "10; "
       "}",
       RunKind::Returned,
       {{16777217}, {16777216}, {-16777219}}},
      {"int @main(void) { double x = -2.9; unsigned char c = 3.99; x *= 2; x -= .5f; c += 1.5; return (int)x * 100 + c "
       "+ "
       "(_Bool)0.1 + (long)-0.9; }"},
      {"int @main(void) { union { float f; unsigned u; } v = {1.5f}; v.u ^= 0x80000001u; double d = v.f; unsigned long "
       "l; "
       "memcpy(&l, &d, 8); return (v.f < -1.5f) + (int)(l >> 60) + (int)(l % 1000); }"},
      {"struct @p { float x; double y[2]; };\nstatic struct @p @half(struct @p p) { p.x /= 2; p.y[1] += p.x; return p; "
       "}\n"
       "int @main(void) { struct @p p = {3, {1, 2}}; p = @half(@half(p)); return (int)(p.x * 100 + p.y[1] * 10); }"},
      {"int @main(void) { long double x = 1; int n = 0; while (1 + x != 1) { x /= 2; n++; } return n; }"},
      {"int @main(void) { float x = 1; int n = 0; while (x / 2 > 0) { x /= 2; n++; } return n; }"},
      {"int @main(void) { unsigned long u = -1; float f = u; double d = u; long double l = u; return (f == d) + 2 * (l "
       "< d) "
       "+ 4 * ((unsigned long)l == u); }"},
      {"int @main(void) { double x = 1.5; double y = x++; y += --x * 2; return y > 4.4 ? (int)(x - 3) : 7; }"},
  });
}

TEST(ComparedWithGcc, FloatFunctions) {
  const std::string head = "#include <math.h>\n";
  compare({
      {head +
       "int @main(void) { double a[] = {2.5, -2.5, 3.5, -0.4, 1e300, -0.0}; int s = 0; for (int i = 0; i < 6; i++) { "
       "double x = a[i]; s = s * 3 + (floor(x) < x) + (ceil(x) > x) + (round(x) > x) + (rint(x) > x) + (trunc(x) > "
       "x) + (fabs(x) != x) + (signbit(x) ? 7 : 0); s %= 10007; } return s; }"},
      {head + "int @main(void) { float z = 0, n = z / z, i = 1 / z; return isnan(n) + 2 * (isinf(-i) != 0) + 4 * "
              "!isfinite(i) + 8 * isnormal(1e-40f) + 16 * isnan(i) + 32 * isunordered(n, i) + 64 * isless(n, i); }"},
      {head + "int @main(void) { return fpclassify(NAN) + 10 * fpclassify(INFINITY) + 100 * fpclassify(0.0) + 1000 * "
              "fpclassify(1e-310) + 10000 * fpclassify(1.0f); }"},
      {head +
       "int @main(void) { double x = 7.5; return (int)(fmod(-x, 2) * 10 + sqrt(2 * x + 1) + copysign(3, -x) * 100 + "
       "fmin(x, NAN) * 1000 + fmax(-x, 2) * 7 + fdim(x, 2)); }"},
      {head + "int @main(void) { float x = 2.5f; return lround(x) + 10 * lrintf(x) + 100 * llround(-x); }"},
  });
}

TEST(ComparedWithGcc, UndefinedBehaviour) {
  compare({
      {"int @main(void) { int x = __VERIFIER_nondet_int(); x += 1; return x > 5; }",
       RunKind::Undefined,
       {{2147483647}}},
      {"int @main(void) { int x = __VERIFIER_nondet_int(); return -x; }", RunKind::Undefined, {{-2147483648LL}}},
      {"int @main(void) { int x = __VERIFIER_nondet_int(); return 10 / x; }", RunKind::Undefined, {{0}}},
      {"int @main(void) { int x = __VERIFIER_nondet_int(); return x / -1; }", RunKind::Undefined, {{-2147483648LL}}},
      {"int @main(void) { int x = __VERIFIER_nondet_int(); return 1 << x; }", RunKind::Undefined, {{32}, {-1}}},
      {"int @main(void) { int x = __VERIFIER_nondet_int(); x++; return x; }", RunKind::Undefined, {{2147483647}}},
      {"int @main(void) { int a[4] = {0}; return a[__VERIFIER_nondet_int()]; }", RunKind::Undefined, {{4}, {-1}}},
      {"int @main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }", RunKind::Undefined},
      {"int @main(void) { int *p = malloc(4); free(p); free(p); return 0; }", RunKind::Undefined},
      {"int @main(void) { int *p = 0; return *p; }", RunKind::Undefined},
      {"int @main(void) { int *p = malloc(8); p[2] = 1; return p[2]; }", RunKind::Undefined},
  });
}

} // namespace
} // namespace vouch::testkit
