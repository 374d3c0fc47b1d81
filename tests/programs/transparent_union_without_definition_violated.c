// expect: violated
// expect-line: 16
#include <assert.h>
#include <sys/socket.h>

/* What the system writes there may be anything, and nothing else changes. */
struct address {
  int kind;
};

int main(void) {
  struct address address = {1}, other = {2};
  socklen_t size = sizeof address;
  int peer = accept(3, (struct sockaddr *)&address, &size);
  assert(other.kind == 2 || peer > 0);
  assert(address.kind == 1);
  return 0;
}
