#include "analysis/frontend/library_signatures.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_functions.hpp"

#include <algorithm>
#include <array>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <string_view>
#include <unordered_map>

namespace vouch::frontend {
namespace {

/// The kinds of values that matter to callers; `Stream` is a pointer to a struct that the library alone knows.
enum class Kind : char {
  Nothing = 'v',
  Integer = 'i',
  Floating = 'd',
  Pointer = 'p', ///< to characters, numbers, or anything
  Stream = 'f',
  Function = 'h',
  Other = 'o',
};

Kind kind_of(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isVoidType()) {
    return Kind::Nothing;
  }
  if (type->isRealFloatingType()) {
    return Kind::Floating;
  }
  if (is_function_pointer(type)) {
    return Kind::Function;
  }
  if (type->isAnyPointerType()) {
    return type->getPointeeType()->isRecordType() ? Kind::Stream : Kind::Pointer;
  }
  return type->isIntegerType() ? Kind::Integer : Kind::Other;
}

/// What is declared without `FILE` is declared with `void` or `char`.
bool agree_as_stream(clang::QualType declared) {
  const Kind kind = kind_of(declared);
  return kind == Kind::Stream || (kind == Kind::Pointer && !declared->getPointeeType()->isIntegerType());
}

/// Results and parameters of what is neither a builtin of Clang nor to be recognised by a model; `.`: and others.
const std::unordered_map<std::string_view, std::string_view>& signatures() {
  static const std::unordered_map<std::string_view, std::string_view> table = {
      {"puts", "ip"},       {"fputs", "ipf"},  {"putchar", "ii"},   {"fputc", "iif"},  {"putc", "iif"},
      {"perror", "vp"},     {"fflush", "if"},  {"fclose", "if"},    {"write", "iipi"}, {"close", "ii"},
      {"syslog", "vip."},   {"rand", "i"},     {"random", "i"},     {"lrand48", "i"},  {"getchar", "i"},
      {"getc", "if"},       {"fgetc", "if"},   {"clock", "i"},      {"sleep", "ii"},   {"usleep", "ii"},
      {"srand", "vi"},      {"srandom", "vi"}, {"getpid", "i"},     {"getuid", "i"},   {"isatty", "ii"},
      {"feof", "if"},       {"ferror", "if"},  {"rewind", "vf"},    {"fseek", "ifii"}, {"ftell", "if"},
      {"sched_yield", "i"}, {"ungetc", "iif"}, {"strnlen", "ipi"},  {"atoi", "ip"},    {"atol", "ip"},
      {"atoll", "ip"},      {"atof", "dp"},    {"drand48", "d"},    {"erand48", "dp"}, {"fegetround", "i"},
      {"fgets", "ppif"},    {"gets", "pp"},    {"read", "iipi"},    {"time", "ip"},    {"fetestexcept", "ii"},
      {"ffsl", "ii"},       {"ffsll", "ii"},   {"bcmp", "ippi"},    {"cfree", "vp"},   {"quick_exit", "vi"},
      {"fork", "i"},        {"vfork", "i"},    {"atexit", "ih"},    {"strtok", "ppp"}, {"sbrk", "pi"},
      {"brk", "ip"},        {"valloc", "pi"},  {"memalign", "pii"}, {"execv", "ppp"},  {"signal", "hih"},
  };
  return table;
}

bool has_signature(const clang::FunctionProtoType* declared, std::string_view signature) {
  auto fits = [](clang::QualType type, char wanted) {
    return static_cast<Kind>(wanted) == Kind::Stream ? agree_as_stream(type)
                                                     : kind_of(type) == static_cast<Kind>(wanted);
  };
  if (!declared->getReturnType()->isVoidType() && !fits(declared->getReturnType(), signature.front())) {
    return false;
  }
  signature.remove_prefix(1);
  const bool has_more = signature.ends_with('.');
  signature.remove_suffix(has_more ? 1 : 0);
  if (has_more ? declared->getNumParams() < signature.size() : declared->getNumParams() != signature.size()) {
    return false;
  }
  for (unsigned index = 0; index < signature.size(); ++index) {
    if (!fits(declared->getParamType(index), signature[index])) {
      return false;
    }
  }
  return true;
}

bool resembles(const clang::FunctionProtoType* declared, const clang::FunctionProtoType* librarys) {
  if (!declared->getReturnType()->isVoidType() &&
      kind_of(declared->getReturnType()) != kind_of(librarys->getReturnType())) {
    return false;
  }
  if (librarys->isVariadic() ? declared->getNumParams() < librarys->getNumParams()
                             : declared->getNumParams() != librarys->getNumParams()) {
    return false;
  }
  for (unsigned index = 0; index < librarys->getNumParams(); ++index) {
    if (kind_of(declared->getParamType(index)) != kind_of(librarys->getParamType(index))) {
      return false;
    }
  }
  return true;
}

/// Of all other functions of the library only a few take structs, and few functions.
bool has_only_plain_values(const clang::FunctionProtoType* declared) {
  return kind_of(declared->getReturnType()) != Kind::Other &&
         std::ranges::all_of(declared->param_types(),
                             [](clang::QualType type) { return kind_of(type) != Kind::Other; });
}

bool is_convention(llvm::StringRef name) {
  const auto known = library_function(std::string_view(name));
  return name.starts_with("__VERIFIER_") || name.starts_with("__CPROVER_") || name.starts_with("__ESBMC_") ||
         name.starts_with("__builtin_") || name.starts_with("__vouch_") || known == LibraryFunction::ReachError ||
         known == LibraryFunction::AssertFail || known == LibraryFunction::Assert || known == LibraryFunction::Assume;
}

bool is_declared_by_system(const clang::FunctionDecl* function) {
  return llvm::any_of(function->redecls(), is_of_system);
}

bool is_told_apart(const clang::FunctionDecl* function) {
  const clang::LangOptions& language = function->getASTContext().getLangOpts();
  return language.NoBuiltin || language.isNoBuiltinFunc(function->getName());
}

constexpr std::array<llvm::StringLiteral, 7> expanded = {"abs", "labs", "llabs", "imaxabs", "fabs", "fabsf", "fabsl"};

} // namespace

bool may_be_expanded(const clang::FunctionDecl* function) {
  return function->getIdentifier() != nullptr && function->getBuiltinID() != 0 && !is_told_apart(function) &&
         llvm::is_contained(expanded, function->getName());
}

bool is_error_function(const clang::FunctionDecl* function) {
  return function->getIdentifier() != nullptr && is_error_function(std::string_view(function->getName()));
}

bool may_be_of_library(const clang::FunctionDecl* function) {
  if (function->getIdentifier() == nullptr || is_convention(function->getName()) || is_declared_by_system(function)) {
    return true;
  }
  if (is_told_apart(function) || !function->isExternallyVisible()) {
    return false;
  }
  const auto* declared = function->getType()->getAs<clang::FunctionProtoType>();
  if (declared == nullptr || function->isImplicit()) {
    return true;
  }
  const clang::ASTContext& context = function->getASTContext();
  if (const unsigned builtin = function->getIdentifier()->getBuiltinID(); builtin != 0) {
    clang::ASTContext::GetBuiltinTypeError error = clang::ASTContext::GE_None;
    const clang::QualType type = context.GetBuiltinType(builtin, error);
    const auto* librarys = error == clang::ASTContext::GE_None ? type->getAs<clang::FunctionProtoType>() : nullptr;
    return librarys == nullptr || resembles(declared, librarys);
  }
  const auto signature = signatures().find(std::string_view(function->getName()));
  return signature != signatures().end() ? has_signature(declared, signature->second) : has_only_plain_values(declared);
}

} // namespace vouch::frontend
