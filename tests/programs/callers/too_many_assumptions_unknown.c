// expect: unknown
// reason: depends on a precondition that is not stated: "(*input)[0]" can be out of bounds
// hint: 13
// hint: 13
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main

/* However many characters are assumed behind "*input", there may be no 0 among them. The rest is verified all the same: that
   is the only check which stays open. */
void skip_comment(char **input) {
  if (!input) return;
  *input += 2;
  for (; (*input)[0] != '\0'; ++(*input)) {
    if ((*input)[0] == '\n') {
      *input += 1;
      return;
    }
  }
}
