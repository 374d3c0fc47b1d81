#include "analysis/frontend/float_functions.hpp"

#include <string>
#include <unordered_map>

namespace vouch::frontend {
namespace {

constexpr std::string_view builtin_prefix = "__builtin_";

template <class Function>
using Table = std::unordered_map<std::string, Function>;

/// Each name also with the suffixes of `float` and `long double`.
template <class Function>
void add(Table<Function>& table, Function function, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    for (std::string_view suffix : {"", "f", "l"}) {
      table.emplace(std::string(name) + std::string(suffix), function);
    }
  }
}

Table<FloatFunction> make_table() {
  using enum FloatFunction;
  Table<FloatFunction> table;
  add(table, AbsoluteValue, {"fabs"});
  add(table, SquareRoot, {"sqrt"});
  add(table, RoundDown, {"floor"});
  add(table, RoundUp, {"ceil"});
  add(table, RoundToZero, {"trunc"});
  add(table, RoundToEven, {"rint", "nearbyint", "roundeven"});
  add(table, RoundAway, {"round"});
  add(table, RoundToEvenInteger, {"lrint", "llrint"});
  add(table, RoundAwayInteger, {"lround", "llround"});
  add(table, Remainder, {"fmod"});
  add(table, CopySign, {"copysign"});
  add(table, Minimum, {"fmin"});
  add(table, Maximum, {"fmax"});
  add(table, PositiveDifference, {"fdim"});
  add(table, IsNan, {"isnan", "__isnan"});
  add(table, IsInfinite, {"isinf"});
  add(table, InfinitySign, {"__isinf", "__builtin_isinf_sign"});
  add(table, IsFinite, {"finite", "__finite", "__builtin_isfinite"});
  add(table, SignBit, {"__signbit", "__builtin_signbit"});
  add(table, ClassifyAsGlibc, {"__fpclassify"});
  table.emplace("__builtin_isnormal", IsNormal);
  table.emplace("__builtin_fpclassify", Classify);
  table.emplace("__builtin_isless", IsLess);
  table.emplace("__builtin_islessequal", IsLessEqual);
  table.emplace("__builtin_isgreater", IsGreater);
  table.emplace("__builtin_isgreaterequal", IsGreaterEqual);
  table.emplace("__builtin_islessgreater", IsLessGreater);
  table.emplace("__builtin_isunordered", IsUnordered);
  return table;
}

Table<ApproximateFunction> make_approximate_table() {
  using enum ApproximateFunction;
  Table<ApproximateFunction> table;
  add(table, Computes,
      {"acos",       "acosh", "asin",  "asinh",  "atan",    "atan2",       "atanh", "cbrt",  "cos",       "cosh",
       "erf",        "erfc",  "exp",   "exp2",   "exp10",   "expm1",       "fma",   "hypot", "ilogb",     "ldexp",
       "log",        "log10", "log1p", "log2",   "logb",    "nan",         "pow",   "pow10", "nextafter", "remainder",
       "nexttoward", "drem",  "scalb", "scalbn", "scalbln", "significand", "sin",   "sinh",  "tan",       "tanh",
       "tgamma",     "j0",    "j1",    "jn",     "y0",      "y1",          "yn"});
  add(table, Writes, {"frexp", "modf", "remquo", "sincos", "lgamma_r"});
  return table;
}

template <class Function>
std::optional<Function> look_up(const Table<Function>& table, std::string_view name) {
  auto entry = table.find(std::string(name));
  return entry != table.end() ? std::optional(entry->second) : std::nullopt;
}

} // namespace

std::optional<FloatFunction> float_function(std::string_view name) {
  static const Table<FloatFunction> table = make_table();
  std::optional<FloatFunction> known = look_up(table, name);
  if (!known && name.starts_with(builtin_prefix)) {
    known = look_up(table, name.substr(builtin_prefix.size()));
  }
  return known;
}

std::optional<ApproximateFunction> approximate_float_function(std::string_view name) {
  static const Table<ApproximateFunction> table = make_approximate_table();
  return look_up(table, name);
}

} // namespace vouch::frontend
