/* <stdlib.h>: memory, and the functions on bytes of <string.h>. */

void __vouch_no_memory(void) { SET_ERROR(NO_MEMORY); }

static void *allocate(size_t size) {
  if (size > LARGEST_OBJECT) {
    SET_ERROR(NO_MEMORY);
    return NULL;
  }
  return __builtin_malloc(size);
}

/* Calls by name are operations of the automaton; these serve calls through pointers. */
void *malloc(size_t size) { return allocate(size); }
void *calloc(size_t count, size_t size) {
  if (size != 0 && count > LARGEST_OBJECT / size) {
    SET_ERROR(NO_MEMORY);
    return NULL;
  }
  return __builtin_calloc(count, size);
}
void free(void *object) { __builtin_free(object); }
void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

/* The object always moves: no program can tell without comparing with the address of what is gone. */
void *realloc(void *object, size_t size) {
  if (object != NULL && size == 0) {
    __builtin_free(object);
    return NULL; /* as in glibc */
  }
  if (size > LARGEST_OBJECT) {
    SET_ERROR(NO_MEMORY);
    return NULL;
  }
  void *moved = __builtin_malloc(size);
  if (HAS_FAILED(moved)) {
    return NULL;
  }
  if (object != NULL) {
    __vouch_copy_object(moved, object, size);
    __builtin_free(object);
  }
  return moved;
}

void *reallocarray(void *object, size_t count, size_t size) {
  if (size != 0 && count > (size_t)-1 / size) {
    SET_ERROR(NO_MEMORY);
    return NULL;
  }
  return realloc(object, count * size);
}

static void *allocate_aligned(size_t alignment, size_t size) {
  if (size > LARGEST_OBJECT) {
    SET_ERROR(NO_MEMORY);
    return NULL;
  }
  return __vouch_aligned_malloc(size, alignment);
}

void *aligned_alloc(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }
void *valloc(size_t size) { return allocate_aligned(4096, size); }

int posix_memalign(void **object, size_t alignment, size_t size) {
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
    return 22; /* EINVAL; nothing is stored */
  }
  if (size > LARGEST_OBJECT) {
    return 12; /* ENOMEM; errno stays as it is */
  }
  void *made = __vouch_aligned_malloc(size, alignment);
  if (HAS_FAILED(made)) {
    return 12;
  }
  *object = made;
  return 0;
}

char *strdup(const char *text) {
  size_t length = 0;
  while (text[length] != 0) {
    ++length;
  }
  char *copy = __builtin_malloc(length + 1);
  if (HAS_FAILED(copy)) {
    return NULL;
  }
  for (size_t i = 0; i <= length; ++i) {
    copy[i] = text[i];
  }
  return copy;
}

char *__strdup(const char *text) { return strdup(text); }

char *strndup(const char *text, size_t size) {
  size_t length = 0;
  while (length < size && text[length] != 0) {
    ++length;
  }
  char *copy = __builtin_malloc(length + 1);
  if (HAS_FAILED(copy)) {
    return NULL;
  }
  for (size_t i = 0; i < length; ++i) {
    copy[i] = text[i];
  }
  copy[length] = 0;
  return copy;
}

char *__strndup(const char *text, size_t size) { return strndup(text, size); }

int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *left = a;
  const unsigned char *right = b;
  for (size_t i = 0; i < size; ++i) {
    if (left[i] != right[i]) {
      return left[i] - right[i];
    }
  }
  return 0;
}

int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

void *memchr(const void *bytes, int wanted, size_t size) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < size; ++i) {
    if (byte[i] == (unsigned char)wanted) {
      return (void *)(byte + i);
    }
  }
  return NULL;
}

void *memrchr(const void *bytes, int wanted, size_t size) {
  const unsigned char *byte = bytes;
  while (size > 0) {
    --size;
    if (byte[size] == (unsigned char)wanted) {
      return (void *)(byte + size);
    }
  }
  return NULL;
}

void *mempcpy(void *to, const void *from, size_t size) {
  __builtin_memcpy(to, from, size);
  return (char *)to + size;
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t capacity) { return mempcpy(to, from, size); }

void bzero(void *to, size_t size) { __builtin_memset(to, 0, size); }

void bcopy(const void *from, void *to, size_t size) { __builtin_memmove(to, from, size); }
