// expect: violated
// expect-line: 18
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
  ssize_t got = read(0, packet.bytes, sizeof packet.bytes + sizeof packet.checksum);
  assert(packet.kind == 1 && (got > 4 || packet.checksum == 3));
  assert(packet.checksum == 3);
  return 0;
}
