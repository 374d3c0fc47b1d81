// expect: unknown
// reason: through a pointer of another type
extern void reach_error(void);

int main(void) {
  int (*fail)(int) = (int (*)(int))reach_error;
  return fail(1);
}
