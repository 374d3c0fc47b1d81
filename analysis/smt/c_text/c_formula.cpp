#include "analysis/smt/c_text/c_formula.hpp"

#include "analysis/smt/c_text/formula_writer.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace vouch::smt {
namespace {

bool has_element(const CPlaces& places, const z3::expr& term) {
  if (kind_of(term) == Z3_OP_SELECT || places.cell(term)) {
    return true;
  }
  for (unsigned i = 0; term.is_app() && i < term.num_args(); ++i) {
    if (has_element(places, term.arg(i))) {
      return true;
    }
  }
  return false;
}

/// Beside bounds, in a statement about all elements that people understand.
constexpr std::size_t most_conditions = 1;

/// What holds or fails.
using Sided = std::pair<z3::expr, cfa::Polarity>;

/// Where all `conditions` are as they say, one of the conclusions is.
struct Implication {
  std::vector<Sided> conditions;
  std::vector<Sided> conclusions;
};

void add_alternatives(const CPlaces& places, const z3::expr& term, cfa::Polarity polarity, Implication& result) {
  const auto kind = kind_of(term);
  if (kind == Z3_OP_NOT) {
    add_alternatives(places, term.arg(0), opposite(polarity), result);
  } else if (kind == (polarity == cfa::Polarity::Holds ? Z3_OP_OR : Z3_OP_AND)) {
    for (unsigned i = 0; i < term.num_args(); ++i) {
      add_alternatives(places, term.arg(i), polarity, result);
    }
  } else if (has_element(places, term)) {
    result.conclusions.emplace_back(term, polarity);
  } else {
    result.conditions.emplace_back(term, opposite(polarity));
  }
}

/// The text with a name where a register was.
cfa::WrittenExpression with_name(const cfa::WrittenExpression& expression, cfa::VariableId variable,
                                 std::string_view name) {
  cfa::WrittenExpression result;
  for (std::size_t i = 0; i < expression.pieces.size(); ++i) {
    result.append(expression.pieces[i]);
    if (i < expression.places.size() && expression.places[i] == cfa::NamedPlace{variable}) {
      result.append(name);
    } else if (i < expression.places.size()) {
      result.append(expression.places[i]);
    }
  }
  return result;
}

} // namespace

std::optional<cfa::WrittenExpression> c_formula(const Term& formula, Truth truth, const Encoder& encoder,
                                                const cfa::Cfa& cfa, const facts::MemoryRegions& regions) {
  const CPlaces places(Z3Access::manager(formula), encoder, cfa, regions);
  const std::optional<CText> text =
      FormulaWriter(places, Elements::AtConstants).whole(Z3Access::expression(formula), truth);
  return text ? std::optional(text->text) : std::nullopt;
}

std::optional<cfa::WrittenExpression> c_for_all(const Term& formula, cfa::VariableId index, std::string_view name,
                                                const Encoder& encoder, const cfa::Cfa& cfa,
                                                const facts::MemoryRegions& regions) {
  const CPlaces places(Z3Access::manager(formula), encoder, cfa, regions);
  FormulaWriter writer(places, Elements::Anywhere);
  Implication implication;
  add_alternatives(places, Z3Access::expression(formula), cfa::Polarity::Holds, implication);
  const cfa::IntegerType* type = cfa::as_integer(cfa.variable(index).type);
  if (type == nullptr) {
    return std::nullopt;
  }
  std::optional<CNumber> first;
  std::optional<CNumber> behind;
  std::vector<CText> others;
  for (const auto& [condition, polarity] : implication.conditions) {
    const std::optional<FormulaWriter::Bound> bound = writer.bound_of(condition, polarity, index);
    std::optional<CNumber>* const own = !bound                                               ? nullptr
                                        : bound->which == FormulaWriter::Bound::Which::First ? &first
                                                                                             : &behind;
    if (own != nullptr && !*own) {
      *own = bound->value;
    } else if (const std::optional<CText> other = writer.formula(condition, polarity)) {
      others.push_back(*other);
    } else {
      return std::nullopt;
    }
  }
  if (!first && !type->is_signed()) {
    first = c_literal(0);
  }
  // Beyond the values of its type, nothing was proved for the index.
  const Interval values = Interval::of(*type);
  if (!first || !behind || first->range.low < values.low || behind->range.high - 1 > values.high) {
    return std::nullopt;
  }
  std::vector<CText> conclusions;
  for (const auto& [conclusion, polarity] : implication.conclusions) {
    if (const std::optional<bool> answer = writer.answer_by_type(conclusion, polarity)) {
      if (*answer) {
        return std::nullopt; // that says nothing
      }
      continue;
    }
    const std::optional<CText> text = writer.formula(conclusion, polarity);
    if (!text) {
      return std::nullopt;
    }
    conclusions.push_back(*text);
  }
  if (conclusions.empty() || others.size() > most_conditions) {
    return std::nullopt;
  }
  cfa::WrittenExpression result;
  result.append("for all ");
  result.append(name);
  result.append(" in [");
  result.append(first->text.text);
  result.append(", ");
  result.append(behind->text.text);
  result.append(others.empty() ? "): " : ") with ");
  if (!others.empty()) {
    result.append(c_and(others).text);
    result.append(": ");
  }
  result.append(c_or(conclusions).text);
  const bool is_about_elements = std::ranges::find(result.places, cfa::NamedPlace{index}) != result.places.end();
  return is_about_elements ? std::optional(with_name(result, index, name)) : std::nullopt;
}

} // namespace vouch::smt
