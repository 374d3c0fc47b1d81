// expect: safe
// property: null,bounds
// feature: Functions: verified on their own, without main

static const char digits[] = "0123456789abcdef";

void hex(unsigned char byte, char out[static 3]) {
  out[0] = digits[byte >> 4];
  out[1] = digits[byte & 15];
  out[2] = 0;
}

__attribute__((nonnull)) int first(const int *number) { return *number; }

int last(int n, const int numbers[n]) { return n > 0 ? numbers[n - 1] : 0; }
