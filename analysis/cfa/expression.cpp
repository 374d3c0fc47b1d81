#include "analysis/cfa/expression.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <charconv>
#include <unordered_set>

namespace vouch::cfa {
namespace {

template <class Visit>
void for_each_operand(ExpressionRef expression, const Visit& visit) {
  std::visit(Overloaded{
                 [&](const Load& n) { visit(n.address); },
                 [&](const Unary& n) { visit(n.operand); },
                 [&](const Binary& n) {
                   visit(n.left);
                   visit(n.right);
                 },
                 [&](const Convert& n) { visit(n.operand); },
                 [&](const Conditional& n) {
                   visit(n.condition);
                   visit(n.if_true);
                   visit(n.if_false);
                 },
                 [&](const MemoryCheck& n) { std::ranges::for_each(n.operands, visit); },
                 [](const auto&) {},
             },
             expression->node);
}

/// Most expressions have fewer parts: these cost no allocation.
constexpr std::size_t few = 32;

/// Of a few expressions all are compared.
class Seen {
public:
  /// Whether it is new.
  bool insert(ExpressionRef expression) {
    if (!many_.empty()) {
      return many_.insert(expression).second;
    }
    if (std::ranges::find(few_, expression) != few_.end()) {
      return false;
    }
    if (few_.size() == few) {
      many_.insert(few_.begin(), few_.end());
      return many_.insert(expression).second;
    }
    few_.push_back(expression);
    return true;
  }

private:
  boost::container::small_vector<ExpressionRef, few> few_;
  std::unordered_set<ExpressionRef> many_;
};

std::size_t hash_value(const ExpressionNode& node) {
  std::size_t details =
      std::visit(Overloaded{
                     [](const Constant& n) {
                       return hash_of(static_cast<std::uint64_t>(n.value), static_cast<std::int64_t>(n.value >> 64));
                     },
                     [](const FloatConstant& n) {
                       Integer bits = float_bits(n.value, FloatType{80});
                       return hash_of(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64));
                     },
                     [](const VariableRead& n) { return hash_of(n.variable); },
                     [](const AddressOf& n) { return hash_of(n.variable); },
                     [](const FunctionAddress& n) { return hash_of(n.function); },
                     [](const Load& n) { return hash_of(n.address); },
                     [](const Unary& n) { return hash_of(n.op, n.operand); },
                     [](const Binary& n) { return hash_of(n.op, n.left, n.right); },
                     [](const Convert& n) { return hash_of(n.operand); },
                     [](const Conditional& n) { return hash_of(n.condition, n.if_true, n.if_false); },
                     [](const MemoryCheck& n) {
                       std::size_t hash = hash_of(n.fault);
                       for (ExpressionRef operand : n.operands) {
                         hash = hash_of(hash, operand);
                       }
                       return hash;
                     },
                 },
                 node);
  return hash_of(node.index(), details);
}

Type result_type(BinaryOperator op, ExpressionRef left) {
  if (is_comparison(op) || op == BinaryOperator::LogicalAnd || op == BinaryOperator::LogicalOr) {
    return IntegerType{32, Signedness::Signed};
  }
  if (op == BinaryOperator::PointerDifference) {
    return IntegerType{std::get<PointerType>(left->type).width, Signedness::Signed};
  }
  return left->type;
}

std::string_view spelling(BinaryOperator op) {
  constexpr std::array<std::string_view, 21> spellings = {"+", "-",  "*",  "/",  "%",  "<<", ">>",
                                                          "&", "|",  "^",  "==", "!=", "<",  "<=",
                                                          ">", ">=", "&&", "||", "+p", "-p", "copysign"};
  return spellings.at(static_cast<std::size_t>(op));
}

std::string_view spelling(UnaryOperator op) {
  constexpr std::array<std::string_view, 11> spellings = {"-",     "~",      "!",     "fabs ",  "sqrt ",   "floor ",
                                                          "ceil ", "trunc ", "rint ", "round ", "signbit "};
  return spellings.at(static_cast<std::size_t>(op));
}

/// The shortest decimal notation that reads back as the same number of the type.
std::string shortest(long double number, const Type& type) {
  std::array<char, 64> digits{};
  unsigned width = std::get<FloatType>(type).width;
  char* limit = digits.data() + digits.size();
  char* end = width == 32   ? std::to_chars(digits.data(), limit, static_cast<float>(number)).ptr
              : width == 64 ? std::to_chars(digits.data(), limit, static_cast<double>(number)).ptr
                            : std::to_chars(digits.data(), limit, number).ptr;
  std::string text(digits.data(), end);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

bool is_truth_value(UnaryOperator op) { return op == UnaryOperator::LogicalNot || op == UnaryOperator::SignBit; }

std::string_view spelling(MemoryFault fault) {
  constexpr std::array<std::string_view, 6> spellings = {"is_null",      "is_dead",  "is_out_of_bounds",
                                                         "is_no_object", "is_freed", "has_leak"};
  return spellings.at(static_cast<std::size_t>(fault));
}

} // namespace

bool operator==(const FloatConstant& a, const FloatConstant& b) {
  return float_bits(a.value, FloatType{80}) == float_bits(b.value, FloatType{80});
}

ExpressionRef ExpressionPool::make(ExpressionNode node, const Type& type) {
  std::size_t hash = hash_of(hash_value(node), cfa::hash_value(type));
  auto [first, last] = index_.equal_range(hash);
  for (auto candidate = first; candidate != last; ++candidate) {
    if (candidate->second->node == node && candidate->second->type == type) {
      return candidate->second;
    }
  }
  const Expression& made = storage_.emplace_back(Expression{std::move(node), type});
  index_.emplace(hash, &made);
  return &made;
}

ExpressionRef ExpressionPool::unary(UnaryOperator op, ExpressionRef operand) {
  Type type = is_truth_value(op) ? Type{IntegerType{32, Signedness::Signed}} : operand->type;
  return make(Unary{op, operand}, type);
}

ExpressionRef ExpressionPool::binary(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
  return make(Binary{op, left, right}, result_type(op, left));
}

ExpressionRef ExpressionPool::convert(ExpressionRef operand, const Type& type) {
  return operand->type == type ? operand : make(Convert{operand}, type);
}

bool is_comparison(BinaryOperator op) { return op >= BinaryOperator::Equal && op <= BinaryOperator::GreaterEqual; }

std::vector<ExpressionRef> operands(ExpressionRef expression) {
  std::vector<ExpressionRef> result;
  for_each_operand(expression, [&](ExpressionRef operand) { result.push_back(operand); });
  return result;
}

void for_each_subexpression(ExpressionRef root, const std::function<void(ExpressionRef)>& visit) {
  // An explicit stack: generated programs have expressions that are tens of thousands of operators deep.
  boost::container::small_vector<std::pair<ExpressionRef, bool>, few> work;
  Seen seen;
  work.emplace_back(root, false);
  while (!work.empty()) {
    auto [expression, operands_done] = work.back();
    work.pop_back();
    if (operands_done) {
      visit(expression);
      continue;
    }
    if (!seen.insert(expression)) {
      continue;
    }
    work.emplace_back(expression, true);
    const auto first = static_cast<std::ptrdiff_t>(work.size());
    for_each_operand(expression, [&](ExpressionRef operand) { work.emplace_back(operand, false); });
    std::reverse(work.begin() + first, work.end());
  }
}

std::string to_string(ExpressionRef expression, const Names& names) {
  auto text = [&](ExpressionRef operand) { return to_string(operand, names); };
  return std::visit(Overloaded{
                        [](const Constant& n) { return to_string(n.value); },
                        [&](const FloatConstant& n) { return shortest(n.value, expression->type); },
                        [&](const VariableRead& n) { return names.variable(n.variable); },
                        [&](const AddressOf& n) { return "&" + names.variable(n.variable); },
                        [&](const FunctionAddress& n) { return "&" + names.function(n.function); },
                        [&](const Load& n) { return "*(" + to_string(expression->type) + ")" + text(n.address); },
                        [&](const Unary& n) { return std::string(spelling(n.op)) + text(n.operand); },
                        [&](const Binary& n) {
                          return "(" + text(n.left) + " " + std::string(spelling(n.op)) + " " + text(n.right) + ")";
                        },
                        [&](const Convert& n) { return "(" + to_string(expression->type) + ")" + text(n.operand); },
                        [&](const Conditional& n) {
                          return "(" + text(n.condition) + " ? " + text(n.if_true) + " : " + text(n.if_false) + ")";
                        },
                        [&](const MemoryCheck& n) {
                          std::string list;
                          for (ExpressionRef operand : n.operands) {
                            list += (list.empty() ? "" : ", ") + text(operand);
                          }
                          return std::string(spelling(n.fault)) + "(" + list + ")";
                        },
                    },
                    expression->node);
}

} // namespace vouch::cfa
