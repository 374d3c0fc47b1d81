// expect: unknown
// property: bounds
// hint: 13
// reason: depends on a precondition that is not stated: "end[1] = '\0'" can be out of bounds
// feature: Functions: verified on their own, without main

/* Who looks for the end gets a string. Whether there is room for more behind it, only the caller knows. */
void append_blank(char *text) {
  char *end = text;
  while (*end)
    end++;
  end[0] = ' ';
  end[1] = '\0';
}
