/* <stdlib.h>: numbers, sorting, the end of the program; <errno.h>. */

/* See vouch.h. */
#ifdef VOUCH_ERRNO
int *__errno_location(void) { return &error_number; }
int *__error(void) { return &error_number; }
#else
static int error_number LEFT_BY_EARLIER_CALLS;
int *__errno_location(void) { return &error_number; }
int *__error(void) { return &error_number; }
#endif

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
div_t div(int a, int b) {
  div_t result = {a / b, a % b};
  return result;
}
ldiv_t ldiv(long a, long b) {
  ldiv_t result = {a / b, a % b};
  return result;
}
lldiv_t lldiv(long long a, long long b) {
  lldiv_t result = {a / b, a % b};
  return result;
}

static int is_space_character(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit_value(int c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

/* What the functions below have in common: the magnitude, capped to the largest number of the type. */
struct scanned {
  unsigned long long magnitude;
  int is_negative;
  int is_too_large;
};

static struct scanned scan(const char *text, char **end, int base) {
  struct scanned result = {0, 0, 0};
  if (base < 0 || base == 1 || base > 36) {
    SET_ERROR(INVALID);
    return result;
  }
  const char *position = text;
  while (is_space_character(*position)) {
    ++position;
  }
  if (*position == '+' || *position == '-') {
    result.is_negative = *position == '-';
    ++position;
  }
  if ((base == 0 || base == 16) && position[0] == '0' && (position[1] == 'x' || position[1] == 'X') &&
      digit_value(position[2]) < 16) {
    position += 2;
    base = 16;
  } else if (base == 0) {
    base = *position == '0' ? 8 : 10;
  }
  int has_digits = 0;
  while (digit_value(*position) < base) {
    unsigned long long digit = (unsigned long long)digit_value(*position);
    if (result.magnitude > (~0ull - digit) / (unsigned long long)base) {
      result.is_too_large = 1;
    } else {
      result.magnitude = result.magnitude * (unsigned long long)base + digit;
    }
    has_digits = 1;
    ++position;
  }
  if (end != NULL) {
    *end = (char *)(has_digits ? position : text);
  }
  return result;
}

static long long signed_number(struct scanned number, long long most) {
  unsigned long long limit = (unsigned long long)most + (number.is_negative ? 1 : 0);
  if (number.is_too_large || number.magnitude > limit) {
    SET_ERROR(OUT_OF_RANGE);
    return number.is_negative ? -most - 1 : most;
  }
  if (number.is_negative) {
    return number.magnitude == 0 ? 0 : -(long long)(number.magnitude - 1) - 1;
  }
  return (long long)number.magnitude;
}

static unsigned long long unsigned_number(struct scanned number, unsigned long long most) {
  if (number.is_too_large || number.magnitude > most) {
    SET_ERROR(OUT_OF_RANGE);
    return most;
  }
  return number.is_negative ? 0 - number.magnitude : number.magnitude;
}

long strtol(const char *text, char **end, int base) { return (long)signed_number(scan(text, end, base), LONG_MAX); }
long long strtoll(const char *text, char **end, int base) { return signed_number(scan(text, end, base), LLONG_MAX); }
unsigned long strtoul(const char *text, char **end, int base) {
  return (unsigned long)unsigned_number(scan(text, end, base), 2ul * LONG_MAX + 1);
}
unsigned long long strtoull(const char *text, char **end, int base) {
  return unsigned_number(scan(text, end, base), ~0ull);
}
int atoi(const char *text) { return (int)strtol(text, NULL, 10); }
long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtoll(text, NULL, 10); }
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

/* Any sequence of numbers: which one belongs to a seed is the library's choice. */
int rand(void) {
  int number = __VERIFIER_nondet_int();
  return number < 0 ? -(number + 1) : number;
}
int rand_r(unsigned *seed) {
  *seed = (unsigned)__VERIFIER_nondet_int();
  return rand();
}
long random(void) { return rand(); }
long lrand48(void) { return rand(); }
void srand(unsigned seed) {}
void srandom(unsigned seed) {}

/* Elements of the size of a number move as one: regions of memory stay regular then. */
static void swap_elements(char *a, char *b, size_t size) {
  if (size == sizeof(int)) {
    unsigned saved = *(unsigned *)a;
    *(unsigned *)a = *(unsigned *)b;
    *(unsigned *)b = saved;
  } else if (size == sizeof(void *)) {
    void *saved = *(void **)a;
    *(void **)a = *(void **)b;
    *(void **)b = saved;
  } else if (size == 1) {
    char saved = *a;
    *a = *b;
    *b = saved;
  } else {
    char *saved = __builtin_alloca(size);
    __builtin_memcpy(saved, a, size);
    __builtin_memcpy(a, b, size);
    __builtin_memcpy(b, saved, size);
  }
}

/* Whether the first one goes behind the second. Where neither is less, that is the library's choice: glibc kept the order before
   2.37. */
static _Bool is_behind(int order) { return order == 0 ? (__vouch_some_int() & 1) != 0 : order > 0; }

/* By insertion. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *elements = base;
  for (size_t end = 1; end < count; ++end) {
    for (size_t i = end; i > 0 && is_behind(compare(elements + (i - 1) * size, elements + i * size)); --i) {
      swap_elements(elements + (i - 1) * size, elements + i * size, size);
    }
  }
}

/* Of several equal elements any may be found; this finds the one that glibc does. */
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  const char *elements = base;
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const void *element = elements + middle * size;
    int order = compare(key, element);
    if (order == 0) {
      return (void *)element;
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

/* Null, or a string among those of the environment, which nobody allocates: each call may give any of them. */
enum { ENVIRONMENT_SIZE = 131072 };
static char environment[ENVIRONMENT_SIZE];
static _Bool environment_is_read;

char *getenv(const char *name) {
  if (__VERIFIER_nondet_bool()) {
    return NULL;
  }
  if (!environment_is_read) {
    __vouch_read_bytes(environment);
    environment_is_read = 1;
  }
  environment[ENVIRONMENT_SIZE - 1] = 0;
  return environment + __VERIFIER_nondet_size_t() % ENVIRONMENT_SIZE;
}

/* The first ones are variables of their own, so that there is neither a loop nor an array where there are few. */
enum { FEW_HANDLERS = 4, MOST_HANDLERS = 64 };
static void (*exit_handler_0)(void);
static void (*exit_handler_1)(void);
static void (*exit_handler_2)(void);
static void (*exit_handler_3)(void);
static void (*more_exit_handlers[MOST_HANDLERS - FEW_HANDLERS])(void);
static int exit_handler_count;
static int is_exiting;

int atexit(void (*handler)(void)) {
  if (is_exiting || exit_handler_count == MOST_HANDLERS) {
    __vouch_unsupported();
  }
  if (exit_handler_count == 0) {
    exit_handler_0 = handler;
  } else if (exit_handler_count == 1) {
    exit_handler_1 = handler;
  } else if (exit_handler_count == 2) {
    exit_handler_2 = handler;
  } else if (exit_handler_count == 3) {
    exit_handler_3 = handler;
  } else {
    more_exit_handlers[exit_handler_count - FEW_HANDLERS] = handler;
  }
  ++exit_handler_count;
  return 0;
}

/* Behind `main` and in `exit`. */
void __vouch_run_exit_handlers(void) {
  is_exiting = 1;
  for (int i = exit_handler_count; i > FEW_HANDLERS; --i) {
    more_exit_handlers[i - 1 - FEW_HANDLERS]();
  }
  if (exit_handler_count > 3) {
    exit_handler_3();
  }
  if (exit_handler_count > 2) {
    exit_handler_2();
  }
  if (exit_handler_count > 1) {
    exit_handler_1();
  }
  if (exit_handler_count > 0) {
    exit_handler_0();
  }
}

_Noreturn void exit(int status) {
  __vouch_run_exit_handlers();
  __builtin_trap();
}
_Noreturn void abort(void) { __builtin_trap(); }
_Noreturn void _exit(int status) { __builtin_trap(); }
_Noreturn void _Exit(int status) { __builtin_trap(); }
