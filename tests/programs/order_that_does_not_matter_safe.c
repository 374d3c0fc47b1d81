// expect: safe
// feature: Expressions: operands in any order
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int read_sensor(int *channel);

struct node {
  struct node *left, *right;
  int value;
};

static struct node *make(struct node *left, struct node *right, int value) {
  struct node *made = malloc(sizeof *made);
  made->left = left;
  made->right = right;
  made->value = value;
  return made;
}

static int square(int x) {
  int twice[2];
  twice[0] = x;
  twice[1] = x;
  return twice[0] * twice[1];
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int calls_of_this, calls_of_that;
static int this_one(void) { return ++calls_of_this; }
static int that_one(void) { return ++calls_of_that; }

int main(void) {
  // Each call writes objects of its own.
  struct node *tree = make(make(0, 0, 1), make(0, 0, 2), 3);
  assert(tree->left->value + tree->right->value == 3);
  assert(square(3) + square(4) == 25);
  assert(fibonacci(3) == 2);
  assert(this_one() + that_one() == 2);
  int any = __VERIFIER_nondet_int() & __VERIFIER_nondet_int();
  int a = 1, b = 2;
  any = read_sensor(&a) ^ read_sensor(&b);
  int i = 0;
  i = ++i;
  assert(i == 1);
  return any;
}
