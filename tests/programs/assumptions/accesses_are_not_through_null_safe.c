// expect: safe
// property: bounds,use-after-free
// assumes: no access is through a null pointer
// assumes: functions without a definition or a model access and free nothing wrongly
int main(int count, char **words) {
  int a[2] = {0, 1};
  return a[count > 1];
}
