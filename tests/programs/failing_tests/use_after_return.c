// expect: violated
// expect-line: 10
// property: use-after-free
static int *kept;
static void keep(int number) {
  int local = number;
  kept = &local; }
int main(void) {
  keep(3);
  return *kept;
}
