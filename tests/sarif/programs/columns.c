#include <assert.h>
int main(void) {
  const char *s = "é𝄞"; /* 𝄞 */ assert(s == 0);
  return 0;
}
