/* Lua: an upvalue of a function is joined with one of a function that can be the same. */
#include "lapi.c"
#include "lgc.c"

extern int __VERIFIER_nondet_int(void);

void *luaM_realloc_(lua_State *L, void *block, size_t old_size, size_t size) {
  (void)L, (void)old_size, (void)size; /* blocks are only freed here */
  free(block);
  return NULL;
}

int main(void) {
  static lua_State state;
  static CallInfo call;
  static TValue stack[3];
  static LClosure functions[2];
  state.ci = &call;
  state.top = stack + 3;
  call.func = stack;
  for (int i = 0; i < 2; i++) {
    UpVal *value = calloc(1, sizeof(UpVal));
    if (value == NULL)
      return 0;
    value->refcount = 1;
    value->v = &value->u.value;
    functions[i].upvals[0] = value;
    functions[i].tt = LUA_TLCL;
    stack[i + 1].value_.gc = (GCObject *)&functions[i];
    stack[i + 1].tt_ = ctb(LUA_TLCL);
  }
  lua_upvaluejoin(&state, 1, 1, __VERIFIER_nondet_int() ? 1 : 2, 1);
  return 0;
}
