// expect: unknown
// reason: function passed to start, which has no definition
extern void reach_error(void);
void start(void (*callback)(void));

int main(void) { start(reach_error); }
