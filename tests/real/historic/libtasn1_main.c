/* libtasn1: the header of a value of any type. */
#include "coding.c"

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char header[ASN1_MAX_TL_SIZE];
  unsigned int length = sizeof(header);
  return asn1_encode_simple_der(__VERIFIER_nondet_uint(), (const unsigned char *)"", 0, header, &length);
}
