/* <ctype.h> in the C locale. The results are glibc's: bits of a table. */

enum {
  UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, XDIGIT = 0x1000, SPACE = 0x2000, PRINT = 0x4000,
  GRAPH = 0x8000, BLANK = 0x1, CONTROL = 0x2, PUNCTUATION = 0x4, ALNUM = 0x8
};

static int is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static int is_lower(int c) { return c >= 'a' && c <= 'z'; }
static int is_digit(int c) { return c >= '0' && c <= '9'; }
static int is_hexadecimal_letter(int c) { return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_visible(int c) { return c > ' ' && c < 127; }

int isupper(int c) { return is_upper(c) ? UPPER : 0; }
int islower(int c) { return is_lower(c) ? LOWER : 0; }
int isalpha(int c) { return is_upper(c) || is_lower(c) ? ALPHA : 0; }
int isdigit(int c) { return is_digit(c) ? DIGIT : 0; }
int isxdigit(int c) { return is_digit(c) || is_hexadecimal_letter(c) ? XDIGIT : 0; }
int isspace(int c) { return is_space(c) ? SPACE : 0; }
int isprint(int c) { return c >= ' ' && c < 127 ? PRINT : 0; }
int isgraph(int c) { return is_visible(c) ? GRAPH : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? BLANK : 0; }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127 ? CONTROL : 0; }
int isalnum(int c) { return is_upper(c) || is_lower(c) || is_digit(c) ? ALNUM : 0; }
int ispunct(int c) { return is_visible(c) && !(is_upper(c) || is_lower(c) || is_digit(c)) ? PUNCTUATION : 0; }
int isascii(int c) { return (c & ~127) == 0; }
int tolower(int c) { return is_upper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return is_lower(c) ? c - ('a' - 'A') : c; }
int toascii(int c) { return c & 127; }

/* `(*__ctype_b_loc())[c]`, which the macros of <ctype.h> read. */
unsigned short __vouch_ctype_bits(int c) {
  if (c < 0 || c > 127) {
    return 0;
  }
  if (c < ' ' || c == 127) {
    return c == '\t' ? CONTROL | SPACE | BLANK : is_space(c) ? CONTROL | SPACE : CONTROL;
  }
  if (c == ' ') {
    return SPACE | PRINT | BLANK;
  }
  if (is_digit(c)) {
    return DIGIT | XDIGIT | ALNUM | PRINT | GRAPH;
  }
  if (is_upper(c)) {
    return UPPER | ALPHA | ALNUM | PRINT | GRAPH | (is_hexadecimal_letter(c) ? XDIGIT : 0);
  }
  if (is_lower(c)) {
    return LOWER | ALPHA | ALNUM | PRINT | GRAPH | (is_hexadecimal_letter(c) ? XDIGIT : 0);
  }
  return PUNCTUATION | PRINT | GRAPH;
}
