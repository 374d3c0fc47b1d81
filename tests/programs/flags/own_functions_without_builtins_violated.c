// expect: violated
// expect-line: 10
// options: -- -ffreestanding
extern void reach_error(void);
int abs(int x);

int main(void) {
  int x = 3;
  if (abs(x) < 0) {
    reach_error();
  }
}
