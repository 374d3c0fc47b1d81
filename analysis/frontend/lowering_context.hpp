#pragma once

#include "analysis/frontend/draft.hpp"
#include "analysis/frontend/origin.hpp"
#include "analysis/frontend/place.hpp"
#include "analysis/frontend/unit.hpp"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <memory>
#include <string>
#include <unordered_set>

namespace vouch::frontend {

class BlockLowering;
class ConditionLowering;
class EvaluationOrder;
class ExpressionLowering;
class PlaceLowering;
class PropertyTargets;
class SizeLowering;
class StatementLowering;

/// What the assertions are that are lowered.
enum class Assertions {
  Checked,
  OfContract, ///< on the parameters: callers have to keep to them
  Assumed,    ///< the same, where any caller is made up
};

/// One function while it is lowered: what the parts of its lowering share, the edges that they add, and the way from one
/// part to another. Parts that remember something of the function live here; the others are made wherever they are
/// needed.
///
/// Control is always at `current()`. Behind a jump that is a location that nothing leads to, so that code behind it is
/// lowered as any other (it may contain labels) and removed at the end if it is not reached.
class LoweringContext {
public:
  /// `place`: where everything in the function is, for the user; invalid: where it is written.
  LoweringContext(Unit& unit, cfa::FunctionId function, SourceRange place);
  LoweringContext(const LoweringContext&) = delete;
  LoweringContext& operator=(const LoweringContext&) = delete;
  ~LoweringContext();

  [[nodiscard]] Unit& unit() const { return unit_; }
  [[nodiscard]] cfa::FunctionId function() const { return function_; }
  /// Null for synthetic functions.
  [[nodiscard]] const FunctionInterface* interface() const { return interface_; }
  /// What comes now is the body of the function with this interface.
  void begin_body(const FunctionInterface& interface) { interface_ = &interface; }

  [[nodiscard]] BlockLowering& blocks() const;
  [[nodiscard]] ConditionLowering& conditions() const;
  [[nodiscard]] EvaluationOrder& order() const;
  [[nodiscard]] ExpressionLowering& expressions() const;
  [[nodiscard]] PlaceLowering& places() const;
  [[nodiscard]] SizeLowering& sizes() const;
  [[nodiscard]] StatementLowering& statements() const;
  [[nodiscard]] PropertyTargets& targets() const;

  // What the source says
  /// What an edge says of `statement`: see `text_of`.
  [[nodiscard]] Origin origin_of(const clang::Stmt* statement) const;
  [[nodiscard]] SourceRange range_of(clang::SourceRange tokens) const;
  /// What an edge says; nothing in library models.
  [[nodiscard]] std::string text_of(clang::SourceRange tokens) const;
  /// For messages.
  [[nodiscard]] std::string quoted(const clang::Expr* expression) const;

  // Where control is
  [[nodiscard]] Draft& draft() { return draft_; }
  [[nodiscard]] const Draft& draft() const { return draft_; }
  [[nodiscard]] DraftLocation current() const { return current_; }
  DraftLocation add_location(SourceRange range = {}) { return draft_.add_location(std::move(range)); }
  /// Control comes to `location` from elsewhere.
  void start_at(DraftLocation location);
  /// Control goes on at `location`, where what has been checked is still known.
  void go_on_at(DraftLocation location) { current_ = location; }
  void continue_unreachable() { start_at(draft_.add_location()); }
  /// Whether it is known that `condition`, under which something would be undefined, does not hold.
  [[nodiscard]] bool has_passed(cfa::ExpressionRef condition) const { return passed_checks_.contains(condition); }
  void note_passed(cfa::ExpressionRef condition) { passed_checks_.insert(condition); }
  void forget_passed() { passed_checks_.clear(); }

  // Edges
  /// Does `operation` and goes on behind it.
  void emit(cfa::Operation operation, const Origin& origin);
  void go_to(DraftLocation target);
  /// Goes to `if_true` if `value` is not zero.
  void branch(cfa::ExpressionRef value, DraftLocation if_true, DraftLocation if_false, const Origin& origin);
  /// Nobody knows how control goes on.
  void unsupported(const std::string& construct, const Origin& origin);
  void unsupported(const std::string& construct, const clang::Stmt* statement);
  /// What happens is not known, but all code that it could lead to is lowered, also what comes now.
  void unknown_behaviour(const std::string& construct, const Origin& origin);
  /// Some value in the place of that of `expression`, which nobody comes to use.
  cfa::ExpressionRef unsupported_value(const std::string& construct, const clang::Expr* expression);
  void input(cfa::VariableId target, cfa::InputKind kind, const std::string& name, const Origin& origin);
  /// `place`, which holds a `type`, gets any value.
  void unconstrained(const Place& place, clang::QualType type, cfa::InputKind kind, const std::string& name,
                     const Origin& origin);

  // Temporaries
  cfa::VariableId temporary(const std::string& name, const cfa::Type& type);
  Place temporary_place(const std::string& name, clang::QualType type, const Origin& origin);
  /// That of `destination`, if there is one of `type`; otherwise a temporary.
  cfa::VariableId result_variable(const std::string& name, const cfa::Type& type, const Destination* destination);
  /// A temporary that holds `value`.
  cfa::ExpressionRef saved(cfa::ExpressionRef value, const std::string& name, const Origin& origin);
  /// Of what a function does that is not seen; null: it is not known what is called.
  [[nodiscard]] cfa::Author author_of(const clang::FunctionDecl* function) const;
  /// Code that is not at hand may change the object that `address` points into; all, if that is null. It is known as `name`,
  /// and is that of `function` if it is known what is called; else null.
  void change_elsewhere(cfa::ExpressionRef address, const std::string& name, const clang::FunctionDecl* function,
                        const Origin& origin, cfa::HavocMemory::Pointers pointers = cfa::HavocMemory::Pointers::Any);
  /// The value as it is now, whatever happens to memory behind.
  cfa::ExpressionRef settled(cfa::ExpressionRef value, const Origin& origin);
  /// `value`, or a temporary that holds it if evaluating `later` could change it.
  cfa::ExpressionRef stabilised(cfa::ExpressionRef value, const clang::Stmt* later, const clang::Stmt* origin);
  Place stabilised(Place place, const clang::Stmt* later, const clang::Stmt* origin);

  // Assertions
  [[nodiscard]] Assertions assertions() const { return assertions_; }
  /// What the assertions are that come now. `exemption`: of a contract, the condition under which callers need not keep to it.
  void take_assertions(Assertions as, std::string exemption = {}) {
    assertions_ = as;
    contract_exemption_ = std::move(exemption);
  }
  [[nodiscard]] const std::string& contract_exemption() const { return contract_exemption_; }
  /// `parameter` of a call that is made up leads to a string unless it is null.
  void note_made_as_string(const clang::ValueDecl* parameter) { made_as_strings_.insert(parameter); }
  [[nodiscard]] bool is_made_as_string(const clang::ValueDecl* variable) const {
    return made_as_strings_.contains(variable);
  }

private:
  struct Parts;

  [[nodiscard]] bool may_change(const Effects& effects, cfa::ExpressionRef value) const;

  Unit& unit_;
  cfa::FunctionId function_;
  SourceRange place_;
  const FunctionInterface* interface_ = nullptr;
  Draft draft_;
  DraftLocation current_ = Draft::entry;
  std::unordered_set<cfa::ExpressionRef> passed_checks_; ///< conditions that are known to fail at `current_`
  Assertions assertions_ = Assertions::Checked;
  std::string contract_exemption_;
  std::unordered_set<const clang::ValueDecl*> made_as_strings_;
  std::unique_ptr<Parts> parts_;
};

} // namespace vouch::frontend
