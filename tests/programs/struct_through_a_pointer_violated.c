// expect: violated
// expect-line: 22
// feature: Objects: structs
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct account {
  int balance;
  int limit;
};

static void withdraw(struct account *account, int amount) {
  if (account->balance >= amount)
    account->balance -= amount;
}

int main(void) {
  struct account a = {100, 0};
  int amount = __VERIFIER_nondet_int();
  if (amount > -1000)
    withdraw(&a, amount);
  assert(a.balance <= 100);
  return 0;
}
