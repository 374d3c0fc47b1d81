// expect: safe
// property: null
// hint: 21
/* The value changes a member of a bucket, and the place reads where the buckets are: no object is both, wherever callers
   have them. */
struct list {
  struct list *next;
};

struct bucket {
  struct list *first, *last;
};

struct table {
  struct bucket *buckets;
  struct list all;
};

void reset(struct table *table) {
  if (table)
    table->buckets->first = table->buckets->last = &table->all;
}
