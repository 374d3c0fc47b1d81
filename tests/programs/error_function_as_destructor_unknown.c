// expect: unknown
// reason: error function as a constructor or destructor
extern void abort(void);
__attribute__((destructor)) void reach_error(void) { abort(); }

int main(void) { return 0; }
