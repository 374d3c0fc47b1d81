/* How many characters `printf` makes of a number. Sums of comparisons, as there is no loop in them. */

static size_t decimal_digits(unsigned long long x) {
  return 1 + (size_t)(x > 9) + (x > 99) + (x > 999) + (x > 9999) + (x > 99999) + (x > 999999) + (x > 9999999) +
         (x > 99999999) + (x > 999999999) + (x > 9999999999ull) + (x > 99999999999ull) + (x > 999999999999ull) +
         (x > 9999999999999ull) + (x > 99999999999999ull) + (x > 999999999999999ull) + (x > 9999999999999999ull) +
         (x > 99999999999999999ull) + (x > 999999999999999999ull) + (x > 9999999999999999999ull);
}

static size_t hexadecimal_digits(unsigned long long x) {
  return 1 + (size_t)(x > 0xf) + (x > 0xff) + (x > 0xfff) + (x > 0xffff) + (x > 0xfffff) + (x > 0xffffff) +
         (x > 0xfffffff) + (x > 0xffffffff) + (x > 0xfffffffffull) + (x > 0xffffffffffull) + (x > 0xfffffffffffull) +
         (x > 0xffffffffffffull) + (x > 0xfffffffffffffull) + (x > 0xffffffffffffffull) + (x > 0xfffffffffffffffull);
}

static size_t octal_digits(unsigned long long x) {
  return 1 + (size_t)(x > 07) + (x > 077) + (x > 0777) + (x > 07777) + (x > 077777) + (x > 0777777) + (x > 07777777) +
         (x > 077777777) + (x > 0777777777) + (x > 07777777777ull) + (x > 077777777777ull) + (x > 0777777777777ull) +
         (x > 07777777777777ull) + (x > 077777777777777ull) + (x > 0777777777777777ull) + (x > 07777777777777777ull) +
         (x > 077777777777777777ull) + (x > 0777777777777777777ull) + (x > 07777777777777777777ull) +
         (x > 077777777777777777777ull) + (x > 0777777777777777777777ull);
}

size_t __vouch_length_of_digits(unsigned long long x, int base) {
  return base == 16 ? hexadecimal_digits(x) : base == 8 ? octal_digits(x) : decimal_digits(x);
}

size_t __vouch_length_of_decimal(long long x) {
  return x < 0 ? 1 + decimal_digits(0 - (unsigned long long)x) : decimal_digits((unsigned long long)x);
}
