/* What a function expects of those who call it and what it promises, as statements that Vouch understands. Other
   compilers see nothing, or an assertion. The user guide of Vouch says more; nothing else is needed to use it.

     int sum(const int *a, int n) {
       VOUCH_REQUIRES(VOUCH_READABLE(a, n));
       ... */
#ifndef VOUCH_H
#define VOUCH_H

/* VOUCH_TEST is defined where a test that Vouch wrote is compiled: it brings these functions along. */
#if defined __VOUCH__ || defined VOUCH_TEST

void __vouch_requires(_Bool holds);
void __vouch_ensures(_Bool holds);
void __vouch_assume(_Bool holds);

/* At the beginning of a function: callers see to it that `condition` holds. It is checked at each call that is seen, and
   assumed where the function is verified on its own. Elsewhere it is an assertion. */
#define VOUCH_REQUIRES(condition) __vouch_requires(condition)
/* `condition` holds here. It is checked, and never a part of what callers have to keep to. */
#define VOUCH_ENSURES(condition) __vouch_ensures(condition)
/* Runs in which `condition` does not hold here are of no interest. Nothing checks it. */
#define VOUCH_ASSUME(condition) __vouch_assume(condition)
/* `condition` holds for each `index`, a variable of its own, from `low` up to and without `high`. It may not change anything. */
#define VOUCH_FORALL(index, low, high, condition) \
  do { \
    for (long index = (low); index < (high); index++) \
      __vouch_ensures(condition); \
  } while (0)

#else

#define VOUCH_REQUIRES(condition) ((void)0)
#define VOUCH_ENSURES(condition) ((void)0)
#define VOUCH_ASSUME(condition) ((void)0)
/* Nobody writes that for Vouch alone: for other compilers it is the loop that asserts it. */
#ifdef NDEBUG
#define VOUCH_FORALL(index, low, high, condition) ((void)0)
#else
#include <assert.h>
#define VOUCH_FORALL(index, low, high, condition) \
  do { \
    for (long index = (low); index < (high); index++) \
      assert(condition); \
  } while (0)
#endif

#endif

#ifdef __VOUCH__

int __vouch_readable(const volatile void *start, __SIZE_TYPE__ elements, __SIZE_TYPE__ size);
int __vouch_string(const char *start);

/* 1 if so many elements from `pointer` on are in an object that exists, else 0. Of 0 elements it is 1 for every pointer. */
#define VOUCH_READABLE(pointer, elements) __vouch_readable((pointer), (elements), sizeof *(pointer))
/* 1 if characters of which one is 0 are from `pointer` on, up to there in an object that exists, else 0. */
#define VOUCH_STRING(pointer) __vouch_string((const char *)(pointer))

#else

#define VOUCH_READABLE(pointer, elements) 1
#define VOUCH_STRING(pointer) 1

#endif

#endif
