/* What the models are written with. Types are the target's; nothing is included from the system.
   Defined for programs that need them: VOUCH_ERRNO, if the program looks at `errno`; VOUCH_ALLOCATION_MAY_FAIL;
   VOUCH_CHECKS_BOUNDS, if leaving objects is a property. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;
#define NULL ((void *)0)
#define INT_MAX __INT_MAX__
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
#define LARGEST_OBJECT ((size_t)__PTRDIFF_MAX__)

/* Values and contents from outside of the program: runs with any of them are real. */
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
size_t __VERIFIER_nondet_size_t(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void *__VERIFIER_nondet_pointer(void);
void __vouch_read_bytes(void *object);
void __vouch_receive(void *to, size_t size);

/* Values and contents that the program determines, but that the model does not compute: any of them may be the one, and
   a violation that depends on which it is is not confirmed. */
int __vouch_some_int(void);
void __vouch_some_bytes(void *object);

void __VERIFIER_assume(int condition);

/* As malloc, at a multiple of `alignment`, which is a power of two. */
void *__vouch_aligned_malloc(size_t size, size_t alignment);
/* Copies `size` bytes, or as many as there are from `source` to the end of its object, if these are fewer. */
void __vouch_copy_object(void *destination, const void *source, size_t size);

/* The bytes are read or written: as a check of each of them, where that is a property. */
void __vouch_use_block(const void *bytes, size_t size);

/* Whether so many elements, of `size` bytes each, are in an object that exists. */
int __vouch_readable(const volatile void *start, size_t elements, size_t size);

/* Ends the run as not understood. */
void __vouch_unsupported(void);

/* Of a variable: a function that is verified on its own finds anything there, and not what it is initialised with. */
#define LEFT_BY_EARLIER_CALLS __attribute__((annotate("left by earlier calls")))

/* `errno`. No function of the library sets it to zero; which number stands for a failure is the system's choice, and
   after a success it may have changed too. */
#ifdef VOUCH_ERRNO
enum { MOST_ERROR = 511, NO_MEMORY = 12, BAD_ADDRESS = 14, BAD_FILE = 9, INVALID = 22, OUT_OF_RANGE = 34 };
static int error_number LEFT_BY_EARLIER_CALLS;
#define SET_ERROR(number) (error_number = (number))
static void fail(void) {
  int number = __VERIFIER_nondet_int();
  error_number = number < 1 ? 1 : number > MOST_ERROR ? MOST_ERROR : number;
}
/* For functions whose result does not tell whether they have failed. */
static void perhaps_fail(void) {
  int number = __VERIFIER_nondet_int();
  if (number > 0 && number <= MOST_ERROR) {
    error_number = number;
  }
}
/* What is computed nowhere is asked for only in runs that are about it: they are the ones that are not confirmed. */
static void succeed(void) {
  if (__VERIFIER_nondet_bool()) {
    int number = __vouch_some_int();
    error_number = number < 1 ? 1 : number > MOST_ERROR ? MOST_ERROR : number;
  }
}
#define FAIL_IF(condition) do { if (condition) { fail(); } else { succeed(); } } while (0)
#else
#define SET_ERROR(number) ((void)0)
#define FAIL_IF(condition) ((void)0)
#define fail() ((void)0)
#define perhaps_fail() ((void)0)
#define succeed() ((void)0)
#endif

#ifdef VOUCH_ALLOCATION_MAY_FAIL
#define HAS_FAILED(address) ((address) == NULL)
#else
#define HAS_FAILED(address) 0
#endif
