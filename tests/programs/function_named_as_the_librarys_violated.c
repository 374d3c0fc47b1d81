// expect: violated
// expect-line: 12
#include <assert.h>
struct window {
  int is_open;
};
int close(struct window *window);

int main(void) {
  struct window window = {1};
  close(&window);
  assert(window.is_open);
}
