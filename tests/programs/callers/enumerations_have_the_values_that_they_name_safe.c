// expect: safe
// property: assert,bounds

enum shade { DARK, GREY, LIGHT };
enum flags { BOLD = 1, SLANTED = 4 };

struct pen {
  enum shade shade;
  int width;
};

static const char *const names[] = {"dark", "grey", "light"};

const char *name_of(enum shade shade) { return names[shade]; }

const char *name_of_pen(const struct pen *pen) { return pen ? names[pen->shade] : "none"; }

int weight(enum flags flags) {
  static const int weights[6] = {4, 7, 4, 7, 3, 6};
  return weights[flags];
}
