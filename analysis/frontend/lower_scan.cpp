#include "analysis/frontend/lower_scan.hpp"

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <algorithm>

/// `scanf` and its relatives with a format that is a literal: each conversion stores any value of its type, as many of
/// them as the result says, from the first on. Words (`%s`, `%[`) are of any length up to their width.
///
///     scanf("%d %lf", &n, &x)      r := any of -1, 0, 1, 2;  if (r > 0) store any int at &n;  if (r > 1) ...
namespace vouch::frontend {
namespace {

/// What one conversion stores.
struct Stored {
  std::optional<cfa::Type> number; ///< none: characters
  bool ends_with_zero = false;     ///< a word; else as many characters as the width says
  cfa::Integer width = 0;          ///< of characters; 0: there is no limit
};
struct Format {
  std::vector<Stored> stored;
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
  /// 0 if there is none.
  cfa::Integer number() {
    constexpr cfa::Integer most = 1'000'000'000;
    cfa::Integer result = 0;
    while (!is_at_end() && llvm::isDigit(text_.front())) {
      result = std::min(result * 10 + (next() - '0'), most);
    }
    return result;
  }
  /// A set behind `[`; whether it ends.
  bool skip_set() {
    text_.consume_front("^");
    text_.consume_front("]"); // one that is in the set
    const std::size_t end = text_.find(']');
    text_ = text_.drop_front(std::min(end, text_.size()));
    return text_.consume_front("]");
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

/// Nothing if there is a conversion that is not understood (`%n`, `%ms`, wide characters).
std::optional<Format> read_format(llvm::StringRef text, const clang::ASTContext& context, const TypeLowering& types) {
  Format result;
  FormatReader format(text.split('\0').first);
  while (!format.is_at_end()) {
    if (format.next() != '%' || format.skip("%")) {
      continue;
    }
    bool is_suppressed = format.skip("*");
    cfa::Integer width = format.number();
    Length length = read_length(format);
    char conversion = format.next();
    if (conversion == '\0' || conversion == 'n' || (conversion == '[' && !format.skip_set())) {
      return std::nullopt;
    }
    if (is_suppressed) {
      continue;
    }
    if ((conversion == 's' || conversion == '[') && length == Length::None) {
      result.stored.push_back({std::nullopt, true, width});
      continue;
    }
    if (conversion == 'c' && length == Length::None && width > 1) {
      result.stored.push_back({std::nullopt, false, width});
      continue;
    }
    clang::QualType type = stored_type(context, conversion, length);
    auto scalar = type.isNull() ? std::nullopt : types.scalar(type);
    if (!scalar) {
      return std::nullopt;
    }
    result.stored.push_back({*scalar, false, 0});
  }
  return result;
}

} // namespace

std::optional<cfa::ExpressionRef> lower_scan(LoweringContext& lowering, const clang::CallExpr* expression,
                                             const std::string& name, cfa::InputKind kind,
                                             const Destination* destination) {
  auto& build = lowering.unit().expressions;
  unsigned format_index = name.ends_with("fscanf") || name.ends_with("sscanf") ? 1 : 0;
  if (!name.ends_with("scanf") || name.ends_with("vscanf") || expression->getNumArgs() <= format_index) {
    return std::nullopt;
  }
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expression->getArg(format_index)->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) {
    return std::nullopt;
  }
  auto format = read_format(literal->getString(), lowering.unit().context, lowering.unit().types);
  unsigned first = format_index + 1;
  if (!format || expression->getNumArgs() - first < format->stored.size()) {
    return std::nullopt;
  }
  Origin origin = destination != nullptr ? destination->origin : lowering.origin_of(expression);
  CallArguments values = CallLowering(lowering).settled_arguments(expression);
  if (format_index == 1 && lowering.targets().checks_accesses()) {
    cfa::ExpressionRef source = build.convert(values.values.front().front(), lowering.unit().types.pointer());
    const bool reads_text = name.ends_with("sscanf");
    const bool is_literal = llvm::isa<clang::StringLiteral>(expression->getArg(0)->IgnoreParenCasts());
    if (reads_text && !is_literal) {
      LibraryUse(lowering).check_text(source, origin);
    } else if (!reads_text) {
      LibraryUse(lowering).check_stream(source, origin);
    }
  }
  cfa::IntegerType number;
  cfa::VariableId any = lowering.temporary("call " + name, number);
  lowering.emit(cfa::Input{any, kind, name, {}, cfa::Input::Range::WholeType}, origin);
  cfa::ExpressionRef read = build.read(any, number);
  cfa::ExpressionRef most = build.integer(static_cast<cfa::Integer>(format->stored.size()));
  auto at_least = [&](cfa::Integer bound) {
    return build.truth(build.binary(cfa::BinaryOperator::GreaterEqual, read, build.integer(bound)));
  };
  cfa::ExpressionRef not_above =
      build.conditional(build.truth(build.binary(cfa::BinaryOperator::LessEqual, read, most)), read, most);
  cfa::VariableId result = lowering.result_variable("call " + name, number, destination);
  lowering.emit(cfa::Assign{result, build.conditional(at_least(-1), not_above, build.integer(-1))}, {origin.range, {}});
  cfa::ExpressionRef count = build.read(result, number);
  for (std::size_t index = 0; index < format->stored.size(); ++index) {
    DraftLocation stores = lowering.add_location();
    DraftLocation after = lowering.add_location();
    cfa::ExpressionRef is_read =
        build.binary(cfa::BinaryOperator::Greater, count, build.integer(static_cast<cfa::Integer>(index)));
    lowering.branch(is_read, stores, after, {origin.range, {}});
    lowering.start_at(stores);
    cfa::ExpressionRef target = build.convert(values.values[first + index].front(), lowering.unit().types.pointer());
    Stored stored = format->stored[index];
    if (const auto* source = llvm::dyn_cast<clang::StringLiteral>(expression->getArg(0)->IgnoreParenCasts());
        source != nullptr && format_index == 1 && stored.ends_with_zero) {
      const auto longest = std::max<cfa::Integer>(source->getLength(), 1);
      stored.width = stored.width == 0 ? longest : std::min(stored.width, longest);
    }
    if (stored.number) {
      cfa::VariableId value = lowering.temporary("call " + name, *stored.number);
      lowering.emit(cfa::Input{value, kind, name, {}, cfa::Input::Range::WholeType}, origin);
      lowering.places().write(MemoryPlace{target}, build.read(value, *stored.number), {origin.range, {}});
    } else {
      LibraryUse(lowering).store_scanned(target,
                                         {stored.width, stored.ends_with_zero ? LibraryUse::ScannedText::End::Zero
                                                                              : LibraryUse::ScannedText::End::None},
                                         name, kind, origin);
    }
    lowering.go_to(after);
    lowering.start_at(after);
  }
  const bool may_set_errno = kind == cfa::InputKind::Nondeterministic;
  if (may_set_errno) {
    LibraryUse(lowering).change_errno("__vouch_may_have_failed", origin);
  }
  return count;
}

void LibraryUse::store_scanned(cfa::ExpressionRef target, const ScannedText& text, const std::string& name,
                               cfa::InputKind kind, const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::Type type = unit_.types.size_type();
  const bool has_zero = text.end == ScannedText::End::Zero;
  const bool checks_bounds = unit_.properties.contains(cfa::PropertyKind::OutOfBounds);
  cfa::ExpressionRef length = build.constant(text.width, type);
  if (checks_bounds && has_zero) {
    cfa::VariableId any = lowering_.temporary("length", type);
    lowering_.emit(cfa::Input{any, kind, name, {}, cfa::Input::Range::WholeType}, {origin.range, {}});
    const cfa::Integer most = cfa::maximum_value(unit_.types.pointer_difference()) / 2;
    cfa::ExpressionRef limit = text.width != 0 ? length : build.constant(most, type);
    auto choose = [&](cfa::BinaryOperator op, cfa::ExpressionRef a, cfa::ExpressionRef b) {
      return build.conditional(build.truth(build.binary(op, a, b)), a, b);
    };
    cfa::ExpressionRef shortest = build.constant(1, type);
    length = choose(cfa::BinaryOperator::LessEqual, build.read(any, type), limit);
    length = lowering_.saved(choose(cfa::BinaryOperator::GreaterEqual, length, shortest), "length", {origin.range, {}});
  }
  cfa::ExpressionRef one = build.constant(1, type);
  MemoryChecks(lowering_).check_block(target, has_zero ? build.binary(cfa::BinaryOperator::Add, length, one) : length,
                                      origin);
  write_characters(target, name, origin);
  if (checks_bounds && has_zero) {
    end_text(target, length, origin);
  }
}

} // namespace vouch::frontend
