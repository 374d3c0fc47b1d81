// expect: violated
// expect-line: 13
// property: bounds

/* Only one struct, or two: the second one is not there for every caller that exists. */
struct pair {
  int first, second;
};

int second(void *data) {
  struct pair *pair = data;
  if (pair) {
    return pair[0].second + (pair[1].first == 0);
  }
  return 0;
}

int main(void) {
  struct pair one = {1, 2};
  return second(&one);
}
