/* cJSON: a string is set in an item that has none or is none. */
#include "cJSON.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  static cJSON item;
  item.type = __VERIFIER_nondet_int();
  cJSON_SetValuestring(__VERIFIER_nondet_int() ? &item : NULL, __VERIFIER_nondet_int() ? "text" : NULL);
  return 0;
}
