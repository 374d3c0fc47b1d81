#include "analysis/domains/values/value_text.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace vouch::domains {
namespace {

std::string number_text(cfa::Integer value) {
  std::string digits;
  const bool is_negative = value < 0;
  do {
    const auto digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return (is_negative ? "-" : "") + digits;
}

std::string variable_text(cfa::VariableId id, const cfa::Cfa& cfa) {
  const cfa::Variable& variable = cfa.variable(id);
  return (variable.function.is_valid() ? cfa.function(variable.function).name + "::" : "") + variable.name;
}

std::string object_text(ObjectId object, const cfa::Cfa& cfa) {
  return object.is_variable()
             ? variable_text(object.variable(), cfa)
             : "<allocated at line " + std::to_string(cfa.edge(object.allocation()).range.begin.line) + ">";
}

std::string value_text(const ExplicitValue& value, const cfa::Cfa& cfa) {
  return std::visit(Overloaded{
                        [](const cfa::Integer& number) { return number_text(number); },
                        [](const cfa::FloatConstant& number) {
                          std::ostringstream text;
                          text << number.value;
                          return text.str();
                        },
                        [&](const ObjectAddress& address) {
                          return "&" + object_text(address.object, cfa) +
                                 (address.offset == 0 ? "" : " + " + number_text(address.offset));
                        },
                        [&](const cfa::FunctionAddress& address) { return "&" + cfa.function(address.function).name; },
                    },
                    value);
}

std::string registers_text(const PatriciaMap<ExplicitValue>& registers, const cfa::Cfa& cfa) {
  core::TextList list;
  registers.for_each([&](std::uint64_t index, const ExplicitValue& value) {
    list.add(variable_text(cfa::VariableId(index), cfa) + " = " + value_text(value, cfa));
  });
  return list.finish();
}

std::string memory_text(const PatriciaMap<ObjectContents>& memory, const cfa::Cfa& cfa) {
  core::TextList list;
  memory.for_each([&](std::uint64_t number, const ObjectContents& contents) {
    const std::string object = object_text(ObjectId::of_number(number), cfa);
    if (contents.lifetime == Lifetime::Ended) {
      list.add(object + " has ended");
    }
    contents.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
      if (cell.value) {
        list.add(object + " + " + std::to_string(offset) + ": " + value_text(*cell.value, cfa));
      }
    });
  });
  return list.finish();
}

/// An expression of type `type` that has this value and no other; null if there is none.
cfa::ExpressionRef literal(const ExplicitValue& value, const cfa::Type& type, cfa::ExpressionPool& pool) {
  using Ref = cfa::ExpressionRef;
  return std::visit(Overloaded{
                        [&](const cfa::Integer& number) -> Ref { return pool.constant(number, type); },
                        [&](const cfa::FloatConstant& number) -> Ref {
                          // Zeros are equal and differ, NaNs are not even equal to themselves.
                          const bool is_told_apart = number.value != 0 && !std::isnan(number.value);
                          return is_told_apart ? pool.make(number, type) : nullptr;
                        },
                        [&](const ObjectAddress& address) -> Ref {
                          if (!address.object.is_variable() || address.offset != 0) {
                            return nullptr;
                          }
                          return pool.make(cfa::AddressOf{address.object.variable()}, type);
                        },
                        [&](const cfa::FunctionAddress& address) -> Ref { return pool.make(address, type); },
                    },
                    value);
}

} // namespace

std::vector<core::StatePart> parts_of(const ValueState& state, const cfa::Cfa& cfa) {
  std::vector<core::StatePart> parts = {{"values", registers_text(state.registers, cfa)},
                                        {"memory", memory_text(state.memory, cfa)}};
  std::erase_if(parts, [](const core::StatePart& part) { return part.text.empty(); });
  return parts;
}

std::vector<cfa::ExpressionRef> conditions_of(const ValueState& state, const cfa::Cfa& cfa, cfa::ExpressionPool& pool) {
  std::vector<cfa::ExpressionRef> conditions;
  auto say = [&](cfa::ExpressionRef place, const ExplicitValue& value) {
    if (const cfa::ExpressionRef known = literal(value, place->type, pool)) {
      conditions.push_back(pool.binary(cfa::BinaryOperator::Equal, place, known));
    }
  };
  state.registers.for_each([&](std::uint64_t index, const ExplicitValue& value) {
    const cfa::VariableId variable(index);
    say(pool.read(variable, cfa.variable(variable).type), value);
  });
  state.memory.for_each([&](std::uint64_t number, const ObjectContents& contents) {
    const ObjectId object = ObjectId::of_number(number);
    if (!object.is_variable() || contents.lifetime == Lifetime::Ended) {
      return;
    }
    const cfa::Type& type = cfa.variable(object.variable()).type;
    const Cell* cell = contents.cells.find(0);
    if (cell != nullptr && cell->value && cell->type == type) {
      const cfa::Type address_type = cfa::PointerType{cfa.data_model().pointer_width};
      say(pool.load(pool.make(cfa::AddressOf{object.variable()}, address_type), type), *cell->value);
    }
  });
  return conditions;
}

} // namespace vouch::domains
