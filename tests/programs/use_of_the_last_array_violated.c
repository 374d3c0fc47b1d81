// expect: violated
// expect-line: 12
// expect-code: use-after-free
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
int main(void) {
  int *last = 0;
  for (int n = 1; n < 4; n++) {
    int values[n];
    values[0] = n;
    if (last) {
      *last = 0;
    }
    last = values;
  }
  return 0;
}
