/* cJSON: an item, or none, is inserted in an array of two whose second one is not linked back to the first. */
#include "cJSON.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  static cJSON array, first, second, item;
  array.child = &first;
  first.next = &second;
  first.prev = &second;
  cJSON_InsertItemInArray(&array, __VERIFIER_nondet_int(), __VERIFIER_nondet_int() ? &item : NULL);
  return 0;
}
