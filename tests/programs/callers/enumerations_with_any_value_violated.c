// expect: violated
// property: bounds
// options: --callers any
// expect-line: 9

enum shade { DARK, GREY, LIGHT };

static const char *const names[] = {"dark", "grey", "light"};
const char *name_of(enum shade shade) { return names[shade]; }
