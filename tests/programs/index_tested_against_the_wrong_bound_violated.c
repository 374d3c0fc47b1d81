// expect: violated
// expect-line: 11
// property: bounds
// feature: Functions: verified on their own, without main

static const int table[8] = {1, 2, 3, 5, 8, 13, 21, 34};

int get(int i) {
  if (i < 0 || i > 8)
    return -1;
  return table[i];
}
