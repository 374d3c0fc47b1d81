// expect: violated
// expect-line: 6
// not-native: the failing test defines the symbol that is absent in the run
// property: null
extern int level __attribute__((weak));
int main(void) { return level; }
