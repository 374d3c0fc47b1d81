// expect: safe
// property: null
// assumes: no access is outside of its object
// assumes: no access is to an object that does not exist any more
int main(int count, char **words) {
  int a[2] = {0, 1};
  int *p = a;
  return p[count];
}
