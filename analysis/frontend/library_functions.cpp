#include "analysis/frontend/library_functions.hpp"

#include "analysis/frontend/annotation_translation.hpp"
#include "analysis/frontend/float_functions.hpp"
#include "analysis/frontend/witness_expressions.hpp"

#include <string>
#include <unordered_map>

namespace vouch::frontend {
namespace {

using Table = std::unordered_map<std::string_view, LibraryFunction>;

void add(Table& table, LibraryFunction function, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    table.emplace(name, function);
  }
}

/// The C library, POSIX and the conventions of verification tasks.
Table make_library() {
  using enum LibraryFunction;
  Table table;
  add(table, ReachError, {"reach_error", "__VERIFIER_error"});
  add(table, AssertFail,
      {"__assert_fail", "__assert_perror_fail", "__assert", "__assert_rtn", "_assert", "__assert2", "__assert_func",
       "_wassert", "__assert_c99", "__assert13"});
  add(table, Assert,
      {"__VERIFIER_assert", "assert", "__CPROVER_assert", "__CPROVER_precondition", "__ESBMC_assert", "__vouch_assert",
       "__vouch_requires", "__vouch_ensures"});
  add(table, Assume,
      {"__VERIFIER_assume", "assume_abort_if_not", "__CPROVER_assume", "__ESBMC_assume", "assume", "__vouch_assume"});
  add(table, Ends, {"abort", "exit", "_exit", "_Exit", "quick_exit"});
  add(table, Malloc, {"malloc"});
  add(table, Calloc, {"calloc"});
  add(table, Free, {"free", "cfree"});
  add(table, Alloca, {"alloca"});
  add(table, CopyMemory, {"memcpy", "memmove", "__memcpy_chk", "__memmove_chk"});
  add(table, SetMemory, {"memset", "__memset_chk"});
  add(table, Abs, {"abs", "labs", "llabs"});
  add(table, NoEffect,
      {"printf",         "vprintf", "__printf_chk", "fprintf", "vfprintf",    "__fprintf_chk", "__vprintf_chk",
       "__vfprintf_chk", "puts",    "fputs",        "putchar", "fputc",       "putc",          "perror",
       "fflush",         "fwrite",  "fclose",       "write",   "close",       "syslog",        "rand",
       "random",         "lrand48", "getchar",      "getc",    "fgetc",       "clock",         "sleep",
       "usleep",         "srand",   "srandom",      "getpid",  "getuid",      "isatty",        "feof",
       "ferror",         "rewind",  "fseek",        "ftell",   "sched_yield", "ungetc"});
  add(table, Computes,
      {"strlen",
       "strnlen",
       "strcmp",
       "strncmp",
       "strcasecmp",
       "strncasecmp",
       "memcmp",
       "bcmp",
       "strchr",
       "strrchr",
       "strstr",
       "strpbrk",
       "strspn",
       "strcspn",
       "memchr",
       "atoi",
       "atol",
       "atoll",
       "atof",
       "drand48",
       "erand48",
       "fegetround",
       "fetestexcept",
       "isalpha",
       "isdigit",
       "isalnum",
       "isspace",
       "isupper",
       "islower",
       "ispunct",
       "isxdigit",
       "isprint",
       "iscntrl",
       "isgraph",
       "tolower",
       "toupper",
       "__ctype_b_loc",
       "__ctype_tolower_loc",
       "__ctype_toupper_loc",
       "ffs",
       "ffsl",
       "ffsll"});
  add(table, ReadsInput,
      {"scanf", "fscanf", "__isoc99_scanf", "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf", "fgets", "gets",
       "fread", "read", "time", "gettimeofday", "clock_gettime"});
  add(table, WritesComputed,
      {"strcpy",       "strncpy",       "strcat",         "strncat",         "sprintf",         "snprintf",
       "vsprintf",     "vsnprintf",     "__vsprintf_chk", "__vsnprintf_chk", "__strcpy_chk",    "__strncpy_chk",
       "__strcat_chk", "__sprintf_chk", "__snprintf_chk", "sscanf",          "__isoc99_sscanf", "__isoc23_sscanf",
       "stpcpy",       "bzero",         "strtol",         "strtoul",         "strtod",          "strtof",
       "strtold",      "mempcpy"});
  add(table, AlignedMalloc, {"__vouch_aligned_malloc"});
  add(table, SomeValue, {"__vouch_some_int"});
  add(table, ReadBytes, {"__vouch_read_bytes"});
  add(table, Receive, {"__vouch_receive"});
  add(table, SomeBytes, {"__vouch_some_bytes"});
  add(table, UseBlock, {"__vouch_use_block"});
  add(table, Readable, {"__vouch_readable", "__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok"});
  add(table, IsString, {"__vouch_string"});
  add(table, CopyObject, {"__vouch_copy_object"});
  add(table, Witness, {witness_function});
  add(table, AnnotatedAssert, {annotated_assert_function});
  add(table, Unsupported,
      {"__vouch_unsupported",
       "setjmp",
       "_setjmp",
       "__sigsetjmp",
       "sigsetjmp",
       "open_memstream",
       "open_wmemstream",
       "fmemopen",
       "longjmp",
       "siglongjmp",
       "_longjmp",
       "pthread_create",
       "thrd_create",
       "signal",
       "sigaction",
       "fork",
       "vfork",
       "clone",
       "execl",
       "execv",
       "execve",
       "execle",
       "execlp",
       "execvp",
       "execvpe",
       "fexecve",
       "getcontext",
       "setcontext",
       "swapcontext",
       "makecontext",
       "atexit",
       "on_exit",
       "at_quick_exit",
       "realloc",
       "reallocarray",
       "qsort",
       "bsearch",
       "strdup",
       "strndup",
       "posix_memalign",
       "memalign",
       "aligned_alloc",
       "valloc",
       "sbrk",
       "brk",
       "strtok",
       "fesetround",
       "fesetenv",
       "feupdateenv",
       "feholdexcept",
       "feenableexcept"});
  return table;
}

/// What compilers offer only as `__builtin_<name>`.
Table make_builtins() {
  using enum LibraryFunction;
  Table table;
  add(table, Ends, {"unreachable", "trap", "debugtrap", "verbose_trap"});
  add(table, Assume, {"assume"});
  add(table, Alloca, {"alloca_with_align", "alloca_uninitialized"});
  add(table, CopyMemory, {"__memcpy_chk", "__memmove_chk", "memcpy_inline"});
  add(table, SetMemory, {"__memset_chk"});
  add(table, Expect, {"expect", "expect_with_probability", "assume_aligned"});
  add(table, IsConstant, {"constant_p"});
  add(table, NoEffect, {"prefetch"});
  add(table, Computes, {"popcount", "popcountl", "popcountll", "clz",        "clzl",        "clzll",
                        "ctz",      "ctzl",      "ctzll",      "parity",     "parityl",     "parityll",
                        "bswap16",  "bswap32",   "bswap64",    "inf",        "inff",        "huge_val",
                        "infl",     "huge_valf", "huge_vall",  "flt_rounds", "object_size", "dynamic_object_size"});
  return table;
}

std::optional<LibraryFunction> look_up(const Table& table, std::string_view name) {
  auto entry = table.find(name);
  return entry != table.end() ? std::optional(entry->second) : std::nullopt;
}

/// Of <math.h>: those that are exact are not computed everywhere, for instance not where they are called by pointer.
std::optional<LibraryFunction> mathematical_function(std::string_view name) {
  if (float_function(name)) {
    return LibraryFunction::Computes;
  }
  std::optional<ApproximateFunction> approximate = approximate_float_function(name);
  if (!approximate) {
    return std::nullopt;
  }
  return *approximate == ApproximateFunction::Writes ? LibraryFunction::WritesComputed : LibraryFunction::Computes;
}

} // namespace

std::optional<LibraryFunction> library_function(std::string_view name) {
  static const Table library = make_library();
  static const Table builtins = make_builtins();
  constexpr std::string_view builtin_prefix = "__builtin_";
  if (name.starts_with("__VERIFIER_nondet_")) {
    return LibraryFunction::Nondeterministic;
  }
  if (!name.starts_with(builtin_prefix)) {
    std::optional<LibraryFunction> known = look_up(library, name);
    return known ? known : mathematical_function(name);
  }
  name.remove_prefix(builtin_prefix.size());
  std::optional<LibraryFunction> known = look_up(builtins, name);
  known = known ? known : look_up(library, name);
  known = known ? known : mathematical_function(name);
  // A builtin that is not known is not an ordinary function without a definition: its effect is anyone's guess.
  return known.value_or(LibraryFunction::Unsupported);
}

bool is_question_about_memory(LibraryFunction function) {
  return function == LibraryFunction::Readable || function == LibraryFunction::IsString;
}

bool is_error_function(std::string_view name) {
  using enum LibraryFunction;
  const std::optional<LibraryFunction> known = library_function(name);
  return known == ReachError || known == AssertFail || known == Assert;
}

bool is_better_modelled(LibraryFunction function, ResultInterest interest) {
  using enum LibraryFunction;
  if (function == NoEffect || function == Computes) {
    return interest == ResultInterest::Needed;
  }
  return function == ReadsInput || function == WritesComputed || function == Unsupported || function == Abs;
}

} // namespace vouch::frontend
