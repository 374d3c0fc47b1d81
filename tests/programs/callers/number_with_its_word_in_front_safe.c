// expect: safe
// property: assert,null,bounds,overflow

/* "lenBuf" is how many elements "buf" has, as "buf_len" would be. */
int first_difference(const unsigned char *text, unsigned size, const unsigned char *buf, unsigned lenBuf) {
  if (!text || !buf)
    return 0;
  for (unsigned i = 0; i < size; ++i) {
    if (i == lenBuf)
      return 1;
    if (text[i] != buf[i])
      return text[i] - buf[i];
  }
  return size < lenBuf ? -1 : 0;
}
