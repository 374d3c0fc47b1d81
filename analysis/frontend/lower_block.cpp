#include "analysis/frontend/lower_block.hpp"

#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_statement.hpp"

#include <algorithm>

namespace vouch::frontend {
namespace {

cfa::VariableId variable_of(const Place& object) {
  return std::get<cfa::AddressOf>(std::get<MemoryPlace>(object).address->node).variable;
}

} // namespace

void BlockLowering::enter_function() {
  lifetimes_ = lifetimes_in(lowering_.interface()->declaration);
  enter_bypassed_scopes();
}

void BlockLowering::block(const clang::Stmt* body) {
  open_block(body);
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    for (const clang::Stmt* part : compound->body()) {
      lowering_.statements().statement(part);
    }
  } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(body)) {
    lowering_.statements().for_loop(loop);
  } else {
    lowering_.statements().statement(body);
  }
  close_block();
}

void BlockLowering::open_block(const clang::Stmt* block) {
  open_blocks_.push_back({block, {}});
  begin_lifetimes(block);
}

void BlockLowering::begin_lifetimes(const clang::Stmt* block) {
  if (auto literals = lifetimes_.literals.find(block); literals != lifetimes_.literals.end()) {
    for (const clang::CompoundLiteralExpr* literal : literals->second) {
      begin_lifetime(lowering_.places().literal_place(literal), {lowering_.range_of(literal->getSourceRange()), {}});
    }
  }
  if (auto variables = lifetimes_.variables.find(block); variables != lifetimes_.variables.end()) {
    for (const clang::VarDecl* variable : variables->second) {
      begin_lifetime(lowering_.places().variable_place(variable), {lowering_.range_of(variable->getSourceRange()), {}});
    }
  }
}

void BlockLowering::begin_lifetime(const Place& object, const Origin& origin) {
  if (!std::holds_alternative<MemoryPlace>(object)) {
    return;
  }
  cfa::Declare declaration{variable_of(object)};
  lowering_.emit(declaration, origin);
  end_with_block(declaration);
}

void BlockLowering::end_with_block(cfa::Operation ending) {
  if (!open_blocks_.empty() && unit_.looks_at_lifetimes()) {
    open_blocks_.back().endings.push_back(std::move(ending));
  }
}

void BlockLowering::close_block() {
  leave_blocks(open_blocks_.size() - 1);
  open_blocks_.pop_back();
}

void BlockLowering::merge_block() {
  OpenBlock left = std::move(open_blocks_.back());
  open_blocks_.pop_back();
  for (cfa::Operation& ending : left.endings) {
    end_with_block(std::move(ending));
  }
}

void BlockLowering::leave_blocks(std::size_t remaining) {
  for (std::size_t index = open_blocks_.size(); index-- > remaining;) {
    for (const cfa::Operation& ending : open_blocks_[index].endings) {
      lowering_.emit(ending, {});
    }
  }
}

void BlockLowering::jump_to(const clang::LabelDecl* target) {
  if (auto around = lifetimes_.blocks_around.find(target); around != lifetimes_.blocks_around.end()) {
    auto [left, right] =
        std::mismatch(open_blocks_.begin(), open_blocks_.end(), around->second.begin(), around->second.end(),
                      [](const OpenBlock& open, const clang::Stmt* block) { return open.block == block; });
    leave_blocks(static_cast<std::size_t>(left - open_blocks_.begin()));
  }
  lowering_.go_to(label(target));
}

void BlockLowering::open_jump_targets(JumpTargets::Kind kind, DraftLocation break_to, DraftLocation continue_to) {
  jump_targets_.push_back({kind, break_to, continue_to, open_blocks_.size()});
}

void BlockLowering::break_statement(const clang::BreakStmt* statement) {
  const JumpTargets& target = jump_targets_.back();
  if (target.kind == JumpTargets::Kind::LoopHead) {
    return lowering_.unsupported("\"break\" in the head of a loop",
                                 statement); // gcc leaves the loop around it, Clang this one
  }
  leave_blocks(target.open_blocks);
  lowering_.go_to(target.break_to);
  lowering_.continue_unreachable();
}

void BlockLowering::continue_statement(const clang::ContinueStmt* statement) {
  auto target = std::find_if(jump_targets_.rbegin(), jump_targets_.rend(),
                             [](const JumpTargets& candidate) { return candidate.kind != JumpTargets::Kind::Switch; });
  if (target->kind == JumpTargets::Kind::LoopHead) {
    return lowering_.unsupported("\"continue\" in the head of a loop", statement);
  }
  leave_blocks(target->open_blocks);
  lowering_.go_to(target->continue_to);
  lowering_.continue_unreachable();
}

void BlockLowering::loop_condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false) {
  open_jump_targets(JumpTargets::Kind::LoopHead, 0, 0);
  lowering_.conditions().condition(expression, if_true, if_false);
  close_jump_targets();
}

void BlockLowering::enter_bypassed_scopes() {
  // Control may come behind the declaration of these without passing it; their lifetime begins with their block.
  for (const clang::VarDecl* variable : unit_.usage.bypassed) {
    if (variable->getParentFunctionOrMethod() != lowering_.interface()->declaration ||
        variable->getType()->isVariablyModifiedType()) {
      continue;
    }
    Place place = lowering_.places().variable_place(variable);
    Origin origin{lowering_.range_of(variable->getSourceRange()), {}};
    if (std::holds_alternative<MemoryPlace>(place)) {
      begin_lifetime(place, origin);
    } else {
      lowering_.unconstrained(place, variable->getType(), cfa::InputKind::Uninitialised, variable->getNameAsString(),
                              origin);
    }
  }
  // A jump may also enter the blocks of these; their own entries begin new lifetimes.
  for (const auto& [label, blocks] : lifetimes_.blocks_around) {
    for (const clang::Stmt* block : blocks) {
      if (block != lowering_.interface()->declaration->getBody()) {
        begin_lifetimes(block);
      }
    }
  }
}

DraftLocation BlockLowering::label(const clang::LabelDecl* label) {
  auto [entry, is_new] = labels_.try_emplace(label, 0);
  if (is_new) {
    entry->second = lowering_.add_location();
  }
  return entry->second;
}

cfa::ExpressionRef BlockLowering::label_address(const clang::LabelDecl* label) {
  // Numbers that are no object's address.
  constexpr std::ptrdiff_t most_labels = 4000;
  const auto& labels = unit_.usage.addressed_labels;
  auto position = std::find(labels.begin(), labels.end(), label) - labels.begin();
  if (position >= most_labels) {
    lowering_.unsupported("address of a label, of too many", Origin{lowering_.range_of(label->getSourceRange()), {}});
  }
  return unit_.expressions.constant(position + 1, unit_.types.pointer());
}

} // namespace vouch::frontend
