// expect: safe
// property: bounds,null,use-after-free
// feature: Functions: verified on their own, without main
struct pair {
  int key;
  long value;
};

int get(struct pair *p) {
  if (p) {
    p->value = p->key;
    return p->key;
  }
  return 0;
}
