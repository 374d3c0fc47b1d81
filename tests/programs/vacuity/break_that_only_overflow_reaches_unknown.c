// expect: unknown
// reason: unless signed arithmetic overflows
extern void reach_error(void);

int main(void) {
  int x = 1;
  while (1) {
    if (x <= 0)
      break;
    x += 3;
  }
  reach_error();
  return 0;
}
