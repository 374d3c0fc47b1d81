// expect: unknown
// property: bounds
// reason: if 0 is passed for "length"
// hint: 10
// feature: Functions: verified on their own, without main

/* Whoever passes a length may pass 0, or may be expected not to. */
int is_negative(const char *digits, int length) {
  (void)length;
  return digits[0] == '-';
}
