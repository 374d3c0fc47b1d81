// expect: safe
// property: null,bounds,overflow
// hint: 13
// hint: 23
// hint: 33
// hint: 40
// feature: Functions: verified on their own, without main
#include <stddef.h>

/* Functions that look for the end of a string get strings, also where they write; and they stay within them. */

char *split_at_comma(char *text) {
  while (*text && *text != ',') text++;
  if (*text == '\0') return NULL;
  *text = '\0';
  return text + 1;
}

static int is_blank(char c) { return c == ' ' || c == '\t'; }

char *trim(char *text) {
  char *end;
  while (is_blank(*text)) text++;
  end = text;
  while (end[0] != '\0') end++;
  while (end > text && is_blank(end[-1])) end--;
  *end = '\0';
  return text;
}

size_t blanks_and_length(const char *text) {
  size_t n = 0;
  while (text[n] == ' ') n++;
  while (text[n]) n++;
  return n;
}

int put(const char *text, unsigned char *bytes, int size) {
  int n = 0;
  while (*text) {
    if (n >= size) return -1;
    bytes[n++] = (unsigned char)*text;
    text++;
  }
  return n;
}
