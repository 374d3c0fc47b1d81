/* <stdio.h> and <unistd.h>. Files have any contents, operations on them may fail, output has no effect. Streams are
   pointers that no model looks behind. */

static int count_or_error(void) {
  int count = __VERIFIER_nondet_int();
  FAIL_IF(count <= -1);
  return count < -1 ? -1 : count;
}

static size_t up_to(size_t most) {
  size_t count = __VERIFIER_nondet_size_t();
  return count > most ? most : count;
}

static int zero_or_error(void) {
  if (__VERIFIER_nondet_bool()) {
    succeed();
    return 0;
  }
  fail();
  return -1;
}

/* For files that are closed already, or never were open. */
static int bad_file(void) {
  SET_ERROR(BAD_FILE);
  return -1;
}

/* For calls whose failure nobody sees in a result. */
void __vouch_may_fail(void) { perhaps_fail(); }
/* The same where a violation that depends on it must not be confirmed. */
void __vouch_may_have_failed(void) { succeed(); }

/* At the end of a file errno stays as it is. */
int fgetc(void *stream) {
  perhaps_fail();
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
  if (size <= 0) {
    return NULL; /* as in glibc */
  }
  int length = 0;
  while (length < size - 1) {
    int character = fgetc(stream);
    if (character == -1) {
      if (length == 0 || __VERIFIER_nondet_bool()) {
        return NULL; /* an error leaves what was read before it, without a zero behind it */
      }
      break;
    }
    text[length] = (char)character;
    ++length;
    if (character == '\n') {
      break;
    }
  }
  text[length] = 0;
  return text;
}

/* A line of any length. */
char *gets(char *text) {
  size_t length = __VERIFIER_nondet_size_t();
  if (length > LARGEST_OBJECT / 2) {
    length = LARGEST_OBJECT / 2;
  }
  perhaps_fail();
  __vouch_use_block(text, length + 1);
  __vouch_some_bytes(text);
#ifdef VOUCH_CHECKS_BOUNDS
  text[length] = 0;
#endif
  return __VERIFIER_nondet_bool() ? text : NULL;
}

/* The bytes of so many whole elements come from the file; of one that is not read as a whole nothing is known. */
size_t fread(void *to, size_t size, size_t count, void *stream) {
  perhaps_fail();
  size_t done = up_to(count);
  if (size == 0 || done == 0) {
    return 0;
  }
  __vouch_receive(to, size * done);
  return done;
}

/* The system refuses null pointers, and negative files. */
ssize_t read(int file, void *to, size_t size) {
  if (file < 0) {
    return bad_file();
  }
  if (__VERIFIER_nondet_bool() || (to == NULL && size != 0)) {
    fail();
    return -1;
  }
  succeed();
  ssize_t done = (ssize_t)up_to(size);
  if (done > 0) {
    __vouch_receive(to, (size_t)done);
  }
  return done;
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream) {
  int overflows = size != 0 && count > LARGEST_OBJECT / size;
  __vouch_use_block(from, overflows ? LARGEST_OBJECT : size * count);
  perhaps_fail();
  size_t done = up_to(count);
  return size == 0 ? 0 : done;
}

ssize_t write(int file, const void *from, size_t size) {
  if (file < 0) {
    return bad_file();
  }
  if (from == NULL && size != 0) {
    SET_ERROR(BAD_ADDRESS);
    return -1;
  }
  __vouch_use_block(from, size);
  if (__VERIFIER_nondet_bool()) {
    fail();
    return -1;
  }
  succeed();
  return (ssize_t)up_to(size);
}

int fputc(int character, void *stream) {
  if (__VERIFIER_nondet_bool()) {
    succeed();
    return (unsigned char)character;
  }
  fail();
  return -1;
}
int putc(int character, void *stream) { return fputc(character, stream); }
int _IO_putc(int character, void *stream) { return fputc(character, stream); }
int putchar(int character) { return fputc(character, NULL); }
int fputs(const char *text, void *stream) { return count_or_error(); }
int puts(const char *text) { return count_or_error(); }

static void *stream_or_null(void) {
  void *stream = __VERIFIER_nondet_pointer();
  FAIL_IF(stream == NULL);
  return stream;
}

void *fopen(const char *path, const char *mode) { return stream_or_null(); }
void *fdopen(int file, const char *mode) { return stream_or_null(); }
void *freopen(const char *path, const char *mode, void *stream) { return stream_or_null(); }
void *tmpfile(void) { return stream_or_null(); }
void *popen(const char *command, const char *mode) { return stream_or_null(); }
int pclose(void *stream) {
  int status = __VERIFIER_nondet_int();
  FAIL_IF(status == -1);
  return status;
}
int fclose(void *stream) { return zero_or_error(); }
int fflush(void *stream) { return zero_or_error(); }
int feof(void *stream) { return __VERIFIER_nondet_int(); }
int ferror(void *stream) { return __VERIFIER_nondet_int(); }
void clearerr(void *stream) {}
int fileno(void *stream) { return count_or_error(); }
void rewind(void *stream) { perhaps_fail(); }
int fseek(void *stream, long offset, int origin) { return zero_or_error(); }
long ftell(void *stream) {
  long position = __VERIFIER_nondet_long();
  FAIL_IF(position <= -1);
  return position < -1 ? -1 : position;
}
/* What is written to a buffer of the program's own, and when, is the stream's choice. */
void setbuf(void *stream, char *buffer) {
  if (buffer != NULL) {
    __vouch_unsupported();
  }
}
int setvbuf(void *stream, char *buffer, int mode, size_t size) {
  setbuf(stream, buffer);
  return __VERIFIER_nondet_bool() ? 0 : -1;
}
void perror(const char *text) { perhaps_fail(); }
int close(int file) { return file < 0 ? bad_file() : zero_or_error(); }
int remove(const char *path) { return zero_or_error(); }
int unlink(const char *path) { return zero_or_error(); }
int rename(const char *from, const char *to) { return zero_or_error(); }
