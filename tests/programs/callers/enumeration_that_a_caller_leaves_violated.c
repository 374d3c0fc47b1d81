// expect: violated
// property: bounds
// expect-line: 8

enum shade { DARK, GREY, LIGHT };

static const char *const names[] = {"dark", "grey", "light"};
static const char *name_of(enum shade shade) { return names[shade]; }

const char *behind(void) { return name_of((enum shade)(LIGHT + 1)); }
