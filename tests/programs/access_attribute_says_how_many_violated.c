// expect: violated
// expect-line: 12
// property: bounds
// feature: Functions: verified on their own, without main

__attribute__((access(read_only, 1, 2))) int sum(const int *values, int many);
void clear(void *p, unsigned long room) __attribute__((__access__(__write_only__, 1, 2)));

int sum(const int *values, int many) {
  unsigned total = 0;
  for (int i = 0; i <= many; ++i) {
    total += (unsigned)values[i];
  }
  return total > 7;
}

void clear(void *p, unsigned long room) {
  for (unsigned long i = 0; i < room; ++i) {
    ((char *)p)[i] = 0;
  }
}
