// expect: violated
// expect-line: 18
// options: --analysis value
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int table[4] = {1, 2, 3, 4};
int other[4] = {1, 2, 3, 4};

int main(void) {
  unsigned index = __VERIFIER_nondet_uint();
  if (index < 4) {
    table[index] = 9;
    if (other[2] != 3) {
      reach_error();
    }
    if (table[2] != 3) {
      reach_error();
    }
  }
  return 0;
}
