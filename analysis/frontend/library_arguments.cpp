#include "analysis/frontend/library_arguments.hpp"

#include "analysis/frontend/float_functions.hpp"
#include "analysis/frontend/library_functions.hpp"

#include <unordered_map>
#include <unordered_set>

namespace vouch::frontend {
namespace {

ArgumentUse use_of(char letter) {
  switch (letter) {
  case 't':
    return ArgumentUse::Text;
  case 'o':
    return ArgumentUse::OptionalText;
  case 's':
    return ArgumentUse::Stream;
  case 'w':
    return ArgumentUse::Object;
  case 'W':
    return ArgumentUse::OptionalObject;
  case 'B':
    return ArgumentUse::Block;
  case 'k':
    return ArgumentUse::KeepsBuffer;
  case 'm':
    return ArgumentUse::LeftToModel;
  default:
    return ArgumentUse::Nothing;
  }
}

/// Paths may be null: the system refuses them, and nothing else happens.
const std::unordered_map<std::string_view, std::string_view>& table() {
  static const std::unordered_map<std::string_view, std::string_view> uses = {
      {"puts", "t"},      {"fputs", "ts"},     {"fputc", "-s"},     {"putc", "-s"},     {"_IO_putc", "-s"},
      {"putchar", "-"},   {"perror", "o"},     {"fflush", "-"},     {"fclose", "s"},    {"pclose", "s"},
      {"fgetc", "s"},     {"getc", "s"},       {"_IO_getc", "s"},   {"ungetc", "-s"},   {"feof", "s"},
      {"ferror", "s"},    {"clearerr", "s"},   {"fileno", "s"},     {"rewind", "s"},    {"fseek", "s--"},
      {"ftell", "s"},     {"setbuf", "sk"},    {"setvbuf", "sk"},   {"fopen", "ot"},    {"fdopen", "-t"},
      {"freopen", "ots"}, {"popen", "ot"},     {"remove", "o"},     {"unlink", "o"},    {"rename", "oo"},
      {"fgets", "m-s"},   {"fread", "m--s"},   {"fwrite", "m--s"},  {"write", "-m-"},   {"read", "-m-"},
      {"getenv", "t"},    {"atof", "t"},       {"strtod", "tW"},    {"strtof", "tW"},   {"strtold", "tW"},
      {"nan", "t"},       {"nanf", "t"},       {"nanl", "t"},       {"frexp", "-w"},    {"frexpf", "-w"},
      {"frexpl", "-w"},   {"modf", "-w"},      {"modff", "-w"},     {"modfl", "-w"},    {"remquo", "--w"},
      {"remquof", "--w"}, {"remquol", "--w"},  {"sincos", "-ww"},   {"sincosf", "-ww"}, {"sincosl", "-ww"},
      {"lgamma_r", "-w"}, {"lgammaf_r", "-w"}, {"lgammal_r", "-w"}, {"memcmp", "BB-"},  {"bcmp", "BB-"},
  };
  return uses;
}

} // namespace

std::string_view without_builtin_prefix(std::string_view name) {
  constexpr std::string_view prefix = "__builtin_";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

ArgumentUse ArgumentUses::of(unsigned index) const {
  return index < letters_.size() ? use_of(letters_[index]) : ArgumentUse::Nothing;
}

bool ArgumentUses::needs_model() const { return letters_.find('m') != std::string_view::npos; }

std::optional<ArgumentUses> uses_of_arguments(std::string_view name) {
  const auto known = table().find(name);
  return known != table().end() ? std::optional(ArgumentUses(known->second)) : std::nullopt;
}

bool reads_text(std::string_view name, unsigned argument) {
  // Those with models, whose arguments the table above does not have.
  static const std::unordered_map<std::string_view, std::string_view> modelled = {
      {"strlen", "t"},  {"strchr", "t"},  {"strrchr", "t"}, {"strcmp", "tt"},  {"strcpy", "-t"},    {"stpcpy", "-t"},
      {"strcat", "tt"}, {"strstr", "tt"}, {"strspn", "tt"}, {"strcspn", "tt"}, {"strpbrk", "tt"},   {"strdup", "t"},
      {"atoi", "t"},    {"atol", "t"},    {"strtol", "t"},  {"strtoul", "t"},  {"strcasecmp", "tt"}};
  name = without_builtin_prefix(name);
  const auto known = modelled.find(name);
  const std::optional<ArgumentUses> uses =
      known != modelled.end() ? std::optional(ArgumentUses(known->second)) : uses_of_arguments(name);
  const ArgumentUse use = uses ? uses->of(argument) : ArgumentUse::Nothing;
  return use == ArgumentUse::Text || use == ArgumentUse::OptionalText;
}

bool asks_for_kind_of_character(std::string_view name) {
  static const std::unordered_set<std::string_view> kinds = {"isalnum", "isalpha", "isblank", "isdigit",
                                                             "isgraph", "islower", "isprint", "ispunct",
                                                             "isspace", "isupper", "isxdigit"};
  return kinds.contains(name);
}

bool only_looks_at_addresses(std::string_view name) {
  return name == "prefetch" || name == "object_size" || name == "dynamic_object_size" || name == "assume_aligned";
}

bool returns_how_much_it_prints(std::string_view name) {
  static const std::unordered_set<std::string_view> printing = {
      "printf",         "vprintf", "__printf_chk", "fprintf", "vfprintf", "__fprintf_chk", "__vprintf_chk",
      "__vfprintf_chk", "puts",    "fputs",        "putchar", "fputc",    "putc",          "fwrite"};
  return printing.contains(name);
}

bool may_set_errno(std::string_view name) {
  static const std::unordered_set<std::string_view> never = {"rand",        "random", "lrand48", "srand",
                                                             "srandom",     "getpid", "getuid",  "clock",
                                                             "sched_yield", "feof",   "ferror",  "prefetch"};
  static const std::unordered_set<std::string_view> numbers = {"strtod", "strtof", "strtold", "atof"};
  const std::optional<LibraryFunction> kind = library_function(name);
  if (kind == LibraryFunction::NoEffect || kind == LibraryFunction::ReadsInput) {
    return !never.contains(name);
  }
  return numbers.contains(name) || approximate_float_function(name);
}

} // namespace vouch::frontend
