// expect: violated
// options: --callers any
// expect-line: 8
// property: div-by-zero
struct hook {
  int (*call)(int);
};
static int inverse(int a) { return 1 / a; }
void set(struct hook *hook) {
  struct hook own = {inverse};
  *hook = own;
}
