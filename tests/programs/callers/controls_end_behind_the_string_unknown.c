// expect: unknown
// property: bounds
// reason: "*text" can be out of bounds
// hint: 14
// feature: Functions: verified on their own, without main
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* The zero is a control character, and no loop that passes over these ends at it. */

char *behind_controls(char *text) {
  if (strlen(text) > 9) return text;
  while (iscntrl((unsigned char)*text)) text++;
  return text;
}
