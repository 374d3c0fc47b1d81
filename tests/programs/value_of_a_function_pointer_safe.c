// expect: safe
// options: --analysis value
void reach_error(void);

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int (*const operations[])(int) = {twice, thrice};

int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    sum += operations[i](10);
  }
  if (sum != 50) {
    reach_error();
  }
  return 0;
}
