// expect: unknown
// property: bounds
// reason: undefined behaviour
/* Every run is undefined in front of the access, which would be within its bounds. */
int main(void) {
  int table[4] = {1, 2, 3, 4};
  int n = 2147483647;
  n = n + 1;
  return table[n & 3];
}
