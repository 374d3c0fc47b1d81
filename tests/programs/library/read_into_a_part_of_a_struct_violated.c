// expect: violated
// expect-line: 17
// property: assert,bounds
// feature: Library: <unistd.h>
#include <assert.h>
#include <unistd.h>

struct packet {
  int kind;
  unsigned char bytes[4];
  int checksum;
};

int main(void) {
  struct packet packet = {1, {2, 2, 2, 2}, 3};
  ssize_t got = read(0, packet.bytes, sizeof packet.bytes);
  assert(got < 0 || packet.bytes[0] == 2);
  return 0;
}
