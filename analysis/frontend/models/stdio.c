/* <stdio.h> and <unistd.h>. Files have any contents, operations on them may fail, output has no effect. Streams are
   pointers that no model looks behind. */

static int count_or_error(void) {
  int count = __VERIFIER_nondet_int();
  return count < -1 ? -1 : count;
}

static size_t up_to(size_t most) {
  size_t count = __VERIFIER_nondet_size_t();
  return count > most ? most : count;
}

static int zero_or_error(void) { return __VERIFIER_nondet_bool() ? 0 : -1; }

int fgetc(void *stream) {
  if (__VERIFIER_nondet_bool()) {
    return -1;
  }
  return __VERIFIER_nondet_uchar();
}
int getc(void *stream) { return fgetc(stream); }
int _IO_getc(void *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(NULL); }
int ungetc(int character, void *stream) {
  return character == -1 || __VERIFIER_nondet_bool() ? -1 : (unsigned char)character;
}

char *fgets(char *text, int size, void *stream) {
  int length = 0;
  while (length < size - 1) {
    int character = fgetc(stream);
    if (character == -1) {
      break;
    }
    text[length] = (char)character;
    ++length;
    if (character == '\n') {
      break;
    }
  }
  if (length == 0 && size > 1) {
    return NULL;
  }
  text[length] = 0;
  return text;
}

/* The bytes of so many whole elements come from the file; of one that is not read as a whole nothing is known. */
size_t fread(void *to, size_t size, size_t count, void *stream) {
  size_t done = up_to(count);
  if (size == 0 || done == 0) {
    return 0;
  }
  char *bytes = __builtin_alloca(size * done);
  __vouch_read_bytes(bytes);
  __builtin_memcpy(to, bytes, size * done);
  return done;
}

ssize_t read(int file, void *to, size_t size) {
  ssize_t done = __VERIFIER_nondet_bool() ? -1 : (ssize_t)up_to(size);
  if (done > 0) {
    char *bytes = __builtin_alloca((size_t)done);
    __vouch_read_bytes(bytes);
    __builtin_memcpy(to, bytes, (size_t)done);
  }
  return done;
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream) {
  size_t done = up_to(count);
  return size == 0 ? 0 : done;
}

ssize_t write(int file, const void *from, size_t size) {
  return __VERIFIER_nondet_bool() ? -1 : (ssize_t)up_to(size);
}

int fputc(int character, void *stream) { return __VERIFIER_nondet_bool() ? (unsigned char)character : -1; }
int putc(int character, void *stream) { return fputc(character, stream); }
int _IO_putc(int character, void *stream) { return fputc(character, stream); }
int putchar(int character) { return fputc(character, NULL); }
int fputs(const char *text, void *stream) { return count_or_error(); }
int puts(const char *text) { return count_or_error(); }

void *fopen(const char *path, const char *mode) { return __VERIFIER_nondet_pointer(); }
void *fdopen(int file, const char *mode) { return __VERIFIER_nondet_pointer(); }
void *freopen(const char *path, const char *mode, void *stream) { return __VERIFIER_nondet_pointer(); }
void *tmpfile(void) { return __VERIFIER_nondet_pointer(); }
void *popen(const char *command, const char *mode) { return __VERIFIER_nondet_pointer(); }
int pclose(void *stream) { return __VERIFIER_nondet_int(); }
int fclose(void *stream) { return zero_or_error(); }
int fflush(void *stream) { return zero_or_error(); }
int feof(void *stream) { return __VERIFIER_nondet_int(); }
int ferror(void *stream) { return __VERIFIER_nondet_int(); }
void clearerr(void *stream) {}
int fileno(void *stream) { return count_or_error(); }
void rewind(void *stream) {}
int fseek(void *stream, long offset, int origin) { return zero_or_error(); }
long ftell(void *stream) {
  long position = __VERIFIER_nondet_long();
  return position < -1 ? -1 : position;
}
void setbuf(void *stream, char *buffer) {}
void perror(const char *text) {}
int close(int file) { return zero_or_error(); }
int remove(const char *path) { return zero_or_error(); }
int unlink(const char *path) { return zero_or_error(); }
int rename(const char *from, const char *to) { return zero_or_error(); }
