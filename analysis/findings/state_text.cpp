#include "analysis/findings/state_text.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/domains/values/value_state.hpp"
#include "analysis/smt/terms/readable_text.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <sstream>

namespace vouch::findings {
namespace {

constexpr std::size_t longest_text = 2000;

/// Texts one behind the other, as many as there is room for.
class List {
public:
  void add(const std::string& item) {
    if (text_.size() >= longest_text) {
      is_cut_ = true;
    } else {
      text_ += (text_.empty() ? "" : ", ") + item;
    }
  }
  [[nodiscard]] std::string finish() const { return is_cut_ ? text_ + ", ..." : text_; }

private:
  std::string text_;
  bool is_cut_ = false;
};

std::string text_of(const domains::CallStackState& state, const cfa::Cfa& cfa) {
  std::vector<std::string> calls;
  for (const domains::CallFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    calls.push_back(cfa.function(frame->callee).name + " called at line " +
                    std::to_string(cfa.edge(frame->call).range.begin.line));
  }
  calls.push_back(cfa.function(state.bottom).name);
  std::reverse(calls.begin(), calls.end());
  List list;
  for (const std::string& call : calls) {
    list.add(call);
  }
  return list.finish();
}

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

std::string object_text(domains::ObjectId object, const cfa::Cfa& cfa) {
  return object.is_variable()
             ? variable_text(object.variable(), cfa)
             : "<allocated at line " + std::to_string(cfa.edge(object.allocation()).range.begin.line) + ">";
}

std::string value_text(const domains::ExplicitValue& value, const cfa::Cfa& cfa) {
  return std::visit(Overloaded{
                        [](const cfa::Integer& number) { return number_text(number); },
                        [](const cfa::FloatConstant& number) {
                          std::ostringstream text;
                          text << number.value;
                          return text.str();
                        },
                        [&](const domains::ObjectAddress& address) {
                          return "&" + object_text(address.object, cfa) +
                                 (address.offset == 0 ? "" : " + " + number_text(address.offset));
                        },
                        [&](const cfa::FunctionAddress& address) { return "&" + cfa.function(address.function).name; },
                    },
                    value);
}

std::string registers_text(const PatriciaMap<domains::ExplicitValue>& registers, const cfa::Cfa& cfa) {
  List list;
  registers.for_each([&](std::uint64_t index, const domains::ExplicitValue& value) {
    list.add(variable_text(cfa::VariableId(index), cfa) + " = " + value_text(value, cfa));
  });
  return list.finish();
}

std::string memory_text(const PatriciaMap<domains::ObjectContents>& memory, const cfa::Cfa& cfa) {
  List list;
  memory.for_each([&](std::uint64_t number, const domains::ObjectContents& contents) {
    const std::string object = object_text(domains::ObjectId::of_number(number), cfa);
    if (contents.lifetime == domains::Lifetime::Ended) {
      list.add(object + " has ended");
    }
    contents.cells.for_each([&](std::uint64_t offset, const domains::Cell& cell) {
      if (cell.value) {
        list.add(object + " + " + std::to_string(offset) + ": " + value_text(*cell.value, cfa));
      }
    });
  });
  return list.finish();
}

} // namespace

std::vector<StatePart> parts_of(const core::AbstractState& state, const cfa::Cfa& cfa) {
  std::vector<StatePart> parts;
  auto add = [&](const char* domain, std::string text) {
    if (!text.empty()) {
      parts.push_back({domain, std::move(text)});
    }
  };
  if (const auto* stack = core::find_component<domains::CallStackState>(state)) {
    add("call stack", text_of(*stack, cfa));
  }
  if (const auto* predicates = core::find_component<domains::PredicateState>(state)) {
    const domains::Abstraction& abstraction = *predicates->abstraction;
    add("predicates", smt::readable_text(abstraction.formula, longest_text));
    if (predicates->path != domains::PathFormulas::start()) {
      const SourceRange& from = cfa.location(abstraction.location).range;
      add("path", "since the abstraction at line " + std::to_string(from.begin.line));
    }
  }
  if (const auto* values = core::find_component<domains::ValueState>(state)) {
    add("values", registers_text(values->registers, cfa));
    add("memory", memory_text(values->memory, cfa));
  }
  return parts;
}

} // namespace vouch::findings
