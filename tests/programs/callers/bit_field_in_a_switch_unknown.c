// expect: unknown
// property: assert
// reason: depends on a precondition that is not stated: assertion "0" can fail, with what is passed in line 41
// hint: 41
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <stddef.h>

enum state { s_dead = 1, s_start = 17, s_field, s_value, s_done };
struct parser {
  unsigned type : 2;
  unsigned flags : 8;
  unsigned state : 7;
  unsigned read;
};

static unsigned limit = 100;
void set_limit(unsigned n) { limit = n; }

/* What is none of the states is the caller's affair: others take the same branches and pass. */
size_t execute(struct parser *parser, const char *data, size_t length) {
  enum state state = (enum state)parser->state;
  unsigned read = parser->read;
  for (const char *next = data; next != data + length; next++) {
    if (state <= s_done) {
      read += 1;
      if (read > limit)
        return 1;
    }
    switch (state) {
    case s_dead:
    case s_start:
    case s_field:
      state = *next == ':' ? s_value : s_field;
      break;
    case s_value:
    case s_done:
      state = s_done;
      break;
    default:
      assert(0);
    }
  }
  parser->state = state;
  parser->read = read;
  return length;
}
