#include "analysis/frontend/annotation_translation.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <span>
#include <string_view>

namespace vouch::frontend {
namespace {

using Tokens = std::vector<AnnotationToken>;
using Part = std::span<const AnnotationToken>;

/// Why an annotation is not understood; caught where the translation begins.
struct NotUnderstood {
  std::string reason;
};

const std::set<std::string, std::less<>> rising = {"<", "<=", "=="};
const std::set<std::string, std::less<>> falling = {">", ">=", "=="};

bool is_relation(std::string_view text) { return rising.contains(text) || falling.contains(text) || text == "!="; }
bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }
bool is_name(std::string_view text) {
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text.front())) != 0 || text.front() == '_');
}
bool is_number(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

/// Calls `visit` with each index of a token that no brackets are around.
template <class Visit>
void for_each_outer(Part part, const Visit& visit) {
  int depth = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    depth -= closes(part[i].text) ? 1 : 0;
    if (depth == 0 && !opens(part[i].text) && !closes(part[i].text)) {
      visit(i);
    }
    depth += opens(part[i].text) ? 1 : 0;
  }
}

std::vector<Part> split(Part part, std::string_view separator) {
  std::vector<Part> parts;
  std::size_t begin = 0;
  for_each_outer(part, [&](std::size_t i) {
    if (part[i].text == separator) {
      parts.push_back(part.subspan(begin, i - begin));
      begin = i + 1;
    }
  });
  parts.push_back(part.subspan(begin));
  return parts;
}

bool has_outer(Part part, std::string_view text) { return split(part, text).size() > 1; }

/// Without brackets that are around all of it.
Part inner(Part part) {
  while (part.size() > 2 && part.front().text == "(") {
    int depth = 0;
    std::size_t end = 0;
    for (; end < part.size(); ++end) {
      depth += opens(part[end].text) ? 1 : closes(part[end].text) ? -1 : 0;
      if (depth == 0) {
        break;
      }
    }
    if (end + 1 != part.size()) {
      break;
    }
    part = part.subspan(1, part.size() - 2);
  }
  return part;
}

/// `a < b <= c` is a, b, c with `<` and `<=` between.
struct Chain {
  std::vector<Part> terms;
  std::vector<AnnotationToken> relations;
};

Chain chain_of(Part part) {
  Chain chain;
  std::size_t begin = 0;
  for_each_outer(part, [&](std::size_t i) {
    if (is_relation(part[i].text)) {
      chain.terms.push_back(part.subspan(begin, i - begin));
      chain.relations.push_back(part[i]);
      begin = i + 1;
    }
  });
  chain.terms.push_back(part.subspan(begin));
  return chain;
}

bool is_in_order(const Chain& chain) {
  const auto all_in = [&](const auto& direction) {
    return std::ranges::all_of(chain.relations,
                               [&](const AnnotationToken& relation) { return direction.contains(relation.text); });
  };
  return chain.relations.size() < 2 || all_in(rising) || all_in(falling);
}

struct Variable {
  Part type;
  AnnotationToken name;
  std::optional<Part> lowest = {}; ///< it is at least that
  std::optional<Part> limit = {};
  std::string limit_relation = {};        ///< of the variable to its limit: `<` or `<=`
  AnnotationToken name_before_limit = {}; ///< where the annotation says so
};

class Translation {
public:
  void statement(Part part) {
    part = inner(part);
    if (part.empty()) {
      throw NotUnderstood{"nothing"};
    }
    if (part.front().text == "\\forall") {
      return for_all(part);
    }
    const std::vector<Part> sides = split(part, "==>");
    if (sides.size() > 1 && !has_outer(part, "<==>") && !has_outer(part, "?")) {
      condition("if", sides.front(), part);
      return statement(behind(part, sides.front()));
    }
    const std::vector<Part> conjuncts = split(part, "&&");
    if (conjuncts.size() > 1 && binds_weakest(part, "&&")) {
      add({"{"}, part.front());
      std::ranges::for_each(conjuncts, [this](Part conjunct) { statement(conjunct); });
      return add({"}"}, part.back());
    }
    add({annotated_assert_function}, part.front());
    truth(part);
    add({";"}, part.back());
  }

  Tokens take() { return std::move(result_); }

private:
  void add(const std::vector<std::string>& texts, const AnnotationToken& near) {
    for (const std::string& text : texts) {
      result_.push_back({text, near.origin});
    }
  }

  /// What follows `left` and an operator.
  static Part behind(Part part, Part left) { return part.subspan(left.size() + 1); }

  /// Whether the part has no operator between formulas that binds weaker.
  static bool binds_weakest(Part part, std::string_view text) {
    for (const std::string_view weaker : {"?", "<==>", "==>", "||", "^^", "&&"}) {
      if (weaker == text) {
        return true;
      }
      if (has_outer(part, weaker)) {
        return false;
      }
    }
    return false;
  }

  /// `(!!(P))`
  void truth(Part part) {
    if (part.empty()) {
      throw NotUnderstood{"nothing"};
    }
    add({"(", "!", "!", "("}, part.front());
    formula(part);
    add({")", ")"}, part.back());
  }

  /// `if (__vouch_annotated(!!(P)))`
  void condition(const std::string& keyword, Part part, Part whole) {
    add({keyword, "(", annotated_function}, whole.front());
    truth(part);
    add({")"}, whole.front());
  }

  void formula(Part part) {
    if (part.empty()) {
      throw NotUnderstood{"nothing"};
    }
    if (const Part within = inner(part); within.size() != part.size()) {
      add({"("}, part.front());
      formula(within);
      return add({")"}, part.back());
    }
    for (const std::string_view op : {"<==>", "==>", "||", "^^", "&&"}) {
      const std::vector<Part> sides = split(part, op);
      if (sides.size() < 2) {
        continue;
      }
      if (has_outer(part, "?")) {
        throw NotUnderstood{"\"?\" beside \"" + std::string(op) + "\""};
      }
      // Only `==>` begins at its left end.
      const Part left = op == "==>" ? sides.front() : part.subspan(0, part.size() - sides.back().size() - 1);
      const Part right = op == "==>" ? behind(part, sides.front()) : sides.back();
      return connect(left, op, right);
    }
    relation(part);
  }

  void connect(Part left, std::string_view op, Part right) {
    if (left.empty() || right.empty()) {
      throw NotUnderstood{"nothing"};
    }
    add({"("}, left.front());
    if (op == "==>") {
      add({"!"}, left.front());
    }
    truth(left);
    add({op == "<==>" ? "==" : op == "^^" ? "!=" : op == "==>" ? "||" : std::string(op)}, left.back());
    truth(right);
    add({")"}, right.back());
  }

  void relation(Part part) {
    const Chain chain = chain_of(part);
    if (chain.relations.empty() && part.front().text == "!") {
      add({"!"}, part.front());
      return truth(part.subspan(1));
    }
    if (!is_in_order(chain)) {
      throw NotUnderstood{"a chain of comparisons in both directions"};
    }
    if (chain.relations.size() < 2) {
      return term(part);
    }
    for (std::size_t i = 0; i < chain.relations.size(); ++i) {
      if (i > 0) {
        add({"&&"}, chain.terms[i].front());
      }
      add({"("}, chain.terms[i].front());
      term(chain.terms[i]);
      result_.push_back(chain.relations[i]);
      term(chain.terms[i + 1]);
      add({")"}, chain.terms[i + 1].back());
    }
  }

  /// As in C. Formulas in brackets that C would read otherwise are refused.
  void term(Part part) {
    std::vector<int> relations = {0};
    for (const AnnotationToken& token : part) {
      if (opens(token.text)) {
        relations.push_back(0);
      } else if (closes(token.text)) {
        relations.pop_back();
      } else if (token.text == "&&" || token.text == "||" || token.text == "?" || token.text == ":" ||
                 token.text == ",") {
        relations.back() = 0;
      } else if (is_relation(token.text)) {
        ++relations.back();
      }
      const bool is_formula = token.text == "==>" || token.text == "<==>" || token.text == "^^";
      if (is_formula || relations.empty() || relations.back() > 1) {
        throw NotUnderstood{"a formula inside of a term"};
      }
      word(token);
    }
    if (part.empty() || relations.size() != 1) {
      throw NotUnderstood{"an expression that is not complete"};
    }
  }

  void word(const AnnotationToken& token) {
    if (token.text == "\\true" || token.text == "\\false") {
      return add({token.text == "\\true" ? "1" : "0"}, token);
    }
    if (token.text == "\\null") {
      return add({"(", "(", "void", "*", ")", "0", ")"}, token);
    }
    if (token.text.starts_with('\\')) {
      throw NotUnderstood{'"' + token.text + '"'};
    }
    result_.push_back(token);
  }

  /// `\forall integer i, j; \forall int k; R ==> P`
  void for_all(Part part) {
    std::vector<Variable> variables;
    while (!part.empty() && part.front().text == "\\forall") {
      const Part binders = split(part, ";").front();
      if (binders.size() + 1 >= part.size()) {
        throw NotUnderstood{"\"\\forall\" without a formula"};
      }
      take_binders(binders.subspan(1), variables);
      part = inner(behind(part, binders));
    }
    const std::vector<Part> sides = split(part, "==>");
    if (sides.size() < 2 || has_outer(part, "<==>") || has_outer(part, "?")) {
      throw NotUnderstood{"\"\\forall\" without a range"};
    }
    const std::vector<Part> guards = take_ranges(sides.front(), variables);
    share_limits(variables);
    for (const Variable& variable : variables) {
      loop(variable);
    }
    for (const Part guard : guards) {
      condition("if", guard, guard);
    }
    statement(behind(part, sides.front()));
  }

  static void take_binders(Part binders, std::vector<Variable>& variables) {
    Part type;
    for (const Part binder : split(binders, ",")) {
      if (binder.empty() || !is_name(binder.back().text)) {
        throw NotUnderstood{"what \"\\forall\" is about"};
      }
      type = binder.size() > 1 ? binder.first(binder.size() - 1) : type;
      if (type.empty() ||
          !std::ranges::all_of(type, [](const AnnotationToken& token) { return is_name(token.text); })) {
        throw NotUnderstood{"what \"\\forall\" is about"};
      }
      variables.push_back({.type = type, .name = binder.back()});
    }
  }

  /// Gives the variables their bounds. Returns what else the range says, bounds that have to be asked for among it.
  static std::vector<Part> take_ranges(Part range, std::vector<Variable>& variables) {
    std::vector<Part> guards;
    for (Part conjunct : split(inner(range), "&&")) {
      conjunct = inner(conjunct);
      if (has_outer(conjunct, "&&")) {
        const std::vector<Part> more = take_ranges(conjunct, variables);
        guards.insert(guards.end(), more.begin(), more.end());
        continue;
      }
      const Chain chain = chain_of(conjunct);
      bool says_more = chain.relations.empty() || !binds_weakest(conjunct, "&&");
      for (std::size_t i = 0; i < chain.relations.size(); ++i) {
        const bool is_rising = chain.relations[i].text.front() == '<';
        const Part smaller = is_rising ? chain.terms[i] : chain.terms[i + 1];
        const Part larger = is_rising ? chain.terms[i + 1] : chain.terms[i];
        const bool is_order = is_rising || chain.relations[i].text.front() == '>';
        const bool is_said =
            is_order && take_bound(smaller, chain.relations[i].text.size() > 1 ? "<=" : "<", larger, variables);
        says_more = says_more || !is_said;
      }
      if (says_more) {
        guards.push_back(conjunct);
      }
    }
    return guards;
  }

  /// Whether the part speaks of no variable from the one at `index` on.
  static bool is_known_before(Part part, std::size_t index, const std::vector<Variable>& variables) {
    return std::ranges::none_of(part, [&](const AnnotationToken& token) {
      return std::any_of(variables.begin() + static_cast<std::ptrdiff_t>(index), variables.end(),
                         [&](const Variable& other) { return other.name.text == token.text; });
    });
  }

  /// Of `i < j < n`, n is a limit of i as well.
  static void share_limits(std::vector<Variable>& variables) {
    for (std::size_t i = variables.size(); i-- > 0;) {
      for (std::size_t later = i + 1; later < variables.size() && !variables[i].limit; ++later) {
        const Variable& other = variables[later];
        const bool is_above =
            other.lowest && other.lowest->size() == 1 && other.lowest->front().text == variables[i].name.text;
        if (is_above && other.limit && is_known_before(*other.limit, i, variables)) {
          variables[i].limit = other.limit;
          variables[i].limit_relation = other.limit_relation;
          variables[i].name_before_limit = other.name_before_limit;
          variables[i].name_before_limit.text = variables[i].name.text;
        }
      }
    }
  }

  /// Whether a loop over the variable can say all of `smaller < larger`, or `<=`. What a bound speaks of has to be known
  /// before the variable is.
  static bool take_bound(Part smaller, const std::string& relation, Part larger, std::vector<Variable>& variables) {
    for (std::size_t i = variables.size(); i-- > 0;) {
      Variable& variable = variables[i];
      const auto is_variable = [&](Part part) { return part.size() == 1 && part.front().text == variable.name.text; };
      if (is_variable(larger) && !variable.lowest && is_known_before(smaller, i, variables)) {
        variable.lowest = smaller;
        return relation == "<=";
      }
      if (is_variable(smaller) && !variable.limit && is_known_before(larger, i, variables)) {
        variable.limit = larger;
        variable.limit_relation = relation;
        variable.name_before_limit = smaller.front();
        return true;
      }
    }
    return false;
  }

  /// The variable has the type in which C compares its bounds, so that it is what it should be in each round, and does not
  /// come to the end of its type.
  void loop(const Variable& variable) {
    if (!variable.lowest || !variable.limit || variable.lowest->empty() || variable.limit->empty()) {
      throw NotUnderstood{"a variable without a range from both sides, \"" + variable.name.text + '"'};
    }
    const AnnotationToken& name = variable.name;
    const bool is_int = variable.type.size() == 1 && variable.type.front().text == "int";
    if (!is_int && (variable.type.size() != 1 || variable.type.front().text != "integer")) {
      throw NotUnderstood{"a quantified variable of another type than \"integer\" and \"int\""};
    }
    if (variable.lowest->size() != 1 || !is_number(variable.lowest->front().text)) { // else no loop asks for it
      add({"if", "("}, name);
      compare(*variable.lowest, variable);
      add({")"}, name);
    }
    add({"for", "("}, name);
    if (variable.limit_relation == "<=") { // it comes to the value behind the limit
      add({"long", "long"}, name);
    } else if (is_int) {
      add({"int"}, name);
    } else {
      add({"__typeof__", "("}, name);
      bounds(variable, name);
      add({")"}, name);
    }
    add({name.text, "="}, name);
    first_value(variable, is_int);
    add({";"}, name);
    compare(Part(&variable.name_before_limit, 1), variable);
    add({";", name.text, "++", ")"}, name);
  }

  /// Of another type than it may have, it is no expression of C.
  void first_value(const Variable& variable, bool is_int) {
    const AnnotationToken& name = variable.name;
    if (!is_int && variable.limit_relation == "<") {
      return term(*variable.lowest);
    }
    add({"_Generic", "("}, name);
    bounds(variable, name);
    for (const char* type : {"int", "unsigned"}) {
      if (!is_int || std::string_view(type) == "int") {
        add({",", type, ":", "("}, name);
        term(*variable.lowest);
        add({")"}, name);
      }
    }
    add({")"}, name);
  }

  /// `__vouch_annotated(!!((value) < (limit)))`
  void compare(Part value, const Variable& variable) {
    add({annotated_function, "(", "!", "!", "(", "("}, value.front());
    term(value);
    add({")", variable.limit_relation, "("}, value.back());
    term(*variable.limit);
    add({")", ")", ")"}, variable.limit->back());
  }

  /// `(lowest) + (limit)`
  void bounds(const Variable& variable, const AnnotationToken& near) {
    add({"("}, near);
    term(*variable.lowest);
    add({")", "+", "("}, near);
    term(*variable.limit);
    add({")"}, near);
  }

  Tokens result_;
};

} // namespace

Result<std::vector<AnnotationToken>> translated_annotation(const std::vector<std::string>& tokens) {
  Tokens numbered;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    numbered.push_back({tokens[i], i});
  }
  try {
    Translation translation;
    translation.statement(numbered);
    return translation.take();
  } catch (const NotUnderstood& cause) {
    return Error{cause.reason};
  }
}

} // namespace vouch::frontend
