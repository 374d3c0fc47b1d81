/* Builtins of GCC and Clang that count and move bits. Calls of `__builtin_<name>` are calls of these.
   They are made of what also makes sense in the arithmetic of integers: single bits, comparisons, remainders. */

int __vouch_builtin_popcount(unsigned x) {
  int n = 0;
  n += x & 1;
  x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1;
  x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1;
  x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1;
  x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1;
  x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1;
  x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1; x >>= 1; n += x & 1;
  x >>= 1; n += x & 1;
  return n;
}

int __vouch_builtin_popcountll(unsigned long long x) {
  return __vouch_builtin_popcount((unsigned)x) + __vouch_builtin_popcount((unsigned)(x >> 32));
}

int __vouch_builtin_popcountl(unsigned long x) { return __vouch_builtin_popcountll(x); }

int __vouch_builtin_parity(unsigned x) { return __vouch_builtin_popcount(x) & 1; }

int __vouch_builtin_parityll(unsigned long long x) { return __vouch_builtin_popcountll(x) & 1; }

int __vouch_builtin_parityl(unsigned long x) { return __vouch_builtin_popcountll(x) & 1; }

/* Of a number that is not zero. Of zero the builtins' results are undefined: any value. */
static int leading_zeros(unsigned x) {
  return (x < 1u << 31) + (x < 1u << 30) + (x < 1u << 29) + (x < 1u << 28) + (x < 1u << 27) + (x < 1u << 26) +
         (x < 1u << 25) + (x < 1u << 24) + (x < 1u << 23) + (x < 1u << 22) + (x < 1u << 21) + (x < 1u << 20) +
         (x < 1u << 19) + (x < 1u << 18) + (x < 1u << 17) + (x < 1u << 16) + (x < 1u << 15) + (x < 1u << 14) +
         (x < 1u << 13) + (x < 1u << 12) + (x < 1u << 11) + (x < 1u << 10) + (x < 1u << 9) + (x < 1u << 8) +
         (x < 1u << 7) + (x < 1u << 6) + (x < 1u << 5) + (x < 1u << 4) + (x < 1u << 3) + (x < 1u << 2) +
         (x < 1u << 1);
}

static int trailing_zeros(unsigned x) {
  int count = 0;
  if ((x & 0xffffu) == 0) {
    count += 16;
    x >>= 16;
  }
  if ((x & 0xffu) == 0) {
    count += 8;
    x >>= 8;
  }
  if ((x & 0xfu) == 0) {
    count += 4;
    x >>= 4;
  }
  if ((x & 3u) == 0) {
    count += 2;
    x >>= 2;
  }
  return (x & 1u) == 0 ? count + 1 : count;
}

int __vouch_builtin_clz(unsigned x) { return x != 0 ? leading_zeros(x) : __VERIFIER_nondet_int(); }

int __vouch_builtin_clzll(unsigned long long x) {
  if (x == 0) {
    return __VERIFIER_nondet_int();
  }
  unsigned high = (unsigned)(x >> 32);
  return high != 0 ? leading_zeros(high) : 32 + leading_zeros((unsigned)x);
}

int __vouch_builtin_clzl(unsigned long x) {
  return sizeof(long) == sizeof(int) ? __vouch_builtin_clz((unsigned)x) : __vouch_builtin_clzll(x);
}

int __vouch_builtin_ctz(unsigned x) { return x != 0 ? trailing_zeros(x) : __VERIFIER_nondet_int(); }

int __vouch_builtin_ctzll(unsigned long long x) {
  if (x == 0) {
    return __VERIFIER_nondet_int();
  }
  unsigned low = (unsigned)x;
  return low != 0 ? trailing_zeros(low) : 32 + trailing_zeros((unsigned)(x >> 32));
}

int __vouch_builtin_ctzl(unsigned long x) { return __vouch_builtin_ctzll(x); }

int ffs(int x) { return x != 0 ? 1 + trailing_zeros((unsigned)x) : 0; }

int ffsll(long long x) { return x != 0 ? 1 + __vouch_builtin_ctzll((unsigned long long)x) : 0; }

int ffsl(long x) { return ffsll(x); }

/* Redundant bits behind the sign. */
int __vouch_builtin_clrsb(int x) {
  unsigned bits = (unsigned)(x < 0 ? ~x : x);
  return bits != 0 ? leading_zeros(bits) - 1 : 31;
}

int __vouch_builtin_clrsbll(long long x) {
  unsigned long long bits = (unsigned long long)(x < 0 ? ~x : x);
  return bits != 0 ? __vouch_builtin_clzll(bits) - 1 : 63;
}

int __vouch_builtin_clrsbl(long x) {
  return sizeof(long) == sizeof(int) ? __vouch_builtin_clrsb((int)x) : __vouch_builtin_clrsbll(x);
}

unsigned short __vouch_builtin_bswap16(unsigned short x) { return (unsigned short)((x & 0xff) * 0x100 + (x >> 8)); }

unsigned __vouch_builtin_bswap32(unsigned x) {
  return (x & 0xff) * 0x1000000u + (x >> 8 & 0xff) * 0x10000u + (x >> 16 & 0xff) * 0x100u + (x >> 24);
}

unsigned long long __vouch_builtin_bswap64(unsigned long long x) {
  return __vouch_builtin_bswap32((unsigned)x) * 0x100000000ull + __vouch_builtin_bswap32((unsigned)(x >> 32));
}
