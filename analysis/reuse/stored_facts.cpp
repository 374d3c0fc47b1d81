#include "analysis/reuse/stored_facts.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace vouch::reuse {
namespace {

using cfa::WrittenExpression;

/// The numbers that things have in the canonical code of their functions.
class Numbers {
public:
  Numbers(const cfa::Cfa& cfa, const StableNames& names) : cfa_(cfa), names_(names), codes_(cfa, names) {}

  const CanonicalCode& code_of(cfa::FunctionId function) { return codes_.of(function); }

  std::optional<std::size_t> of(cfa::LocationId location) {
    return position(code_of(cfa_.location(location).function).locations, location);
  }

  /// As an expression within `function` mentions it.
  std::optional<std::string> of(const cfa::NamedPlace& place, cfa::FunctionId function) {
    const char* const sign = place.reached == cfa::Reached::ThroughPointer ? ">"
                             : place.reached == cfa::Reached::AsArray      ? "@"
                                                                           : "+";
    const std::string offset = sign + std::to_string(place.offset);
    if (const std::string& name = names_.of(place.variable); !name.empty()) {
      return name + offset;
    }
    const std::optional<std::size_t> number = position(code_of(function).variables, place.variable);
    return number ? std::optional("%" + std::to_string(*number) + offset) : std::nullopt;
  }

  std::optional<cfa::NamedPlace> place(const std::string& name, cfa::FunctionId function) {
    const std::size_t sign = name.find_last_of("+>@");
    cfa::NamedPlace result;
    if (sign == std::string::npos || !read(std::string_view(name).substr(sign + 1), result.offset)) {
      return std::nullopt;
    }
    result.reached = name[sign] == '>'   ? cfa::Reached::ThroughPointer
                     : name[sign] == '@' ? cfa::Reached::AsArray
                                         : cfa::Reached::Directly;
    if (!name.starts_with('%')) {
      const std::optional<cfa::VariableId> variable = names_.variable(name.substr(0, sign));
      result.variable = variable.value_or(cfa::VariableId());
      return variable ? std::optional(result) : std::nullopt;
    }
    std::size_t number = 0;
    const std::vector<cfa::VariableId>& variables = code_of(function).variables;
    if (!read(std::string_view(name).substr(1, sign - 1), number) || number >= variables.size()) {
      return std::nullopt;
    }
    result.variable = variables[number];
    return result;
  }

private:
  template <class Id>
  static std::optional<std::size_t> position(const std::vector<Id>& list, Id id) {
    const auto found = std::ranges::find(list, id);
    return found != list.end() ? std::optional(static_cast<std::size_t>(found - list.begin())) : std::nullopt;
  }

  template <class Number>
  static bool read(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
  }

  const cfa::Cfa& cfa_;
  const StableNames& names_;
  CanonicalCodes codes_;
};

std::optional<StoredExpression> stored(const WrittenExpression& expression, cfa::FunctionId function,
                                       Numbers& numbers) {
  StoredExpression result{expression.pieces, {}};
  for (const cfa::NamedPlace& place : expression.places) {
    std::optional<std::string> name = numbers.of(place, function);
    if (!name) {
      return std::nullopt;
    }
    result.places.push_back(*std::move(name));
  }
  return result;
}

std::optional<WrittenExpression> restored(const StoredExpression& stored, cfa::FunctionId function, Numbers& numbers) {
  if (stored.pieces.size() != stored.places.size() + 1) {
    return std::nullopt;
  }
  WrittenExpression result{stored.pieces, {}};
  for (const std::string& name : stored.places) {
    const std::optional<cfa::NamedPlace> place = numbers.place(name, function);
    if (!place) {
      return std::nullopt;
    }
    result.places.push_back(*place);
  }
  return result;
}

/// What `convert` makes of the elements of which it makes something.
template <class To, class From, class Convert>
std::vector<To> converted(const std::vector<From>& list, const Convert& convert) {
  std::vector<To> result;
  for (const From& element : list) {
    if (std::optional<To> made = convert(element)) {
      result.push_back(*std::move(made));
    }
  }
  return result;
}

} // namespace

StoredFacts stored(const findings::ProvedFacts& facts, const cfa::Cfa& cfa, const StableNames& names) {
  Numbers numbers(cfa, names);
  std::map<cfa::FunctionId, StoredFunctionFacts> by_function;
  for (const findings::LoopFacts& loop : facts.loops) {
    const cfa::FunctionId function = cfa.location(loop.head).function;
    auto convert = [&](const WrittenExpression& expression) { return stored(expression, function, numbers); };
    if (const std::optional<std::size_t> head = numbers.of(loop.head)) {
      by_function[function].loops.push_back({*head, converted<StoredExpression>(loop.conjuncts, convert),
                                             converted<StoredExpression>(loop.implied, convert),
                                             converted<StoredExpression>(loop.for_all, convert)});
    }
  }
  for (cfa::LocationId location : facts.unreachable) {
    if (const std::optional<std::size_t> number = numbers.of(location)) {
      by_function[cfa.location(location).function].unreachable.push_back(*number);
    }
  }
  for (const auto& [function, variables] : facts.followed) {
    for (cfa::VariableId variable : variables) {
      if (std::optional<std::string> name = numbers.of(cfa::NamedPlace{variable}, function)) {
        by_function[function].followed.push_back(*std::move(name));
      }
    }
  }
  StoredFacts result;
  for (auto& [function, own] : by_function) {
    own.function = names.of(function);
    result.push_back(std::move(own));
  }
  return result;
}

findings::ProvedFacts restored(const StoredFacts& stored_facts, const cfa::Cfa& cfa, const StableNames& names) {
  Numbers numbers(cfa, names);
  findings::ProvedFacts facts;
  for (const StoredFunctionFacts& own : stored_facts) {
    const std::optional<cfa::FunctionId> function = names.function(own.function);
    if (!function) {
      continue;
    }
    const std::vector<cfa::LocationId>& locations = numbers.code_of(*function).locations;
    auto convert = [&](const StoredExpression& expression) { return restored(expression, *function, numbers); };
    for (const StoredLoop& loop : own.loops) {
      if (loop.head < locations.size()) {
        facts.loops.push_back({locations[loop.head], converted<WrittenExpression>(loop.conjuncts, convert),
                               converted<WrittenExpression>(loop.implied, convert),
                               converted<WrittenExpression>(loop.for_all, convert)});
      }
    }
    for (std::size_t number : own.unreachable) {
      if (number < locations.size()) {
        facts.unreachable.insert(locations[number]);
      }
    }
    for (const std::string& name : own.followed) {
      if (const std::optional<cfa::NamedPlace> place = numbers.place(name, *function)) {
        facts.followed[*function].insert(place->variable);
      }
    }
  }
  return facts;
}

} // namespace vouch::reuse
