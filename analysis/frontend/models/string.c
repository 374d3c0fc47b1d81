/* <string.h>: functions on strings. */

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0) {
    ++length;
  }
  return length;
}

/* What a function reads that gets a string: for checks. */
void __vouch_use_text(const char *text) {
  size_t length = 0;
  while (text[length] != 0) {
    ++length;
  }
}

/* Whether a string begins there. */
int __vouch_is_string(const char *text) {
  size_t length = 0;
  while (__vouch_readable(text + length, 1, 1)) {
    if (text[length] == 0) {
      return 1;
    }
    ++length;
  }
  return 0;
}

/* What `%s` prints, at most so many characters. */
size_t __vouch_length_of_text(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0) {
    ++length;
  }
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0) {
    ++length;
  }
  return length;
}

/* C fixes only the sign of what the comparisons return. This is the difference of the first bytes that differ, as in
   glibc. */

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) {
    ++i;
  }
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) {
      return (unsigned char)a[i] - (unsigned char)b[i];
    }
    if (a[i] == 0) {
      return 0;
    }
  }
  return 0;
}

static int lower_case(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != 0 && lower_case((unsigned char)a[i]) == lower_case((unsigned char)b[i])) {
    ++i;
  }
  return lower_case((unsigned char)a[i]) - lower_case((unsigned char)b[i]);
}

int strncasecmp(const char *a, const char *b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    int left = lower_case((unsigned char)a[i]);
    int right = lower_case((unsigned char)b[i]);
    if (left != right) {
      return left - right;
    }
    if (left == 0) {
      return 0;
    }
  }
  return 0;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  to[i] = 0;
  return to + i;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  while (i < size && from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  char *end = to + i;
  while (i < size) {
    to[i] = 0;
    ++i;
  }
  return end;
}

char *strncpy(char *to, const char *from, size_t size) {
  stpncpy(to, from, size);
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t size) {
  char *end = to + strlen(to);
  size_t i = 0;
  while (i < size && from[i] != 0) {
    end[i] = from[i];
    ++i;
  }
  end[i] = 0;
  return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  for (size_t i = 0; i + 1 < size && i <= length; ++i) {
    to[i] = from[i];
  }
  if (size != 0) {
    to[length < size ? length : size - 1] = 0;
  }
  return length;
}

char *__strcpy_chk(char *to, const char *from, size_t capacity) { return strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t capacity) { return stpcpy(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t size, size_t capacity) { return strncpy(to, from, size); }
char *__strcat_chk(char *to, const char *from, size_t capacity) { return strcat(to, from); }
char *__strncat_chk(char *to, const char *from, size_t size, size_t capacity) { return strncat(to, from, size); }

char *strchr(const char *text, int wanted) {
  size_t i = 0;
  while (text[i] != 0 && text[i] != (char)wanted) {
    ++i;
  }
  return text[i] == (char)wanted ? (char *)text + i : NULL;
}

char *index(const char *text, int wanted) { return strchr(text, wanted); }

char *strchrnul(const char *text, int wanted) {
  size_t i = 0;
  while (text[i] != 0 && text[i] != (char)wanted) {
    ++i;
  }
  return (char *)text + i;
}

char *strrchr(const char *text, int wanted) {
  char *found = NULL;
  size_t i = 0;
  while (text[i] != 0) {
    if (text[i] == (char)wanted) {
      found = (char *)text + i;
    }
    ++i;
  }
  return (char)wanted == 0 ? (char *)text + i : found;
}

char *rindex(const char *text, int wanted) { return strrchr(text, wanted); }

char *strstr(const char *text, const char *wanted) {
  for (size_t begin = 0;; ++begin) {
    size_t i = 0;
    while (wanted[i] != 0 && text[begin + i] == wanted[i]) {
      ++i;
    }
    if (wanted[i] == 0) {
      return (char *)text + begin;
    }
    if (text[begin + i] == 0) {
      return NULL;
    }
  }
}

static int is_one_of(char c, const char *set) {
  size_t i = 0;
  while (set[i] != 0 && set[i] != c) {
    ++i;
  }
  return set[i] != 0;
}

size_t strspn(const char *text, const char *accepted) {
  size_t length = 0;
  while (text[length] != 0 && is_one_of(text[length], accepted)) {
    ++length;
  }
  return length;
}

size_t strcspn(const char *text, const char *rejected) {
  size_t length = 0;
  while (text[length] != 0 && !is_one_of(text[length], rejected)) {
    ++length;
  }
  return length;
}

char *strpbrk(const char *text, const char *wanted) {
  size_t length = strcspn(text, wanted);
  return text[length] != 0 ? (char *)text + length : NULL;
}

char *strtok_r(char *text, const char *separators, char **rest) {
  char *begin = text != NULL ? text : *rest;
  begin += strspn(begin, separators);
  if (*begin == 0) {
    *rest = begin;
    return NULL;
  }
  char *end = begin + strcspn(begin, separators);
  if (*end != 0) {
    *end = 0;
    ++end;
  }
  *rest = end;
  return begin;
}

char *__strtok_r(char *text, const char *separators, char **rest) { return strtok_r(text, separators, rest); }

static char *rest_of_strtok LEFT_BY_EARLIER_CALLS;

char *strtok(char *text, const char *separators) { return strtok_r(text, separators, &rest_of_strtok); }

char *strsep(char **rest, const char *separators) {
  char *begin = *rest;
  if (begin == NULL) {
    return NULL;
  }
  char *end = begin + strcspn(begin, separators);
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return begin;
}
