/* Expat: a parser that keeps some of what it has read is asked for a buffer of any length. */
#include "xmlparse.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  static struct XML_ParserStruct parser = {.m_mem = {malloc, realloc, free}};
  parser.m_buffer = calloc(2048, 1);
  if (parser.m_buffer == NULL)
    return 0;
  parser.m_bufferPtr = parser.m_bufferEnd = parser.m_buffer + 1024;
  parser.m_bufferLim = parser.m_buffer + 2048;
  return XML_GetBuffer(&parser, __VERIFIER_nondet_int()) == NULL;
}
