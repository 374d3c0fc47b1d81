// expect: safe
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
  void (*table[])(void) = {nothing, reach_error};
  table[0]();
}
