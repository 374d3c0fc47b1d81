// property: bounds
// expect: violated
// expect-line: 13
/* The array ends before the struct does: what is behind it is another member. */
struct account {
  char name[8];
  int is_administrator;
};

int main(void) {
  struct account account = {{0}, 0};
  for (int i = 0; i <= 8; i++) {
    account.name[i] = 1;
  }
  return account.is_administrator;
}
