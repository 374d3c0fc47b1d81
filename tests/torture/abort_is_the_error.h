/* Stands before each test, so that a call of abort() is what must not happen. */
extern void reach_error(void);
#define abort reach_error
#define __builtin_abort reach_error
