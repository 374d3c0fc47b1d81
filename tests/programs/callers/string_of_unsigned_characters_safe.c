// expect: safe
// property: null,bounds

/* Whoever passes it on as a string expects one. */
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

byte *copy(const byte *text) {
  return text ? (byte *)strdup((const char *)text) : 0;
}

size_t length(const byte *text) {
  return text ? strlen((char *)text) : 0;
}
