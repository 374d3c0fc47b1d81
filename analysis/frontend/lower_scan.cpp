#include "analysis/frontend/function_lowering.hpp"

#include <algorithm>

/// `scanf` and its relatives with a format that is a literal: each conversion stores any value of its type, as many of
/// them as the result says, from the first on.
///
///     scanf("%d %lf", &n, &x)      r := any of -1, 0, 1, 2;  if (r > 0) store any int at &n;  if (r > 1) ...
namespace vouch::frontend {
namespace {

struct Format {
  /// What each conversion that stores something stores.
  std::vector<cfa::Type> stored;
};

/// A cursor over a format.
class FormatReader {
public:
  explicit FormatReader(llvm::StringRef text) : text_(text) {}
  [[nodiscard]] bool is_at_end() const { return text_.empty(); }
  char next() {
    char result = is_at_end() ? '\0' : text_.front();
    text_ = text_.drop_front(is_at_end() ? 0 : 1);
    return result;
  }
  bool skip(llvm::StringRef prefix) { return text_.consume_front(prefix); }
  bool skip_digits() {
    llvm::StringRef rest = text_.ltrim("0123456789");
    bool has_digits = rest.size() != text_.size();
    text_ = rest;
    return has_digits;
  }

private:
  llvm::StringRef text_;
};

enum class Length { None, Char, Short, Long, LongLong, LongDouble, Size };

Length read_length(FormatReader& format) {
  using enum Length;
  static constexpr std::pair<const char*, Length> lengths[] = {{"hh", Char},    {"h", Short},      {"ll", LongLong},
                                                               {"l", Long},     {"L", LongDouble}, {"q", LongLong},
                                                               {"j", LongLong}, {"z", Size},       {"t", Size}};
  for (const auto& [text, length] : lengths) {
    if (format.skip(text)) {
      return length;
    }
  }
  return None;
}

clang::QualType stored_type(const clang::ASTContext& context, char conversion, Length length) {
  using enum Length;
  if (std::string_view("diouxX").find(conversion) != std::string_view::npos) {
    switch (length) {
    case None:
      return context.IntTy;
    case Char:
      return context.SignedCharTy;
    case Short:
      return context.ShortTy;
    case Long:
      return context.LongTy;
    case LongLong:
      return context.LongLongTy;
    case Size:
      return context.getPointerDiffType();
    case LongDouble:
      return {};
    }
  }
  if (std::string_view("aefgAEFG").find(conversion) != std::string_view::npos) {
    return length == None ? context.FloatTy : length == Long ? context.DoubleTy : context.LongDoubleTy;
  }
  return conversion == 'c' && length == None ? context.CharTy : clang::QualType();
}

/// Nothing if there is a conversion whose effect is not one value of a scalar type (`%s`, `%[`, `%n`).
std::optional<Format> read_format(llvm::StringRef text, const clang::ASTContext& context, const TypeLowering& types) {
  Format result;
  FormatReader format(text);
  while (!format.is_at_end()) {
    if (format.next() != '%' || format.skip("%")) {
      continue;
    }
    bool is_suppressed = format.skip("*");
    bool has_width = format.skip_digits();
    Length length = read_length(format);
    char conversion = format.next();
    if (is_suppressed && conversion != '[' && conversion != '\0') {
      continue;
    }
    clang::QualType type = stored_type(context, conversion, length);
    auto scalar = type.isNull() ? std::nullopt : types.scalar(type);
    if (!scalar || (conversion == 'c' && has_width)) {
      return std::nullopt;
    }
    result.stored.push_back(*scalar);
  }
  return result;
}

} // namespace

std::optional<cfa::ExpressionRef> FunctionLowering::scan(const clang::CallExpr* expression, const std::string& name,
                                                         cfa::InputKind kind, const Destination* destination) {
  auto& build = unit_.expressions;
  unsigned format_index = name.ends_with("fscanf") || name.ends_with("sscanf") ? 1 : 0;
  if (!name.ends_with("scanf") || name.ends_with("vscanf") || expression->getNumArgs() <= format_index) {
    return std::nullopt;
  }
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expression->getArg(format_index)->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) {
    return std::nullopt;
  }
  auto format = read_format(literal->getString(), unit_.context, unit_.types);
  unsigned first = format_index + 1;
  if (!format || expression->getNumArgs() - first < format->stored.size()) {
    return std::nullopt;
  }
  Origin origin = destination != nullptr ? destination->origin : origin_of(expression);
  Arguments values = arguments(expression);
  cfa::IntegerType number;
  cfa::VariableId any = temporary("call " + name, number);
  emit(cfa::Input{any, kind, name, {}, cfa::Input::Range::WholeType}, origin);
  cfa::ExpressionRef read = build.read(any, number);
  cfa::ExpressionRef most = build.integer(static_cast<cfa::Integer>(format->stored.size()));
  auto at_least = [&](cfa::Integer bound) {
    return build.truth(build.binary(cfa::BinaryOperator::GreaterEqual, read, build.integer(bound)));
  };
  cfa::ExpressionRef not_above =
      build.conditional(build.truth(build.binary(cfa::BinaryOperator::LessEqual, read, most)), read, most);
  cfa::VariableId result = result_variable("call " + name, number, destination);
  emit(cfa::Assign{result, build.conditional(at_least(-1), not_above, build.integer(-1))}, {origin.range, {}});
  cfa::ExpressionRef count = build.read(result, number);
  for (std::size_t index = 0; index < format->stored.size(); ++index) {
    DraftLocation stores = draft_.add_location();
    DraftLocation after = draft_.add_location();
    cfa::ExpressionRef is_read =
        build.binary(cfa::BinaryOperator::Greater, count, build.integer(static_cast<cfa::Integer>(index)));
    branch(is_read, stores, after, {origin.range, {}});
    start_at(stores);
    cfa::VariableId value = temporary("call " + name, format->stored[index]);
    emit(cfa::Input{value, kind, name, {}, cfa::Input::Range::WholeType}, origin);
    cfa::ExpressionRef target = build.convert(values.values[first + index].front(), unit_.types.pointer());
    write(MemoryPlace{target}, build.read(value, format->stored[index]), {origin.range, {}});
    go_to(after);
    start_at(after);
  }
  return count;
}

} // namespace vouch::frontend
