/* libarchive: a filter is added while memory is short. */
#include "archive_write.c"

int main(void) {
  static struct archive_write writer;
  struct archive_write_filter *filter = __archive_write_allocate_filter(&writer.archive);
  return filter == NULL;
}
