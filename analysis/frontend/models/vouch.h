/* What the models are written with. Types are the target's; nothing is included from the system. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;
#define NULL ((void *)0)
#define INT_MAX __INT_MAX__
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__

/* Values and contents from outside of the program: runs with any of them are real. */
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
size_t __VERIFIER_nondet_size_t(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void *__VERIFIER_nondet_pointer(void);
void __vouch_read_bytes(void *object);

/* Values and contents that the program determines, but that the model does not compute: any of them may be the one, and
   a violation that depends on which it is is not confirmed. */
int __vouch_some_int(void);

void __VERIFIER_assume(int condition);

/* Copies `size` bytes, or as many as there are from `source` to the end of its object, if these are fewer. */
void __vouch_copy_object(void *destination, const void *source, size_t size);

/* Ends the run as not understood. */
void __vouch_unsupported(void);
