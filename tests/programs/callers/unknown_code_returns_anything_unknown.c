// expect: unknown
// property: null,bounds
// reason: depends on where a pointer leads that comes from outside
// feature: Functions: verified on their own, without main

/* What is returned as a "void *" may be anywhere: an index that is too large for the object which happens to lie there is no
   finding. */
typedef unsigned long size_t;
void *resized(void *old, int count, size_t size);
struct image { int left, top; char *text; long more[5]; };
struct file { int count; struct image *images; };
void add(struct file *file) {
  if (!file || file->count < 0 || file->count > 1000000)
    return;
  struct image *more = resized(file->images, file->count + 1, sizeof *more);
  if (!more || file->count < 0 || file->count > 1000000)
    return;
  file->images = more;
  struct image *place = &file->images[file->count++];
  place->top = 0;
}
