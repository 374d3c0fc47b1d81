// expect: unknown
// property: assert
// reason: a possible violation was not confirmed
// feature: Library: variables that functions change
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int before = optind;
  getopt(argc, argv, "a");
  assert(optind == before);
  return 0;
}
