// expect: violated
// expect-line: 5
#include <assert.h>
int main(int count, char **words) {
  assert(count != 4);
  return words != 0;
}
