// expect: violated
// options: --callers any
// expect-line: 7
// property: div-by-zero
typedef int (*function)(int);
static int inverse(int a) {
  return 1 / a;
}
static function choose(void) { return inverse; }
function get(void) {
  function f = choose();
  return f;
}
