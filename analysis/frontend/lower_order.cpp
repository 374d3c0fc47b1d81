#include "analysis/frontend/lower_order.hpp"

#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/unordered_operands.hpp"

#include <algorithm>

namespace vouch::frontend {
namespace {

const std::string order_of_evaluation = "order of evaluation";

} // namespace

EvaluationScope::EvaluationScope(LoweringContext& lowering, const clang::Expr* expression)
    : lowering_(lowering), outer_(lowering.draft().evaluation()), mark_of_part_(lowering.order().open_marks_.size()) {
  std::vector<OpenMark>& marks = lowering.order().open_marks_;
  if (!marks.empty() && marks.back().whole == expression) {
    return; // on the way from one kind of lowering to another
  }
  if (!marks.empty()) {
    const std::vector<const clang::Expr*>& operands = marks.back().operands;
    const auto operand = std::find(operands.begin(), operands.end(), expression);
    if (operand != operands.end()) {
      enter_part(static_cast<std::size_t>(operand - operands.begin()));
    }
  }
  begin_mark(expression);
}

void EvaluationScope::enter_part(std::size_t index) {
  part_ = index;
  --mark_of_part_;
  cfa::UnorderedPart& part = lowering_.order().open_marks_[mark_of_part_].parts[index];
  if (part.begin == 0) {
    part.begin = ++lowering_.order().evaluations_;
    lowering_.draft().evaluate(part.begin);
  }
}

void EvaluationScope::begin_mark(const clang::Expr* expression) {
  Unit& unit = lowering_.unit();
  if (unit.role == UnitRole::Models || unit.effects_of(expression).is_empty()) {
    return;
  }
  std::vector<const clang::Expr*> operands = unordered_operands(expression);
  auto is_address_taken = [&](const clang::VarDecl* variable) { return unit.is_address_taken(variable); };
  if (operands.size() < 2 || !may_depend_on_order(operands, unit.effects_of, is_address_taken, unit.context)) {
    return;
  }
  for (const clang::Expr*& operand : operands) {
    operand = operand->IgnoreParens();
  }
  std::vector<cfa::UnorderedPart> parts(operands.size());
  lowering_.order().open_marks_.push_back(
      {expression, lowering_.draft().edge_count(), std::move(operands), std::move(parts)});
  lowering_.unknown_behaviour(order_of_evaluation, lowering_.origin_of(expression));
  has_mark_ = true;
}

EvaluationScope::~EvaluationScope() {
  if (has_mark_) {
    OpenMark& mark = lowering_.order().open_marks_.back();
    if (lowering_.draft().edge_count() == mark.edge + 1) {
      mark.parts.clear(); // nothing happens in any of them
    }
    lowering_.draft().complete_mark(mark.edge, std::move(mark.parts));
    lowering_.order().open_marks_.pop_back();
  }
  if (part_) {
    lowering_.order().open_marks_[mark_of_part_].parts[*part_].end = lowering_.order().evaluations_ + 1;
  }
  lowering_.draft().evaluate(outer_);
}

cfa::ExpressionRef EvaluationScope::used(cfa::ExpressionRef value) {
  if (part_ && value != nullptr) {
    lowering_.order().open_marks_[mark_of_part_].parts[*part_].values.push_back(value);
  }
  return value;
}

Place EvaluationScope::used(Place place) {
  if (const auto* memory = std::get_if<MemoryPlace>(&place)) {
    used(memory->address);
  } else if (const auto* bits = std::get_if<BitFieldPlace>(&place)) {
    used(bits->address);
  }
  return place;
}

Place EvaluationScope::used_whole(Place record, clang::QualType type) {
  if (!part_) {
    return record;
  }
  const RecordLeaves& parts = lowering_.unit().types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl());
  if (const auto* memory = std::get_if<MemoryPlace>(&record); memory != nullptr && parts.has_union_or_array) {
    // Stands for all that the object holds.
    used(lowering_.unit().expressions.memory_check(cfa::MemoryFault::Dead, {memory->address}));
  }
  const std::vector<Leaf>& leaves = parts.leaves;
  std::vector<Place> places = lowering_.places().leaf_places(record, type);
  for (std::size_t index = 0; index < places.size(); ++index) {
    if (lowering_.unit().types.scalar(leaves[index].type)) {
      used(lowering_.places().value_at(places[index], leaves[index].type.getUnqualifiedType(), {}));
    }
  }
  return record;
}

void require_one_assignment(LoweringContext& lowering, const clang::BinaryOperator* expression) {
  if (assigns_again(expression)) {
    lowering.unknown_behaviour(order_of_evaluation, lowering.origin_of(expression));
  }
}

} // namespace vouch::frontend
