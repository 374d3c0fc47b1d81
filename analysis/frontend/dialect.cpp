#include "analysis/frontend/dialect.hpp"

#include <algorithm>
#include <array>
#include <clang/Basic/TargetInfo.h>
#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace vouch::frontend {
namespace {

using Arguments = std::vector<std::string>;

bool is_one_of(std::string_view argument, std::initializer_list<std::string_view> candidates) {
  return std::ranges::find(candidates, argument) != candidates.end();
}

/// The last argument that is one of `on`, unless one of `off` comes behind it; empty if there is none.
std::string last_of(const Arguments& arguments, std::initializer_list<std::string_view> on,
                    std::initializer_list<std::string_view> off = {}) {
  std::string result;
  for (const std::string& argument : arguments) {
    if (is_one_of(argument, on)) {
      result = argument;
    } else if (is_one_of(argument, off)) {
      result.clear();
    }
  }
  return result;
}

/// The same for arguments that begin with one of `prefixes`.
std::string last_beginning(const Arguments& arguments, std::initializer_list<std::string_view> prefixes) {
  std::string result;
  for (const std::string& argument : arguments) {
    if (std::ranges::any_of(prefixes, [&](std::string_view prefix) { return argument.starts_with(prefix); })) {
      result = argument;
    }
  }
  return result;
}

std::string value_of(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  return equals == std::string::npos ? std::string() : argument.substr(equals + 1);
}

bool is_utf8(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return name == "utf-8" || name == "utf8";
}

/// A flag that changes what is computed in a way that nothing here knows.
bool is_not_understood(const std::string& argument) {
  if (argument.starts_with("-fexec-charset=") || argument.starts_with("-finput-charset=")) {
    return !is_utf8(value_of(argument));
  }
  return argument.starts_with("-fsso-struct=big") || argument.starts_with("-fwide-exec-charset=") ||
         is_one_of(argument,
                   {"-funsigned-bitfields", "-fno-signed-bitfields", "-fmerge-all-constants", "-finstrument-functions",
                    "-finstrument-functions-after-inlining", "-finstrument-function-entry-bare", "-fshort-double"});
}

std::string not_understood(const Arguments& arguments) {
  std::string result;
  for (const std::string& argument : arguments) {
    if (is_not_understood(argument)) {
      result = argument;
    } else if (is_one_of(argument, {"-fsigned-bitfields", "-fno-unsigned-bitfields"}) &&
               is_one_of(result, {"-funsigned-bitfields", "-fno-signed-bitfields"})) {
      result.clear();
    } else if ((argument == "-fno-merge-all-constants" && result == "-fmerge-all-constants") ||
               (argument == "-fno-instrument-functions" && result == "-finstrument-functions") ||
               (argument == "-fsso-struct=little-endian" && result == "-fsso-struct=big-endian")) {
      result.clear();
    }
  }
  return result;
}

/// The flag that made Clang leave IEEE 754; Clang knows which of them override each other.
std::string other_floats(const Arguments& arguments, const clang::LangOptions& language) {
  if (std::string flag = last_of(arguments, {"-fsingle-precision-constant", "-cl-single-precision-constant"},
                                 {"-fno-single-precision-constant"});
      !flag.empty()) {
    return flag;
  }
  if (std::string flag = last_beginning(arguments, {"-mfpmath="}); !flag.empty() && flag != "-mfpmath=sse") {
    return flag;
  }
  if (std::string flag = last_beginning(arguments, {"-fdenormal-fp-math", "-ffp-eval-method="});
      !flag.empty() && !flag.ends_with("=ieee") && !flag.ends_with("=source")) {
    return flag;
  }
  if (std::string flag = last_of(arguments, {"-mpc32", "-mpc64", "-mdaz-ftz", "-fgpu-flush-denormals-to-zero"});
      !flag.empty()) {
    return flag;
  }
  // What gcc needs another flag for has no effect in Clang's options either, but may in gcc's.
  if (std::string flag = last_of(arguments, {"-fcx-limited-range", "-fcx-fortran-rules"}, {"-fno-cx-limited-range"});
      !flag.empty()) {
    return flag;
  }
  const bool is_other = language.FastMath || language.UnsafeFPMath || language.NoHonorInfs || language.NoHonorNaNs ||
                        language.NoSignedZero || language.AllowRecip || language.AllowFPReassoc || language.ApproxFunc;
  if (!is_other) {
    return {};
  }
  std::string flag =
      last_of(arguments, {"-ffast-math", "-Ofast", "-ffinite-math-only", "-funsafe-math-optimizations",
                          "-fno-honor-nans", "-fno-honor-infinities", "-fno-signed-zeros", "-freciprocal-math",
                          "-fassociative-math", "-fapprox-func", "-ffp-model=fast", "-ffp-model=aggressive"});
  return flag.empty() ? "-ffast-math" : flag;
}

std::string contracted_floats(const Arguments& arguments, const clang::ASTContext& context) {
  if (last_beginning(arguments, {"-ffp-contract="}) == "-ffp-contract=off" ||
      !context.getTargetInfo().hasFeature("fma")) {
    return {};
  }
  std::string flag = last_beginning(arguments, {"-mfma", "-march=", "-mavx512", "-mfma4"});
  return flag.empty() ? "-ffp-contract" : flag;
}

bool is_gcc_before_10(const std::string& version) {
  const bool is_number = !version.empty() && version.front() >= '0' && version.front() <= '9';
  return is_number && std::stoi(version.substr(0, std::min<std::size_t>(version.size(), 3))) < 10;
}

std::string common_definitions(const Arguments& arguments) {
  const CompilerName compiler = arguments.empty() ? CompilerName() : compiler_name(arguments.front());
  const std::string flag = last_of(arguments, {"-fcommon", "-fno-common"});
  if (flag.empty() && compiler.kind == CompilerName::Kind::Gcc && is_gcc_before_10(compiler.version)) {
    return std::filesystem::path(arguments.front()).filename().string();
  }
  return flag == "-fcommon" ? flag : "";
}

} // namespace

CompilerName compiler_name(const std::string& command) {
  std::string name = std::filesystem::path(command).filename().string();
  CompilerName result;
  if (const std::size_t dash = name.rfind('-'); dash != std::string::npos && dash + 1 < name.size() &&
                                                name.find_first_not_of("0123456789.", dash + 1) == std::string::npos) {
    result.version = name.substr(dash + 1);
    name.resize(dash);
  }
  const bool is_gcc =
      is_one_of(name, {"gcc", "cc", "c99", "c89", "c17"}) || name.ends_with("-gcc") || name.ends_with("-cc");
  result.kind = is_gcc ? CompilerName::Kind::Gcc : CompilerName::Kind::Other;
  return result;
}

bool is_unknown_to_clang(const std::string& argument) {
  return is_not_understood(argument) ||
         is_one_of(argument, {"-fwrapv-pointer", "-fno-wrapv-pointer", "-fsingle-precision-constant",
                              "-fno-single-precision-constant", "-fsso-struct=little-endian", "-fno-unsigned-bitfields",
                              "-fcx-fortran-rules", "-mpc32", "-mpc64", "-mpc80", "-mfpmath=387", "-mfpmath=both",
                              "-mfpmath=sse+387", "-mfpmath=sse,387"});
}

Dialect dialect_of(const std::vector<std::string>& arguments, const clang::ASTContext& context) {
  const clang::LangOptions& language = context.getLangOpts();
  const bool is_gcc = !arguments.empty() && compiler_name(arguments.front()).kind == CompilerName::Kind::Gcc;
  Dialect result;
  switch (language.getSignedOverflowBehavior()) {
  case clang::LangOptions::SOB_Undefined:
    break;
  case clang::LangOptions::SOB_Defined:
    result.signed_overflow = Dialect::SignedOverflow::Wraps;
    break;
  case clang::LangOptions::SOB_Trapping:
    result.signed_overflow = Dialect::SignedOverflow::Traps;
    break;
  }
  result.wrapping_pointers = is_gcc ? last_of(arguments, {"-fwrapv-pointer", "-fno-strict-overflow"},
                                              {"-fno-wrapv-pointer", "-fstrict-overflow"})
                                    : last_of(arguments, {"-fwrapv", "-fwrapv-pointer", "-fno-strict-overflow"},
                                              {"-fno-wrapv", "-fno-wrapv-pointer", "-fstrict-overflow"});
  result.other_floats = other_floats(arguments, language);
  result.contracted_floats = contracted_floats(arguments, context);
  result.given_contents = last_beginning(arguments, {"-ftrivial-auto-var-init="});
  if (value_of(result.given_contents) == "uninitialized") {
    result.given_contents.clear();
  }
  result.valid_null = last_of(arguments, {"-fno-delete-null-pointer-checks"}, {"-fdelete-null-pointer-checks"});
  result.not_understood = not_understood(arguments);
  result.common_definitions = common_definitions(arguments);
  return result;
}

bool are_compatible(const Dialect& a, const Dialect& b) {
  return a.signed_overflow == b.signed_overflow && a.wrapping_pointers == b.wrapping_pointers &&
         a.other_floats == b.other_floats && a.contracted_floats == b.contracted_floats &&
         a.given_contents == b.given_contents && a.valid_null == b.valid_null && a.not_understood == b.not_understood;
}

std::vector<std::string> assumptions_of(const Dialect& dialect) {
  std::vector<std::string> result;
  if (!dialect.valid_null.empty()) {
    result.push_back("nothing is at address 0, so that an access there ends the program (" + dialect.valid_null + ")");
  }
  return result;
}

} // namespace vouch::frontend
