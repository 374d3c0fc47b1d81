// expect: unknown
// reason: unsupported construct
// feature: Floating point: complex numbers
int _Complex result(void) { return 3; }

int main(void) { return result() == 3; }
