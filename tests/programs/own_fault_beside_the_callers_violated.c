// expect: violated
// expect-line: 10
// property: null
// feature: Functions: verified on their own, without main

/* A caller that passes null is one way to the violation; the function has another one, whatever it is passed. */
void set(int *p, int gives_up) {
  if (gives_up)
    p = 0;
  *p = 1;
}
