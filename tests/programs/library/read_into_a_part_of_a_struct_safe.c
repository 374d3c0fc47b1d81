// expect: safe
// property: assert,bounds
// feature: Library: <unistd.h>
#include <assert.h>
#include <unistd.h>

/* What comes from the file goes where it is wanted, and leaves the rest as it was. */
struct packet {
  int kind;
  unsigned char bytes[4];
  int checksum;
};

int main(void) {
  struct packet packet = {1, {2, 2, 2, 2}, 3};
  ssize_t got = read(0, packet.bytes, sizeof packet.bytes);
  assert(packet.kind == 1 && packet.checksum == 3);
  assert(got > 0 || packet.bytes[0] == 2);
  return 0;
}
