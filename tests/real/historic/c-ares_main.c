/* c-ares: a list of addresses, one word of up to 17 characters. */
#include "ares_init.c"

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[18];
  struct apattern *sortlist = NULL;
  int count = 0;
  for (int i = 0; i < 17; i++)
    text[i] = __VERIFIER_nondet_char();
  text[17] = 0;
  return config_sortlist(&sortlist, &count, text);
}
