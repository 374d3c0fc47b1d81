// expect: safe
// property: null,bounds,overflow
// hint: 15
// hint: 29
// hint: 42
// hint: 48
// feature: Functions: verified on their own, without main
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Whoever asks the library how long something is, or looks for another kind of character, has got a string. */

char *trim(char *text) {
  while (isspace((unsigned char)*text)) text++;
  size_t n = strlen(text);
  while (n > 0 && isspace((unsigned char)text[n - 1])) n--;
  text[n] = '\0';
  return text;
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int bytes_of(const char *text, unsigned char *bytes, size_t size) {
  size_t n = 0;
  while (text[2 * n]) {
    int high = digit(text[2 * n]);
    if (high < 0 || !text[2 * n + 1]) return -1;
    int low = digit(text[2 * n + 1]);
    if (low < 0 || n >= size) return -1;
    bytes[n] = (unsigned char)(high * 16 + low);
    n++;
  }
  return (int)n;
}

char last_of(char *text) {
  char *word = text;
  if (*text == ' ') word++;
  size_t n = strlen(word);
  return n > 0 ? word[n - 1] : '\0';
}

char *without_spaces(char *text) {
  while (isspace((unsigned char)*text)) text++;
  return text;
}
