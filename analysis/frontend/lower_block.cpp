#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/function_lowering.hpp"

#include <algorithm>

namespace vouch::frontend {
namespace {

cfa::VariableId variable_of(const Place& object) {
  return std::get<cfa::AddressOf>(std::get<MemoryPlace>(object).address->node).variable;
}

} // namespace

void FunctionLowering::block(const clang::Stmt* body) {
  open_block(body);
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    for (const clang::Stmt* part : compound->body()) {
      statement(part);
    }
  } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(body)) {
    for_loop(loop);
  } else {
    statement(body);
  }
  close_block();
}

void FunctionLowering::open_block(const clang::Stmt* block) {
  open_blocks_.push_back({block, {}});
  begin_lifetimes(block);
}

void FunctionLowering::begin_lifetimes(const clang::Stmt* block) {
  if (auto literals = lifetimes_.literals.find(block); literals != lifetimes_.literals.end()) {
    for (const clang::CompoundLiteralExpr* literal : literals->second) {
      begin_lifetime(literal_place(literal), {range_of(literal->getSourceRange()), {}});
    }
  }
  if (auto variables = lifetimes_.variables.find(block); variables != lifetimes_.variables.end()) {
    for (const clang::VarDecl* variable : variables->second) {
      begin_lifetime(variable_place(variable), {range_of(variable->getSourceRange()), {}});
    }
  }
}

void FunctionLowering::begin_lifetime(const Place& object, const Origin& origin) {
  if (!std::holds_alternative<MemoryPlace>(object)) {
    return;
  }
  cfa::Declare declaration{variable_of(object)};
  emit(declaration, origin);
  end_with_block(declaration);
}

void FunctionLowering::end_with_block(cfa::Operation ending) {
  if (!open_blocks_.empty() && unit_.properties.contains(cfa::PropertyKind::UseAfterFree)) {
    open_blocks_.back().endings.push_back(std::move(ending));
  }
}

void FunctionLowering::close_block() {
  leave_blocks(open_blocks_.size() - 1);
  open_blocks_.pop_back();
}

void FunctionLowering::leave_blocks(std::size_t remaining) {
  for (std::size_t index = open_blocks_.size(); index-- > remaining;) {
    for (const cfa::Operation& ending : open_blocks_[index].endings) {
      emit(ending, {});
    }
  }
}

void FunctionLowering::jump_to(const clang::LabelDecl* target) {
  if (auto around = lifetimes_.blocks_around.find(target); around != lifetimes_.blocks_around.end()) {
    auto [left, right] =
        std::mismatch(open_blocks_.begin(), open_blocks_.end(), around->second.begin(), around->second.end(),
                      [](const OpenBlock& open, const clang::Stmt* block) { return open.block == block; });
    leave_blocks(static_cast<std::size_t>(left - open_blocks_.begin()));
  }
  go_to(label(target));
}

void FunctionLowering::break_statement(const clang::BreakStmt* statement) {
  const JumpTargets& target = jump_targets_.back();
  if (target.kind == JumpTargets::Kind::LoopHead) {
    return unsupported("\"break\" in the head of a loop", statement); // gcc leaves the loop around it, Clang this one
  }
  leave_blocks(target.open_blocks);
  go_to(target.break_to);
  continue_unreachable();
}

void FunctionLowering::continue_statement(const clang::ContinueStmt* statement) {
  auto target = std::find_if(jump_targets_.rbegin(), jump_targets_.rend(),
                             [](const JumpTargets& candidate) { return candidate.kind != JumpTargets::Kind::Switch; });
  if (target->kind == JumpTargets::Kind::LoopHead) {
    return unsupported("\"continue\" in the head of a loop", statement);
  }
  leave_blocks(target->open_blocks);
  go_to(target->continue_to);
  continue_unreachable();
}

void FunctionLowering::loop_condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false) {
  jump_targets_.push_back({JumpTargets::Kind::LoopHead, 0, 0, open_blocks_.size()});
  condition(expression, if_true, if_false);
  jump_targets_.pop_back();
}

void FunctionLowering::enter_bypassed_scopes() {
  // Control may come behind the declaration of these without passing it; their lifetime begins with their block.
  for (const clang::VarDecl* variable : unit_.usage.bypassed) {
    if (variable->getParentFunctionOrMethod() != interface_->declaration ||
        variable->getType()->isVariablyModifiedType()) {
      continue;
    }
    Place place = variable_place(variable);
    Origin origin{range_of(variable->getSourceRange()), {}};
    if (std::holds_alternative<MemoryPlace>(place)) {
      begin_lifetime(place, origin);
    } else {
      unconstrained(place, variable->getType(), cfa::InputKind::Uninitialised, variable->getNameAsString(), origin);
    }
  }
  // A jump may also enter the blocks of these; their own entries begin new lifetimes.
  for (const auto& [label, blocks] : lifetimes_.blocks_around) {
    for (const clang::Stmt* block : blocks) {
      if (block != interface_->declaration->getBody()) {
        begin_lifetimes(block);
      }
    }
  }
}

DraftLocation FunctionLowering::label(const clang::LabelDecl* label) {
  auto [entry, is_new] = labels_.try_emplace(label, 0);
  if (is_new) {
    entry->second = draft_.add_location();
  }
  return entry->second;
}

cfa::ExpressionRef FunctionLowering::label_address(const clang::LabelDecl* label) {
  // Numbers that are no object's address.
  constexpr std::ptrdiff_t most_labels = 4000;
  const auto& labels = unit_.usage.addressed_labels;
  auto position = std::find(labels.begin(), labels.end(), label) - labels.begin();
  if (position >= most_labels) {
    unsupported("address of a label, of too many", Origin{range_of(label->getSourceRange()), {}});
  }
  return unit_.expressions.constant(position + 1, unit_.types.pointer());
}

} // namespace vouch::frontend
