// expect: safe
// property: null
#include <stdio.h>

int main(void) {
  char line[8];
  FILE *file = fopen("/nothing", "r");
  if (file != NULL) {
    fgets(line, sizeof line, file);
    fclose(file);
  }
  fputs("text", stdout);
  fprintf(stderr, "text\n");
  fgets(line, sizeof line, stdin);
  fflush(NULL);
  return 0;
}
