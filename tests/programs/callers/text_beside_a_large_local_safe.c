// expect: safe
// property: null,bounds,use-after-free

/* A large local variable that code elsewhere gets to see takes nothing away that is known of what callers pass, neither
   where it begins to exist nor where it is filled; and text that is written into one does not share it. */
#include <stdio.h>
#include <string.h>

void see(int type, const char *text);
int fill_in(char *text, size_t size);

void report(int type, const char *prefix) {
  char text[128] = {0};
  size_t length = 0;
  if (prefix != NULL) {
    length = strnlen(prefix, 100);
  }
  fill_in(text + length, sizeof text - length);
  see(type, text);
}

int print(const char *prefix) {
  char text[128];
  return prefix != NULL ? snprintf(text, sizeof text, "%s: ", prefix) > 3 : 0;
}
