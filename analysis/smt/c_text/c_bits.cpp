#include "analysis/smt/c_text/c_bits.hpp"

#include "analysis/smt/terms/linear.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::IntegerType;
using cfa::Signedness;

bool is_c_width(unsigned width) { return width == 8 || width == 16 || width == 32 || width == 64; }

/// What `number`, of any type and value, is modulo 2^width in this signedness.
CNumber reduced(const CNumber& number, const IntegerType& type) {
  if (Interval::of(type).contains(number.range) && (number.type == type || type.width < 32)) {
    return number;
  }
  return c_cast(number, type);
}

const char* wrapping_operator(Z3_decl_kind kind) {
  switch (kind) {
  case Z3_OP_BADD:
    return " + ";
  case Z3_OP_BMUL:
    return " * ";
  case Z3_OP_BSUB:
    return " - ";
  case Z3_OP_BAND:
    return " & ";
  case Z3_OP_BOR:
    return " | ";
  case Z3_OP_BXOR:
    return " ^ ";
  default:
    return nullptr;
  }
}

/// Whether the C type is an array of one dimension of numbers of this size, as `int[100]`.
bool is_array_of_scalars(const cfa::Variable& variable, const cfa::Type& type) {
  if (!variable.parts.empty()) {
    return variable.parts.front().path == "[0]" && variable.parts.front().type == type;
  }
  const std::string_view spelling = variable.type_spelling;
  const std::size_t open = spelling.find('[');
  const std::string count = open != std::string_view::npos && spelling.ends_with(']')
                                ? std::string(spelling.substr(open + 1, spelling.size() - open - 2))
                                : "";
  const bool is_number =
      !count.empty() && count.size() < 10 && count.find_first_not_of("0123456789") == std::string::npos;
  return is_number && cfa::as_integer(type) != nullptr &&
         cfa::size_in_bytes(variable.type) == std::stoull(count) * cfa::size_in_bytes(type) &&
         !spelling.starts_with("struct ") && !spelling.starts_with("union ");
}

} // namespace

std::optional<CPlace> CPlaces::place(const z3::expr& term) const {
  if (kind_of(term) == Z3_OP_SELECT) {
    return element(term);
  }
  const std::optional<cfa::VariableId> variable = variable_of(term);
  return variable ? std::optional(CPlace{{*variable}, cfa_.variable(*variable).type}) : std::nullopt;
}

std::optional<cfa::VariableId> CPlaces::variable_of(const z3::expr& term) const {
  const std::optional<IndexedSymbol> symbol =
      is_uninterpreted_constant(term) ? encoder_.find(Z3Access::term(terms_, term)) : std::nullopt;
  const auto* variable =
      symbol && !symbol->index ? std::get_if<cfa::VariableId>(&encoder_.meaning(symbol->symbol)) : nullptr;
  return variable != nullptr ? std::optional(*variable) : std::nullopt;
}

std::optional<CCell> CPlaces::cell(const z3::expr& term) const {
  const std::optional<cfa::VariableId> variable = variable_of(term);
  const std::optional<cfa::ElementOfArray> element = variable ? cfa_.variable(*variable).element : std::nullopt;
  if (!element) {
    return std::nullopt;
  }
  const cfa::Type& type = cfa_.variable(*variable).type;
  const std::optional<cfa::NamedPlace> array = as_array(element->array, type);
  return array ? std::optional(CCell{*array, element->index, type}) : std::nullopt;
}

std::optional<facts::RegionId> CPlaces::region_of(const z3::expr& select) const {
  const z3::expr array = select.arg(0);
  const std::optional<IndexedSymbol> symbol =
      is_uninterpreted_constant(array) ? encoder_.find(Z3Access::term(terms_, array)) : std::nullopt;
  if (!symbol || symbol->index || !select.arg(1).is_int()) {
    return std::nullopt;
  }
  const auto* region = std::get_if<facts::RegionId>(&encoder_.meaning(symbol->symbol));
  return region != nullptr ? std::optional(*region) : std::nullopt;
}

std::optional<CPlace> CPlaces::element(const z3::expr& select) const {
  const std::optional<facts::RegionId> region = region_of(select);
  const std::optional<Linear> address =
      region ? to_linear(terms_, Z3Access::term(terms_, select.arg(1))) : std::nullopt;
  if (!address || address->coefficients.size() != 1 || address->coefficients.begin()->second != 1 ||
      denominator(address->offset) != 1 || address->offset < 0 || address->offset > 1U << 30U) {
    return std::nullopt;
  }
  const auto* cells = std::get_if<facts::UniformCells>(&regions_.region(*region).cells);
  if (cells == nullptr) {
    return std::nullopt;
  }
  const Term base = address->coefficients.begin()->first;
  const auto offset = numerator(address->offset).convert_to<std::uint64_t>();
  const auto meaning = encoder_.address_meaning(base);
  const auto* object = meaning ? std::get_if<cfa::VariableId>(&*meaning) : nullptr;
  if (object == nullptr) {
    return behind_pointer(base, offset, *region);
  }
  const cfa::Variable& variable = cfa_.variable(*object);
  if (!cfa::is_aggregate(variable.type)) {
    return offset == 0 && variable.type == cells->type ? std::optional(CPlace{{*object}, cells->type}) : std::nullopt;
  }
  for (const cfa::Part& part : variable.parts) {
    if (part.offset == offset && part.type == cells->type) {
      return CPlace{{*object, offset}, part.type};
    }
  }
  return std::nullopt;
}

std::optional<CElement> CPlaces::computed_element(const z3::expr& select) const {
  const std::optional<facts::RegionId> region = region_of(select);
  const auto* cells = region ? std::get_if<facts::UniformCells>(&regions_.region(*region).cells) : nullptr;
  const std::optional<Linear> address =
      cells != nullptr ? to_linear(terms_, Z3Access::term(terms_, select.arg(1)), OpaqueTerms::Allowed) : std::nullopt;
  if (!address) {
    return std::nullopt;
  }
  for (const auto& [term, factor] : address->coefficients) {
    const std::optional<cfa::NamedPlace> base = factor == 1 ? array_of(term, *cells) : std::nullopt;
    if (!base) {
      continue;
    }
    Linear distance = *address;
    distance.coefficients.erase(term);
    Linear index;
    index.add(distance, Rational(1, cells->size));
    const bool is_whole =
        denominator(index.offset) == 1 &&
        std::ranges::all_of(index.coefficients, [](const auto& part) { return denominator(part.second) == 1; });
    return is_whole ? std::optional(CElement{*base, std::move(index), cells->type}) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<cfa::NamedPlace> CPlaces::array_of(const Term& base, const facts::UniformCells& cells) const {
  if (const auto meaning = encoder_.address_meaning(base)) {
    const auto* object = std::get_if<cfa::VariableId>(&*meaning);
    return object != nullptr ? as_array(*object, cells.type) : std::nullopt;
  }
  const std::optional<cfa::VariableId> pointer = variable_of(Z3Access::expression(base));
  return pointer ? as_array(*pointer, cells.type) : std::nullopt;
}

std::optional<cfa::NamedPlace> CPlaces::as_array(cfa::VariableId id, const cfa::Type& type) const {
  const cfa::Variable& variable = cfa_.variable(id);
  if (variable.storage == cfa::Storage::Memory) {
    return is_array_of_scalars(variable, type) ? std::optional(cfa::NamedPlace{id, 0, cfa::Reached::AsArray})
                                               : std::nullopt;
  }
  const std::vector<cfa::Part>& pointee = variable.pointee;
  const bool leads_to_scalar = pointee.size() == 1 && pointee.front().path.empty() && pointee.front().type == type;
  return leads_to_scalar ? std::optional(cfa::NamedPlace{id}) : std::nullopt;
}

std::optional<CPlace> CPlaces::behind_pointer(const Term& base, std::uint64_t offset, facts::RegionId region) const {
  const std::optional<IndexedSymbol> symbol = encoder_.find(base);
  if (!symbol || symbol->index) {
    return std::nullopt;
  }
  const auto* pointer = std::get_if<cfa::VariableId>(&encoder_.meaning(symbol->symbol));
  if (pointer == nullptr) {
    return std::nullopt;
  }
  const auto& cells = std::get<facts::UniformCells>(regions_.region(region).cells);
  const facts::Congruence own = facts::Congruence::exactly(static_cast<cfa::Integer>(offset));
  if (facts::join(cells.offsets, own) != cells.offsets || !leads_to_start(*pointer, offset + cells.size, region)) {
    return std::nullopt;
  }
  for (const cfa::Part& part : cfa_.variable(*pointer).pointee) {
    if (part.offset == offset && part.type == cells.type) {
      return CPlace{{*pointer, offset, cfa::Reached::ThroughPointer}, part.type};
    }
  }
  return std::nullopt;
}

bool CPlaces::leads_to_start(cfa::VariableId pointer, std::uint64_t size, facts::RegionId region) const {
  const facts::ObjectGroup& objects = regions_.group_of(region);
  const facts::AbstractPointer held = regions_.points_to().pointer_held_by(pointer);
  const bool is_known = held.target.is_valid() && held.offsets.known == facts::Congruence::exactly(0) &&
                        !held.offsets.unknown && &regions_.group_of(held.target) == &objects;
  if (!is_known || objects.has_unknown_objects || objects.has_invalid_pointers) {
    return false;
  }
  const auto is_large = [size](auto bytes) { return bytes >= static_cast<decltype(bytes)>(size); };
  return std::ranges::all_of(
             objects.variables,
             [&](cfa::VariableId id) { return is_large(cfa::size_in_bytes(cfa_.variable(id).type)); }) &&
         std::ranges::all_of(objects.allocations,
                             [&](cfa::EdgeId id) {
                               return is_large(facts::least_size(std::get<cfa::Allocate>(cfa_.edge(id).operation)));
                             }) &&
         std::ranges::all_of(objects.given, [&](cfa::GivenTypeId id) { return is_large(cfa_.given_type(id).size); });
}

bool CPlaces::have_one_type(const CPlace& a, const CPlace& b) const {
  const cfa::Variable& first = cfa_.variable(a.place.variable);
  const cfa::Variable& second = cfa_.variable(b.place.variable);
  return !cfa::is_aggregate(first.type) && !cfa::is_aggregate(second.type) &&
         first.type_spelling == second.type_spelling;
}

std::optional<CText> CBits::atom(const z3::expr& comparison, cfa::Polarity polarity) {
  BinaryOperator op = BinaryOperator::LessEqual;
  Signedness signedness = Signedness::Unsigned;
  bool is_swapped = false; // to <= and <
  switch (kind_of(comparison)) {
  case Z3_OP_EQ:
    op = BinaryOperator::Equal;
    break;
  case Z3_OP_DISTINCT:
    op = BinaryOperator::NotEqual;
    break;
  case Z3_OP_SLEQ:
  case Z3_OP_SGEQ:
    signedness = Signedness::Signed;
    is_swapped = kind_of(comparison) == Z3_OP_SGEQ;
    break;
  case Z3_OP_SLT:
  case Z3_OP_SGT:
    op = BinaryOperator::Less;
    signedness = Signedness::Signed;
    is_swapped = kind_of(comparison) == Z3_OP_SGT;
    break;
  case Z3_OP_ULEQ:
  case Z3_OP_UGEQ:
    is_swapped = kind_of(comparison) == Z3_OP_UGEQ;
    break;
  case Z3_OP_ULT:
  case Z3_OP_UGT:
    op = BinaryOperator::Less;
    is_swapped = kind_of(comparison) == Z3_OP_UGT;
    break;
  default:
    return std::nullopt;
  }
  z3::expr left = comparison.arg(is_swapped ? 1 : 0);
  z3::expr right = comparison.arg(is_swapped ? 0 : 1);
  if (op == BinaryOperator::Equal || op == BinaryOperator::NotEqual) {
    // Either signedness will do: that of a variable needs no cast.
    for (const z3::expr& side : {left, right}) {
      const std::optional<CPlace> place = places_.place(side);
      const IntegerType* type = place ? cfa::as_integer(place->type) : nullptr;
      signedness = type != nullptr ? type->signedness : signedness;
    }
  }
  if (polarity == cfa::Polarity::Fails) {
    switch (op) {
    case BinaryOperator::Equal:
      op = BinaryOperator::NotEqual;
      break;
    case BinaryOperator::NotEqual:
      op = BinaryOperator::Equal;
      break;
    default: // not a <= b: b < a
      op = op == BinaryOperator::LessEqual ? BinaryOperator::Less : BinaryOperator::LessEqual;
      std::swap(left, right);
    }
  }
  const std::optional<CNumber> a = number(left, signedness);
  const std::optional<CNumber> b = a ? number(right, signedness) : std::nullopt;
  if (!b) {
    return std::nullopt;
  }
  if (a->range.is_point() && !b->range.is_point()) {
    const bool is_equality = op == BinaryOperator::Equal || op == BinaryOperator::NotEqual;
    const BinaryOperator turned = is_equality                  ? op
                                  : op == BinaryOperator::Less ? BinaryOperator::Greater
                                                               : BinaryOperator::GreaterEqual;
    return c_comparison(turned, *b, *a);
  }
  return c_comparison(op, *a, *b);
}

std::optional<CNumber> CBits::number(const z3::expr& term, Signedness signedness) {
  const unsigned width = term.is_bv() ? term.get_sort().bv_size() : 0;
  const IntegerType type{width, signedness};
  if (const std::optional<CPlace> place = places_.place(term)) {
    const IntegerType* declared = cfa::as_integer(place->type);
    const std::optional<CNumber> value =
        declared != nullptr && declared->width == width ? c_place(place->place, *declared) : std::nullopt;
    if (!value || (declared->signedness != signedness && !is_c_width(width))) {
      return std::nullopt; // no cast makes the other number of a bit-field
    }
    return declared->signedness == signedness ? value : reduced(*value, type);
  }
  if (const std::optional<cfa::Integer> value = integer_of(term)) {
    return width <= 64 ? c_literal(cfa::wrap(*value, type)) : std::nullopt;
  }
  if (!is_c_width(width)) {
    return std::nullopt;
  }
  switch (kind_of(term)) {
  case Z3_OP_ZERO_EXT:
  case Z3_OP_SIGN_EXT:
    return extension(term, signedness);
  default:
    return operation(term, signedness);
  }
}

std::optional<CNumber> CBits::extension(const z3::expr& term, Signedness signedness) {
  const Signedness inner = kind_of(term) == Z3_OP_SIGN_EXT ? Signedness::Signed : Signedness::Unsigned;
  const IntegerType type{term.get_sort().bv_size(), signedness};
  std::optional<CNumber> value = number(term.arg(0), inner);
  if (!value || (type.width < 32 && !Interval::of(type).contains(value->range))) {
    return value && is_c_width(type.width) ? std::optional(reduced(*value, type)) : std::nullopt;
  }
  return Interval::of(type).contains(value->range) ? value : std::optional(c_cast(*value, type));
}

/// Computed modulo 2^width: as unsigned numbers.
std::optional<CNumber> CBits::operation(const z3::expr& term, Signedness signedness) {
  const char* op = wrapping_operator(kind_of(term));
  const unsigned width = term.get_sort().bv_size();
  if (op == nullptr || width < 32) {
    return std::nullopt;
  }
  const IntegerType natural{width, Signedness::Unsigned};
  CText text{{}, CLevel::Sum};
  for (unsigned i = 0; i < term.num_args(); ++i) {
    std::optional<CNumber> operand = number(term.arg(i), Signedness::Unsigned);
    if (!operand) {
      return std::nullopt;
    }
    text.text.append(i == 0 ? "" : op);
    text.text.append(in_brackets_below(CLevel::Unary, c_cast(*operand, natural).text));
  }
  const CNumber result{std::move(text), natural, Interval::of(natural)};
  // `&` binds less than a comparison: brackets around every operation are easier to read than C's rules.
  CText bracketed{in_brackets_below(CLevel::Primary, result.text), CLevel::Primary};
  return reduced({std::move(bracketed), natural, result.range}, {width, signedness});
}

} // namespace vouch::smt
