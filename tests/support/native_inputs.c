/* Linked with a C program under test, runs it several times, each in a process of its own, with random values for
 * __VERIFIER_nondet_*, and says what became of each run. Everything that a program may define itself is weak here.
 *
 * Environment:
 *   NATIVE_OUTCOMES   the file that gets a line per run: its number, and one of
 *                       returned STATUS | assertion LINE | error FUNCTION | left | signal NUMBER | timeout
 *                       | sanitizer LINE OF ITS REPORT
 *                     `left`: the run broke an assumption, and says nothing
 *   NATIVE_FIRST, NATIVE_RUNS   numbers of the runs; what a run is given depends on its number and NATIVE_SEED only
 *   NATIVE_SEED
 *   NATIVE_CONSTANTS  numbers that the program compares with, separated by commas
 *   NATIVE_SECONDS    processor time for each run; three times as much on the clock
 *   NATIVE_MEMORY     bytes of address space for each run; 0: no limit
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

struct outcome {
  char text[256]; /* empty: the run has not said anything itself */
};
static struct outcome *outcome;
static long constants[256];
static unsigned constant_count;
static unsigned long run_number, random_state;
static unsigned asked; /* values so far */

/* splitmix64 */
static unsigned long next_random(void) {
  unsigned long z = (random_state += 0x9e3779b97f4a7c15ul);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
  return z ^ (z >> 31);
}

/* The first runs are simple ones: zeros, ones, the numbers in order. Then a run prefers small numbers, the constants of
 * the program and their neighbours, limits of types, or anything. */
static long next_value(void) {
  static const long limits[] = {0, 1, -1, 127, -128, 255, 32767, -32768, 65535, 2147483647, -2147483647 - 1, 4294967295,
                                9223372036854775807, -9223372036854775807 - 1};
  unsigned long kind = run_number % 4 == 3 ? next_random() % 4 : run_number % 4;
  asked++;
  switch (run_number) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return asked;
  }
  if (kind == 0) {
    return (long)(next_random() % 12) - 3;
  }
  if (kind == 1 && constant_count != 0) {
    return constants[next_random() % constant_count] + (long)(next_random() % 3) - 1;
  }
  if (kind == 2) {
    return limits[next_random() % (sizeof limits / sizeof *limits)];
  }
  return (long)next_random() >> next_random() % 64;
}

static double next_double(void) {
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1e300, -1e-300, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};
  long value = next_value();
  switch (next_random() % 3) {
  case 0:
    return (double)value;
  case 1:
    return (double)value / 1024;
  default:
    return special[(unsigned long)value % (sizeof special / sizeof *special)];
  }
}

#define INPUT(name, type)                                                                                              \
  WEAK type __VERIFIER_nondet_##name(void) { return (type)next_value(); }
INPUT(char, char)
INPUT(schar, signed char)
INPUT(uchar, unsigned char)
INPUT(unsigned_char, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(unsigned, unsigned)
INPUT(unsigned_int, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size_t, size_t)
INPUT(loff_t, long)
INPUT(u8, uint8_t)
INPUT(u16, uint16_t)
INPUT(u32, uint32_t)
INPUT(u64, uint64_t)
INPUT(S8, int8_t)
INPUT(S32, int32_t)
INPUT(U8, uint8_t)
INPUT(U32, uint32_t)
WEAK _Bool __VERIFIER_nondet_bool(void) { return next_value() & 1; }
WEAK _Bool __VERIFIER_nondet__Bool(void) { return next_value() & 1; }
WEAK double __VERIFIER_nondet_double(void) { return next_double(); }
WEAK float __VERIFIER_nondet_float(void) { return (float)next_double(); }
WEAK void *__VERIFIER_nondet_pointer(void) { return 0; }

__attribute__((noreturn)) static void end_run(const char *text, const char *detail) {
  snprintf(outcome->text, sizeof outcome->text, "%s%s", text, detail);
  _exit(0);
}

__attribute__((noreturn)) static void fail_assertion(unsigned line) {
  char text[32];
  snprintf(text, sizeof text, "%u", line);
  end_run("assertion ", text);
}

WEAK void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text, (void)file, (void)function;
  fail_assertion(line);
}
WEAK void __assert(const char *text, const char *file, int line) {
  (void)text, (void)file;
  fail_assertion((unsigned)line);
}
#define ASSERTS(name)                                                                                                  \
  WEAK void name(int condition) {                                                                                      \
    if (!condition) {                                                                                                  \
      end_run("error ", #name);                                                                                        \
    }                                                                                                                  \
  }
#define ASSUMES(name)                                                                                                  \
  WEAK void name(int condition) {                                                                                      \
    if (!condition) {                                                                                                  \
      end_run("left", "");                                                                                             \
    }                                                                                                                  \
  }
ASSERTS(__VERIFIER_assert)
ASSERTS(__CPROVER_assert)
ASSERTS(__ESBMC_assert)
ASSUMES(__VERIFIER_assume)
ASSUMES(__CPROVER_assume)
ASSUMES(__ESBMC_assume)
ASSUMES(assume)
ASSUMES(assume_abort_if_not)

WEAK void reach_error(void) { end_run("error ", "reach_error"); }
WEAK void __VERIFIER_error(void) { end_run("error ", "__VERIFIER_error"); }

/* A program that defines such a function itself is compiled with -finstrument-functions. */
void __cyg_profile_func_enter(void *function, void *caller) {
  (void)caller;
  if (outcome != 0 && (function == (void *)reach_error || function == (void *)__VERIFIER_error)) {
    end_run("error ", function == (void *)reach_error ? "reach_error" : "__VERIFIER_error");
  }
}
void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller; }

static unsigned long number_of(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text != 0 ? strtoul(text, 0, 10) : otherwise;
}

static void limit(int resource, unsigned long most) {
  struct rlimit value = {most, most};
  setrlimit(resource, &value);
}

static void begin_run(int report, unsigned long seconds, const sigset_t *mask) {
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(report, 2);
  setpgid(0, 0);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_FSIZE, 1ul << 22);
  limit(RLIMIT_CORE, 0);
  if (number_of("NATIVE_MEMORY", 0) != 0) {
    limit(RLIMIT_AS, number_of("NATIVE_MEMORY", 0));
  }
  sigprocmask(SIG_SETMASK, mask, 0);
  random_state = number_of("NATIVE_SEED", 1) * 1000003 + run_number;
}

/* The line of a sanitizer's report that says what it has found; 0 if there is none. */
static int find_report(FILE *report, char *line, int size) {
  rewind(report);
  while (fgets(line, size, report) != 0) {
    if (strstr(line, "runtime error: ") || strstr(line, "ERROR: AddressSanitizer") ||
        strstr(line, "ERROR: LeakSanitizer") || strstr(line, "WARNING: MemorySanitizer")) {
      line[strcspn(line, "\n")] = 0;
      return 1;
    }
  }
  return 0;
}

static void say(FILE *outcomes, int status, int is_over, FILE *report) {
  char line[512];
  fprintf(outcomes, "%lu ", run_number);
  if (outcome->text[0] != 0) {
    fprintf(outcomes, "%s\n", outcome->text);
  } else if (is_over || (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))) {
    fprintf(outcomes, "timeout\n");
  } else if (find_report(report, line, sizeof line)) {
    fprintf(outcomes, "sanitizer %s\n", line);
  } else if (WIFSIGNALED(status)) {
    fprintf(outcomes, "signal %d\n", WTERMSIG(status));
  } else {
    fprintf(outcomes, "returned %d\n", WEXITSTATUS(status));
  }
  fflush(outcomes);
}

static void read_constants(void) {
  char *text = getenv("NATIVE_CONSTANTS");
  while (text != 0 && *text != 0 && constant_count < sizeof constants / sizeof *constants) {
    char *end;
    constants[constant_count++] = (long)strtoull(text, &end, 0);
    text = *end == ',' ? end + 1 : 0;
  }
}

/* In front of everything that the program does; returns in each run's process, and nowhere else. */
__attribute__((constructor(101))) static void run_all(void) {
  const unsigned long first = number_of("NATIVE_FIRST", 0), runs = number_of("NATIVE_RUNS", 1);
  const unsigned long seconds = number_of("NATIVE_SECONDS", 1);
  const char *path = getenv("NATIVE_OUTCOMES");
  FILE *outcomes = path != 0 ? fopen(path, "ae") : 0;
  sigset_t ended, before;
  if (outcomes == 0) {
    _exit(3);
  }
  outcome = mmap(0, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  read_constants();
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, &before);
  for (run_number = first; run_number < first + runs; run_number++) {
    FILE *report = tmpfile();
    struct timespec patience = {3 * (long)seconds, 0};
    int status = 0;
    pid_t child;
    memset(outcome, 0, sizeof *outcome);
    child = report != 0 ? fork() : -1;
    if (child == 0) {
      begin_run(fileno(report), seconds, &before);
      return;
    }
    if (child < 0) {
      _exit(3);
    }
    setpgid(child, child);
    int is_over = sigtimedwait(&ended, 0, &patience) < 0;
    kill(-child, is_over ? SIGKILL : 0);
    waitpid(child, &status, 0);
    kill(-child, SIGKILL); /* also what it has left behind */
    say(outcomes, status, is_over, report);
    fclose(report);
  }
  _exit(0);
}
