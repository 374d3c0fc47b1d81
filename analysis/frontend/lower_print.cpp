#include "analysis/frontend/lower_print.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/print_format.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <algorithm>

/// `printf` and its relatives. Where no property is about memory, they evaluate their arguments, and the buffer of
/// `sprintf` may hold anything afterwards. Otherwise the format says how long the text is, and which texts are read:
///
///     sprintf(b, "%d:%s", n, s)     total := length_of_decimal(n) + 1 + length_of_text(s);  check b[0] to b[total];
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::Integer;
using cfa::PropertyKind;
using Number = PrintConversion::Number;

/// The text of a literal, or of a constant array that holds one.
const clang::StringLiteral* constant_text(const clang::Expr* expression) {
  expression = expression->IgnoreParenCasts();
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto* variable = reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (variable != nullptr && variable->getType()->isArrayType() &&
      variable->getType()->getAsArrayTypeUnsafe()->getElementType().isConstQualified() &&
      variable->getAnyInitializer() != nullptr) {
    expression = variable->getAnyInitializer()->IgnoreParenCasts();
  }
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expression);
  return literal != nullptr && literal->getCharByteWidth() == 1 ? literal : nullptr;
}

/// All that `expression` can be; nothing if that is not known.
std::vector<std::string> possible_formats(const clang::Expr* expression) {
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression->IgnoreParenCasts())) {
    std::vector<std::string> result = possible_formats(choice->getTrueExpr());
    std::vector<std::string> others = possible_formats(choice->getFalseExpr());
    const bool is_known = !result.empty() && !others.empty();
    result.insert(result.end(), others.begin(), others.end());
    return is_known ? result : std::vector<std::string>();
  }
  const clang::StringLiteral* literal = constant_text(expression);
  return literal != nullptr ? std::vector<std::string>{literal->getString().str()} : std::vector<std::string>();
}

std::optional<std::vector<PrintFormat>> parse_all(const std::vector<std::string>& texts) {
  std::vector<PrintFormat> result;
  for (const std::string& text : texts) {
    std::optional<PrintFormat> format = parse_print_format(text);
    if (!format || (!result.empty() && format->conversions != result.front().conversions)) {
      return std::nullopt;
    }
    result.push_back(std::move(*format));
  }
  return result;
}

/// Lengths of what one conversion prints that its form alone allows, without width.
Interval possible_lengths(const PrintConversion& conversion) {
  constexpr Integer no_limit = Integer{1} << 60;
  const bool has_open_precision = conversion.has_precision == Number::Argument;
  const auto precision = static_cast<Integer>(conversion.precision);
  if (conversion.letter == 'c') {
    return {1, 1};
  }
  if (conversion.letter == 'p') {
    return {1, 20};
  }
  if (conversion.letter == 's') {
    return {0, conversion.has_precision == Number::Given ? precision : no_limit};
  }
  if (has_open_precision) {
    return {0, no_limit};
  }
  if (conversion.is_integer()) {
    constexpr Integer most_characters = 30; // 22 octal digits, a sign or a prefix, separators between thousands
    return {0, most_characters + precision};
  }
  const bool has_all_digits = conversion.letter == 'f' || conversion.letter == 'F';
  const Integer digits = !has_all_digits                                            ? 40
                         : conversion.length == PrintConversion::Length::LongDouble ? 6600
                                                                                    : 420; // with separators
  return {1, digits + precision};
}

clang::QualType argument_type(const clang::ASTContext& context, const PrintConversion& conversion) {
  using enum PrintConversion::Length;
  const bool is_signed = conversion.is_signed_integer();
  switch (conversion.length) {
  case Char:
    return is_signed ? context.SignedCharTy : context.UnsignedCharTy;
  case Short:
    return is_signed ? context.ShortTy : context.UnsignedShortTy;
  case Long:
    return is_signed ? context.LongTy : context.UnsignedLongTy;
  case LongLong:
    return is_signed ? context.LongLongTy : context.UnsignedLongLongTy;
  case Size:
    return is_signed ? context.getPointerDiffType() : context.getSizeType();
  default:
    return is_signed ? context.IntTy : context.UnsignedIntTy;
  }
}

bool is_number_to_store_in(clang::QualType type) {
  if (!type->isPointerType() || type->getPointeeType().isConstQualified()) {
    return false;
  }
  return type->getPointeeType()->isIntegerType() || type->getPointeeType()->isVoidType();
}

/// One call of such a function. Arguments are evaluated when the object is made.
class Printing {
public:
  Printing(LoweringContext& lowering, const clang::CallExpr* expression, const PrintFunction& function, Origin origin)
      : lowering_(lowering), library_(lowering), unit_(lowering.unit()), expression_(expression), function_(function),
        name_(direct_callee(expression)->getNameAsString()),
        values_(CallLowering(lowering).settled_arguments(expression)), origin_(std::move(origin)) {}

  /// Checks what is read and written; returns the length of the text if that is known exactly. `texts`: all that the
  /// format can be.
  ExpressionRef check(const std::vector<std::string>& texts);
  /// What is stored through a format that is not known.
  void store_through_format();
  /// The buffer may hold anything now.
  void change_buffer();

private:
  struct Length {
    ExpressionRef least = nullptr;
    ExpressionRef most = nullptr; ///< the same expression if the length is known exactly
    [[nodiscard]] bool is_exact() const { return least == most; }
  };
  enum class LengthUse { Wanted, None };

  [[nodiscard]] bool is_bounded_by(ExpressionRef buffer, ExpressionRef size) const;
  ExpressionRef smaller(ExpressionRef a, ExpressionRef b);
  ExpressionRef larger(ExpressionRef a, ExpressionRef b);
  ExpressionRef number_in_format(ExpressionRef argument, ExpressionRef if_negative);
  ExpressionRef argument(unsigned index, const cfa::Type& type);
  Length as_length(const Interval& lengths);
  Length length_of_text(ExpressionRef text, const clang::Expr* argument, ExpressionRef most);
  Length length_of_number(const PrintConversion& conversion, ExpressionRef value);
  Length length_of_conversion(const PrintConversion& conversion, unsigned& next, LengthUse use);
  /// Nothing if there are not enough arguments.
  std::optional<Length> total_length(const std::vector<PrintFormat>& formats, LengthUse use);
  ExpressionRef bytes_written(ExpressionRef length, ExpressionRef size);
  void check_buffer(ExpressionRef buffer, ExpressionRef size, const Length& length);
  void write_text(ExpressionRef buffer, ExpressionRef size, const Length* length);
  [[nodiscard]] Origin place() const { return {origin_.range, {}}; }

  LoweringContext& lowering_;
  LibraryUse library_;
  Unit& unit_;
  const clang::CallExpr* expression_;
  PrintFunction function_;
  std::string name_;
  CallArguments values_;
  Origin origin_;
};

bool Printing::is_bounded_by(ExpressionRef buffer, ExpressionRef size) const {
  const auto* object = std::get_if<cfa::AddressOf>(&buffer->node);
  const Integer* bytes = constant_value(size);
  return bytes != nullptr &&
         (*bytes == 0 || (object != nullptr && *bytes <= static_cast<Integer>(cfa::size_in_bytes(
                                                             unit_.builder.variable(object->variable).type))));
}

ExpressionRef Printing::smaller(ExpressionRef a, ExpressionRef b) {
  return unit_.expressions.conditional(
      unit_.expressions.truth(unit_.expressions.binary(BinaryOperator::LessEqual, a, b)), a, b);
}

ExpressionRef Printing::larger(ExpressionRef a, ExpressionRef b) {
  return unit_.expressions.conditional(
      unit_.expressions.truth(unit_.expressions.binary(BinaryOperator::LessEqual, a, b)), b, a);
}

/// A number that an argument gives for `*`; of a negative one `if_negative`.
ExpressionRef Printing::number_in_format(ExpressionRef argument, ExpressionRef if_negative) {
  auto& build = unit_.expressions;
  ExpressionRef is_negative = build.binary(BinaryOperator::Less, argument, build.zero(argument->type));
  return build.conditional(build.truth(is_negative), if_negative, build.convert(argument, unit_.types.size_type()));
}

Printing::Length Printing::length_of_text(ExpressionRef text, const clang::Expr* argument, ExpressionRef most) {
  auto& build = unit_.expressions;
  cfa::Type type = unit_.types.size_type();
  if (const clang::StringLiteral* literal = constant_text(argument)) {
    const std::size_t length = literal->getString().str().find('\0');
    const std::size_t characters = std::min<std::size_t>(length, literal->getLength());
    ExpressionRef printed = smaller(build.constant(static_cast<Integer>(characters), type), most);
    return {printed, printed};
  }
  DraftLocation some = lowering_.add_location();
  DraftLocation none = lowering_.add_location();
  lowering_.branch(build.binary(BinaryOperator::NotEqual, text, build.zero(text->type)), some, none, place());
  lowering_.start_at(none);
  library_.not_checked("a null pointer for %s", origin_);
  lowering_.continue_unreachable();
  lowering_.start_at(some);
  if (unit_.properties.contains(PropertyKind::OutOfBounds)) {
    ExpressionRef length = library_.ask_model("__vouch_length_of_text", {text, most}, origin_);
    return {length, length};
  }
  MemoryChecks(lowering_).check_access(text, cfa::IntegerType{8, cfa::Signedness::Unsigned}, origin_);
  return {build.zero(type), most};
}

Printing::Length Printing::length_of_number(const PrintConversion& conversion, ExpressionRef value) {
  auto& build = unit_.expressions;
  if (cfa::as_integer(value->type) == nullptr || conversion.has_precision != Number::None ||
      conversion.is_alternative) {
    return as_length(possible_lengths(conversion));
  }
  cfa::Type type = *unit_.types.scalar(argument_type(unit_.context, conversion));
  cfa::IntegerType wide{64, conversion.is_signed_integer() ? cfa::Signedness::Signed : cfa::Signedness::Unsigned};
  ExpressionRef number = build.convert(build.convert(value, type), wide);
  if (!conversion.is_signed_integer()) {
    const Integer base = conversion.letter == 'u' ? 10 : conversion.letter == 'o' ? 8 : 16;
    ExpressionRef length = library_.ask_model("__vouch_length_of_digits", {number, build.integer(base)}, origin_);
    return {length, length};
  }
  ExpressionRef length = library_.ask_model("__vouch_length_of_decimal", {number}, origin_);
  if (conversion.has_sign) {
    ExpressionRef is_positive = build.binary(BinaryOperator::GreaterEqual, number, build.zero(wide));
    length = build.binary(BinaryOperator::Add, length, build.convert(is_positive, length->type));
  }
  return {length, length};
}

Printing::Length Printing::as_length(const Interval& lengths) {
  cfa::Type type = unit_.types.size_type();
  const Integer limit = cfa::maximum_value(unit_.types.pointer_difference()) / 4;
  ExpressionRef least = unit_.expressions.constant(lengths.low, type);
  return {least, lengths.low == lengths.high ? least : unit_.expressions.constant(std::min(lengths.high, limit), type)};
}

/// What one conversion prints. `next` is the argument that it begins with, and then the one behind it.
Printing::Length Printing::length_of_conversion(const PrintConversion& conversion, unsigned& next, LengthUse use) {
  auto& build = unit_.expressions;
  cfa::Type type = unit_.types.size_type();
  ExpressionRef width = build.constant(static_cast<Integer>(conversion.width), type);
  ExpressionRef precision = build.constant(
      conversion.has_precision == Number::Given ? static_cast<Integer>(conversion.precision) : cfa::maximum_value(type),
      type);
  if (conversion.has_width == Number::Argument) {
    ExpressionRef given = build.convert(values_.values[next++].front(), cfa::IntegerType{});
    ExpressionRef wide = build.convert(given, cfa::IntegerType{64, cfa::Signedness::Signed});
    width = number_in_format(given,
                             build.convert(build.binary(BinaryOperator::Subtract, build.zero(wide->type), wide), type));
  }
  if (conversion.has_precision == Number::Argument) {
    precision = number_in_format(build.convert(values_.values[next++].front(), cfa::IntegerType{}), precision);
  }
  const unsigned printed = next++;
  Length length = as_length(possible_lengths(conversion));
  if (conversion.letter == 's') {
    ExpressionRef text = build.convert(values_.values[printed].front(), unit_.types.pointer());
    length = length_of_text(text, expression_->getArg(printed), precision);
  } else if (conversion.is_integer() && use == LengthUse::Wanted) {
    length = length_of_number(conversion, values_.values[printed].front());
  }
  if (use == LengthUse::None) {
    return length;
  }
  ExpressionRef least = larger(width, length.least);
  return {least, length.is_exact() ? least : larger(width, length.most)};
}

std::optional<Printing::Length> Printing::total_length(const std::vector<PrintFormat>& formats, LengthUse use) {
  auto& build = unit_.expressions;
  auto [shortest, longest] = std::ranges::minmax(formats, {}, &PrintFormat::plain_characters);
  Length total =
      as_length({static_cast<Integer>(shortest.plain_characters), static_cast<Integer>(longest.plain_characters)});
  unsigned next = function_.format + 1;
  for (const PrintConversion& conversion : formats.front().conversions) {
    const unsigned wanted = 1U + (conversion.has_width == Number::Argument ? 1U : 0U) +
                            (conversion.has_precision == Number::Argument ? 1U : 0U);
    Length length;
    if (function_.takes_list) {
      Interval possible = possible_lengths(conversion);
      possible.high = std::max(possible.high, static_cast<Integer>(conversion.width));
      possible.low = std::max(possible.low, static_cast<Integer>(conversion.width));
      const bool is_open = conversion.has_width == Number::Argument;
      length = as_length(is_open ? Interval{0, cfa::maximum_value(unit_.types.size_type())} : possible);
    } else if (next + wanted > values_.values.size()) {
      return std::nullopt;
    } else {
      length = length_of_conversion(conversion, next, use);
    }
    if (use == LengthUse::Wanted) {
      const bool is_exact = total.is_exact() && length.is_exact();
      total.least = build.binary(BinaryOperator::Add, total.least, length.least);
      total.most = is_exact ? total.least : build.binary(BinaryOperator::Add, total.most, length.most);
    }
  }
  return total;
}

/// How many bytes a text takes, with the zero behind it; `size` is null, or how many there may be.
ExpressionRef Printing::bytes_written(ExpressionRef length, ExpressionRef size) {
  auto& build = unit_.expressions;
  ExpressionRef bytes = build.binary(BinaryOperator::Add, length, build.constant(1, unit_.types.size_type()));
  return size != nullptr ? smaller(bytes, size) : bytes;
}

void Printing::check_buffer(ExpressionRef buffer, ExpressionRef size, const Length& length) {
  auto& build = unit_.expressions;
  if (is_bounded_by(buffer, bytes_written(length.most, size)) || (size != nullptr && is_bounded_by(buffer, size))) {
    return;
  }
  MemoryChecks(lowering_).check_block(buffer, lowering_.saved(bytes_written(length.least, size), "written", place()),
                                      origin_);
  if (length.is_exact()) {
    return;
  }
  // More may be written. What is not known is asked for apart: it is not confirmed, and all else in a run is to be.
  DraftLocation more = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  cfa::IntegerType truth{8, cfa::Signedness::Unsigned};
  cfa::VariableId is_asked = lowering_.temporary("is longer", truth);
  lowering_.emit(
      cfa::Input{is_asked, cfa::InputKind::Nondeterministic, "length of a text", {}, cfa::Input::Range::Boolean},
      place());
  lowering_.branch(build.read(is_asked, truth), more, after, place());
  lowering_.start_at(more);
  cfa::VariableId any = lowering_.temporary("length", unit_.types.size_type());
  lowering_.input(any, cfa::InputKind::Overapproximated, "length of a text", place());
  ExpressionRef possible = larger(length.least, smaller(build.read(any, unit_.types.size_type()), length.most));
  MemoryChecks(lowering_).check_block(buffer, lowering_.saved(bytes_written(possible, size), "written", place()),
                                      origin_);
  lowering_.go_to(after);
  lowering_.start_at(after);
}

/// `length`: null if nobody wanted it.
void Printing::write_text(ExpressionRef buffer, ExpressionRef size, const Length* length) {
  auto& build = unit_.expressions;
  cfa::Type type = unit_.types.size_type();
  if (size != nullptr && is_zero(size)) {
    return; // nothing is written
  }
  if (length == nullptr) {
    MemoryChecks(lowering_).check_block(buffer, size != nullptr ? size : build.constant(1, type), origin_);
  } else {
    check_buffer(buffer, size, *length);
  }
  library_.write_characters(buffer, name_, origin_);
  const Integer* bytes = size != nullptr ? constant_value(size) : nullptr;
  if (length != nullptr && length->is_exact() && (size == nullptr || bytes != nullptr)) {
    library_.end_text(
        buffer, bytes != nullptr ? smaller(length->least, build.constant(*bytes - 1, type)) : length->least, origin_);
  }
}

/// Checks what is read and written; returns the length of the text if that is known exactly.
ExpressionRef Printing::check(const std::vector<std::string>& texts) {
  if (function_.stream) {
    library_.check_stream(argument(*function_.stream, unit_.types.pointer()), origin_);
  }
  const auto formats = parse_all(texts);
  const bool reads_unknown_texts =
      formats && function_.takes_list &&
      std::ranges::any_of(formats->front().conversions, [](const PrintConversion& one) { return one.letter == 's'; });
  if (!formats || reads_unknown_texts) {
    library_.not_checked("what " + name_ + " does with its format", origin_);
    return nullptr;
  }
  const bool wants_length = function_.buffer && unit_.properties.contains(PropertyKind::OutOfBounds);
  auto length = total_length(*formats, wants_length ? LengthUse::Wanted : LengthUse::None);
  if (!length) {
    library_.not_checked("what " + name_ + " does without an argument for each conversion", origin_);
    return nullptr;
  }
  if (!function_.buffer) {
    return nullptr;
  }
  if (wants_length && length->is_exact()) {
    length->least = lowering_.saved(length->least, "length", place());
    length->most = length->least;
  }
  write_text(argument(*function_.buffer, unit_.types.pointer()),
             function_.size ? argument(*function_.size, unit_.types.size_type()) : nullptr,
             wants_length ? &*length : nullptr);
  return wants_length && length->is_exact() ? length->least : nullptr;
}

void Printing::store_through_format() {
  if (function_.takes_list) {
    if (unit_.linkage.program->usage.has_format_that_stores) {
      lowering_.unknown_behaviour("a format that is no literal, and may store numbers (%n)", origin_);
    } else {
      unit_.assume("formats of \"" + name_ + "\" that are no literals are assumed to store nothing (%n)",
                   lowering_.function());
    }
    return;
  }
  for (unsigned index = function_.format + 1; index < expression_->getNumArgs(); ++index) {
    const clang::Expr* source = expression_->getArg(index)->IgnoreParenImpCasts();
    if (is_number_to_store_in(expression_->getArg(index)->getType()) && !llvm::isa<clang::StringLiteral>(source)) {
      library_.write_characters(values_.values[index].front(), name_, origin_);
    }
  }
}

ExpressionRef Printing::argument(unsigned index, const cfa::Type& type) {
  return unit_.expressions.convert(values_.values[index].front(), type);
}

void Printing::change_buffer() { library_.write_characters(values_.values[*function_.buffer].front(), name_, origin_); }

} // namespace

std::optional<ExpressionRef> lower_print(LoweringContext& lowering, const clang::CallExpr* expression,
                                         const std::string& name, const Destination* destination, ResultUse use) {
  std::optional<PrintFunction> function = print_function(name);
  if (!function || expression->getNumArgs() <= function->format ||
      !expression->getArg(function->format)->getType()->isPointerType()) {
    return std::nullopt;
  }
  std::vector<std::string> texts = possible_formats(expression->getArg(function->format));
  const bool stores =
      std::ranges::any_of(texts, [](const std::string& text) { return has_conversion_that_stores(text); });
  if (!stores && !texts.empty() && !lowering.targets().checks_accesses()) {
    return std::nullopt; // nothing in its format matters
  }
  auto& build = lowering.unit().expressions;
  Origin origin = destination != nullptr ? destination->origin : lowering.origin_of(expression);
  Printing printing(lowering, expression, *function, origin);
  auto type = lowering.unit().types.scalar(expression->getType());
  const bool has_value = type && !expression->getType()->isVoidType();
  if (stores) {
    lowering.unsupported("%n in a format", expression);
    return has_value ? build.zero(*type) : nullptr; // nobody comes here
  }
  ExpressionRef length = nullptr;
  if (texts.empty()) {
    printing.store_through_format();
  }
  if (texts.empty() && lowering.targets().checks_accesses()) {
    LibraryUse(lowering).not_checked("what " + name + " does with a format that is no literal", origin);
  } else if (lowering.targets().checks_accesses()) {
    length = printing.check(texts);
  }
  const bool is_checked_buffer = !texts.empty() && lowering.targets().checks_accesses();
  if (function->buffer && !is_checked_buffer) {
    printing.change_buffer();
  }
  const bool is_seen = use == ResultUse::Needed && has_value;
  const bool may_really_fail = !function->buffer && !is_seen;
  LibraryUse(lowering).change_errno(may_really_fail ? "__vouch_may_fail" : "__vouch_may_have_failed", origin);
  if (!is_seen) {
    return nullptr;
  }
  if (length != nullptr) {
    return build.convert(length, *type);
  }
  cfa::VariableId result = lowering.result_variable("call " + name, *type, destination);
  lowering.emit(cfa::Input{result, cfa::InputKind::Overapproximated, name, {}, cfa::Input::Range::WholeType}, origin);
  return build.read(result, *type);
}

} // namespace vouch::frontend
