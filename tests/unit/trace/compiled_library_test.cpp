#include "tests/unit/trace/compared_snippets.hpp"

/// Models of library functions and builtins, variable arguments, function pointers.
namespace vouch::testkit {
namespace {

TEST(LibraryComparedWithGcc, Bits) {
  std::vector<std::vector<std::int64_t>> inputs = {{1}, {-1}, {0x40}, {123456789}, {-2147483648LL}, {0x00ff00f0}};
  compare({
      {"int @main(void) { unsigned x = __VERIFIER_nondet_int(); unsigned long long y = x * 0x100000001ull;\n"
       "return __builtin_popcount(x) + 100 * __builtin_popcountll(y) + 7 * __builtin_parity(x) + __builtin_parityl(y); "
       "}",
       RunKind::Returned, inputs},
      {"int @main(void) { unsigned x = __VERIFIER_nondet_int(); unsigned long y = (unsigned long)x << 20;\n"
       "return __builtin_clz(x) + 100 * __builtin_ctz(x) + 10000 * __builtin_clzl(y) + 1000000 * __builtin_ctzll(y); }",
       RunKind::Returned, inputs},
      {"#include <strings.h>\nint @main(void) { int x = __VERIFIER_nondet_int();\n"
       "return ffs(x) + 100 * __builtin_ffsll(x * 0x40000000ll) + 10000 * __builtin_clrsb(x) + __builtin_ffs(0); }",
       RunKind::Returned, inputs},
      {"int @main(void) { unsigned x = __VERIFIER_nondet_int(); return __builtin_bswap16(x) ^ __builtin_bswap32(x) ^ "
       "(__builtin_bswap64(x + 77ull) >> 32); }",
       RunKind::Returned, inputs},
  });
}

TEST(LibraryComparedWithGcc, Strings) {
  compare({
      {"int @main(void) { char a[30] = \"abc\"; strcat(a, \"def\"); strncat(a, \"ghijk\", 2); return strlen(a) * 10 + "
       "(strcmp(a, \"abcdefgh\") == 0) + strnlen(a, 3); }"},
      {"int @main(void) { char a[8]; strcpy(a, \"xyz\"); char b[8]; strncpy(b, a, 8); b[1] = 'Y'; return (strcmp(a, b) "
       "> 0) + 2 * (strncmp(a, b, 1) == 0) + 4 * (memcmp(a, b, 4) > 0) + b[7]; }"},
      {"int @main(void) { const char *s = \"hello, world\"; return (strchr(s, 'o') - s) + 20 * (strrchr(s, 'o') - s) + "
       "400 * (strstr(s, \"lo,\") - s) + 8000 * (strchr(s, 'z') == 0) + 16000 * (strstr(s, \"xx\") == 0) + (strchr(s, "
       "0) - s); }"},
      {"int @main(void) { const char *s = \"  12ab\"; return strspn(s, \" \") + 10 * strcspn(s, \"ab\") + 100 * "
       "(strpbrk(s, \"b1\") - s) + 1000 * (strpbrk(s, \"z\") == 0); }"},
      {"int @main(void) { char s[] = \"a,bb,,ccc\"; int r = 0; for (char *t = strtok(s, \",\"); t; t = strtok(0, "
       "\",\")) r = r * 10 + strlen(t); return r; }"},
      {"int @main(void) { char *s = strdup(\"copy\"); char *t = strndup(s, 2); int r = strlen(s) * 10 + strlen(t) + "
       "t[1]; free(s); free(t); return r; }"},
      {"int @main(void) { char s[] = \"abcabc\"; char *p = memchr(s, 'c', 6); return (p - s) + (memchr(s, 'z', 6) == "
       "0) "
       "* 10; }"},
      {"#include <strings.h>\nint @main(void) { return (strcasecmp(\"HeLLo\", \"hEllO\") == 0) + 2 * "
       "(strncasecmp(\"abX\", \"ABy\", 2) == 0) + 4 * (strcasecmp(\"a\", \"B\") < 0); }"},
  });
}

TEST(LibraryComparedWithGcc, CharacterClasses) {
  compare({
      {"#include <ctype.h>\nint @main(void) { unsigned long h = 0; for (int c = -1; c < 256; c++) { h = h * 31 + "
       "!!isalpha(c) + 2 * !!isdigit(c) + 4 * !!isspace(c) + 8 * !!isupper(c) + 16 * !!isxdigit(c) + 32 * "
       "!!ispunct(c); } @checksum = h; return 0; }"},
      {"#include <ctype.h>\nint @main(void) { unsigned long h = 0; for (int c = 0; c < 256; c++) { h = h * 31 + "
       "isalnum(c) + 2 * islower(c) + 3 * iscntrl(c) + 5 * isprint(c) + 7 * isgraph(c) + 11 * isblank(c); } @checksum "
       "= "
       "h; return 0; }"},
      {"#include <ctype.h>\nint @main(void) { unsigned long h = 0; for (int c = 0; c < 256; c++) h = h * 31 + "
       "tolower(c) + 2 * toupper(c) + (isalpha)(c); @checksum = h; return 0; }"},
  });
}

TEST(LibraryComparedWithGcc, Numbers) {
  compare({
      {"int @main(void) { return atoi(\" -12x\") + atoi(\"+7\") * 100 + atoi(\"\") + atol(\"2147483647\") % 1000 + "
       "abs(-4) + labs(5L); }"},
      {"int @main(void) { char *end; long v = strtol(\"0x1fz\", &end, 0); v = v * 10 + (*end == 'z'); "
       "v += strtol(\"zz\", &end, 36); return v + strtoul(\"077\", 0, 0) + strtol(\"12\", 0, 3); }"},
      {"#include <errno.h>\nint @main(void) { errno = 0; long v = strtol(\"99999999999999999999\", 0, 10); long w = (v "
       "== "
       "9223372036854775807L) + 2 * (errno == ERANGE); return w + 4 * (strtol(\"-99999999999999999999\", 0, 10) < 0); "
       "}"},
      {"int @main(void) { char *end; const char *s = \"  q\"; long v = strtol(s, &end, 10); return v + (end == s) * 2 "
       "+ "
       "(strtoull(\"18446744073709551615\", 0, 10) == ~0ull); }"},
      {"int @main(void) { div_t d = div(-7, 2); ldiv_t l = ldiv(9, -4); return d.quot * 1000 + d.rem * 100 + l.quot * "
       "10 + l.rem; }"},
  });
}

TEST(LibraryComparedWithGcc, Memory) {
  compare({
      {"int @main(void) { int *p = malloc(2 * sizeof(int)); p[0] = 3; p[1] = 4; p = realloc(p, 8 * sizeof(int)); p[7] "
       "= 5; int r = p[0] * 100 + p[1] * 10 + p[7]; p = realloc(p, sizeof(int)); r += p[0]; free(p); return r; }"},
      {"int @main(void) { char *p = realloc(0, 4); strcpy(p, \"abc\"); p = reallocarray(p, 3, 2); int r = p[2]; "
       "free(p); return r; }"},
      {"int @main(void) { int *p = malloc(8); p[0] = 1; p = realloc(p, 4); return p[1]; }", RunKind::Undefined},
      {"#define _GNU_SOURCE\nvoid *mempcpy(void *, const void *, unsigned long);\nint @main(void) { char a[9] = {0}; "
       "char *e = mempcpy(a, \"xyz\", 3); *e = 'w'; bzero(a, 1); return a[3] + a[2] + a[0] + (e - a); }"},
  });
}

TEST(LibraryComparedWithGcc, Sorting) {
  compare({
      {"static int @by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"
       "int @main(void) { int a[] = {5, 3, 9, 1, 7}; qsort(a, 5, sizeof *a, @by); int k = 7; int *f = bsearch(&k, a, "
       "5, "
       "sizeof *a, @by); int n = 4; int r = 0; for (int i = 0; i < 5; i++) r = r * 10 + a[i]; return r + (f - a) + "
       "(bsearch(&n, a, 5, sizeof *a, @by) == 0); }"},
      {"struct @s { char k; int v[2]; };\n"
       "static int @by(const void *a, const void *b) { return ((const struct @s *)a)->k - ((const struct @s *)b)->k; "
       "}\n"
       "int @main(void) { struct @s a[3] = {{'c', {1, 2}}, {'a', {3, 4}}, {'b', {5, 6}}}; qsort(a, 3, sizeof *a, @by); "
       "return a[0].v[0] * 100 + a[1].v[1] * 10 + a[2].v[0]; }"},
      {"static int @by(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }\n"
       "int @main(void) { const char *a[] = {\"pear\", \"fig\", \"apple\"}; qsort(a, 3, sizeof *a, @by); return "
       "a[0][0] * 10 + a[1][0] + a[2][3]; }"},
  });
}

TEST(LibraryComparedWithGcc, VariableArguments) {
  compare({
      {"#include <stdarg.h>\nstatic int @sum(int n, ...) { va_list a; va_start(a, n); int s = 0; while (n-- > 0) s = s "
       "* "
       "10 + va_arg(a, int); va_end(a); return s; }\n"
       "int @main(void) { short h = 4; return @sum(3, 1, 'a', h) + @sum(0) + @sum(1, -2); }"},
      {"#include <stdarg.h>\nstruct @p { int x; char c[9]; };\nstruct @q { long a, b; };\n"
       "static double @mix(const char *f, ...) { va_list a, b; va_start(a, f); va_copy(b, a); double r = 0; for (; *f; "
       "f++) switch (*f) { case 'i': r += va_arg(a, int); break; case 'd': r += va_arg(a, double); break; case 's': r "
       "+= "
       "va_arg(a, char *)[0]; break; case 'p': r += va_arg(a, struct @p).c[1]; break; case 'q': r += va_arg(a, struct "
       "@q).b; break; case 'l': r += va_arg(a, long double); break; } r *= va_arg(b, int); va_end(a); va_end(b); "
       "return "
       "r; }\n"
       "int @main(void) { struct @p p = {1, \"xyz\"}; struct @q q = {2, 3}; return @mix(\"idspql\", 2, 1.5f, \"k\", p, "
       "q, 4.0L); }"},
      {"#include <stdarg.h>\nstatic int @take(va_list a) { return va_arg(a, int); }\n"
       "static int @pass(int n, ...) { va_list a; va_start(a, n); int r = @take(a); va_end(a); va_start(a, n); r = r * "
       "10 "
       "+ va_arg(a, int); r += va_arg(a, int); va_end(a); return r; }\n"
       "int @main(void) { int (*f)(int, ...) = @pass; return f(2, 3, 4); }"},
  });
}

TEST(LibraryComparedWithGcc, FunctionPointers) {
  compare({
      {"static int @a(int x) { return x + 1; }\nstatic int @b(int x) { return x * 2; }\n"
       "static int (*@t[])(int) = {@a, @b, 0};\n"
       "int @main(void) { int r = 1; for (int i = 0; @t[i]; i++) r = @t[i](r) * 3; return r; }"},
      {"struct @ops { int (*get)(void *); void (*set)(void *, int); };\nstruct @o { const struct @ops *ops; int v; };\n"
       "static int @get(void *o) { return ((struct @o *)o)->v; }\nstatic void @set(void *o, int v) { ((struct @o "
       "*)o)->v "
       "= v; }\n"
       "static const struct @ops @table = {@get, @set};\n"
       "int @main(void) { struct @o o = {&@table, 0}; o.ops->set(&o, 6); return o.ops->get(&o) * 7; }"},
      {"static int @twice(int (*f)(int), int x) { return f(f(x)); }\nstatic int @inc(int x) { return x + 1; }\n"
       "int @main(void) { void *p = (void *)@inc; int (*q)(int) = (int (*)(int))p; return @twice(q, 5) + (*q)(1) + "
       "(&@inc == q); }"},
      {"static void @drop(void *p, void (*f)(void *)) { if (f) f(p); }\nint @main(void) { unsigned long (*l)(const "
       "char "
       "*) = strlen; @drop(malloc(3), free); @drop(0, 0); return l(\"four\"); }"},
      {"static unsigned @f(unsigned x) { return x / 2; }\nint @main(void) { int (*g)(int) = (int (*)(int))0; int "
       "(*h)(void) = __VERIFIER_nondet_int; return h() + (g == 0); }",
       RunKind::Returned,
       {{41}}},
  });
}

} // namespace
} // namespace vouch::testkit
