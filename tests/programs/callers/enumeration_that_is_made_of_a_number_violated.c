// expect: violated
// property: div-by-zero
// expect-line: 8
/* The function is proved for the values that the enumeration names, and not for whatever a caller makes of a number. */
enum side { left, right };

int share(enum side side) {
  return 6 / (2 - (int)side);
}

/* It calls what is proved on its own, with another value. */
int share_of_none(void) {
  return share((enum side)2);
}
