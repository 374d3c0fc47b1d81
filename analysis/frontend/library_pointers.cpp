#include "analysis/frontend/library_pointers.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace vouch::frontend {
namespace {

/// Without what compilers and checked variants add to it: `memcpy` for `__builtin___memcpy_chk`.
std::string_view plain_name(const clang::FunctionDecl* function) {
  llvm::StringRef name = function->getIdentifier() != nullptr ? function->getName() : "";
  name.consume_front("__builtin_");
  if (name.starts_with("__") && name.consume_back("_chk")) {
    name.consume_front("__");
  }
  return name;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

PointerUse use_by_readers(std::string_view name) {
  if (is_one_of(name, {"free",   "printf",  "fprintf",  "vprintf", "vfprintf",    "puts",          "fputs",
                       "strlen", "strnlen", "memcmp",   "strcmp",  "strncmp",     "strcasecmp",    "strncasecmp",
                       "atoi",   "atol",    "va_start", "va_end",  "va_copy",     "__assert_fail", "malloc",
                       "calloc", "expect",  "abort",    "exit",    "object_size", "unreachable"})) {
    return PointerUse::Forgotten;
  }
  if (is_one_of(name, {"strchr", "strrchr", "strstr", "strpbrk", "memchr"})) {
    return PointerUse::FirstReturned;
  }
  return is_one_of(name, {"qsort", "bsearch", "lfind", "lsearch"}) ? PointerUse::CalledAtOnce : PointerUse::Unknown;
}

PointerUse use_by_writers(std::string_view name) {
  if (is_one_of(name, {"memcpy", "memmove", "mempcpy"})) {
    return PointerUse::Copied;
  }
  if (is_one_of(name, {"memset", "strcpy", "strncpy", "strcat", "strncat"})) {
    return PointerUse::FirstReturned;
  }
  return is_one_of(name,
                   {"sprintf", "snprintf", "vsprintf", "vsnprintf", "add_overflow", "sub_overflow", "mul_overflow"})
             ? PointerUse::Forgotten
             : PointerUse::Unknown;
}

} // namespace

PointerUse pointer_use(const clang::FunctionDecl* function) {
  const std::string_view name = plain_name(function);
  const PointerUse use = use_by_readers(name);
  return use == PointerUse::Unknown && function->getBuiltinID() != 0 ? use_by_writers(name) : use;
}

bool only_reads_behind_const(const clang::FunctionDecl* function) {
  return is_one_of(plain_name(function), {"writev", "pwritev", "pwritev2", "sendmsg", "execv", "execve", "execvp",
                                          "execvpe", "fexecve", "posix_spawn", "posix_spawnp"});
}

OwnVariables own_variables(const clang::FunctionDecl* function) {
  const std::string_view name = plain_name(function);
  if (is_one_of(name, {"getopt", "getopt_long", "getopt_long_only"})) {
    return {{"optind", "optarg", "optopt"}};
  }
  if (is_one_of(name, {"lgamma", "lgammaf", "lgammal", "gamma"})) {
    return {{"signgam"}};
  }
  const std::vector<std::string_view> zone = {"tzname", "timezone", "daylight"};
  if (is_one_of(name, {"tzset", "mktime", "strftime"})) {
    return {zone};
  }
  if (is_one_of(name, {"localtime", "ctime"})) {
    return {zone, true};
  }
  return {{}, is_one_of(name, {"strerror",       "strsignal",     "gmtime",           "asctime",  "setlocale",
                               "localeconv",     "inet_ntoa",     "gethostbyname",    "ttyname",  "getlogin",
                               "getpwnam",       "getpwuid",      "getgrnam",         "getgrgid", "getpwent",
                               "getgrent",       "readdir",       "getservbyname",    "crypt",    "ctermid",
                               "getprotobyname", "gethostbyaddr", "nl_langinfo",      "dlerror",  "basename",
                               "getservbyport",  "getnetbyname",  "getprotobynumber", "l64a",     "ptsname",
                               "gai_strerror",   "tmpnam",        "cuserid",          "dirname"})};
}

bool copies_between_same_types(const clang::CallExpr* call) {
  const auto element = [](const clang::Expr* argument) {
    const clang::QualType type = argument->IgnoreParenCasts()->getType();
    const clang::Type* pointee = type->isPointerType() ? type->getPointeeType().getTypePtr() : type.getTypePtr();
    return clang::QualType(pointee->getBaseElementTypeUnsafe(), 0).getCanonicalType().getUnqualifiedType();
  };
  return element(call->getArg(0)) == element(call->getArg(1));
}

} // namespace vouch::frontend
