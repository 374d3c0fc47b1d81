#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

/// Pointers of which no copy is kept anywhere.
///
/// A parameter is confined if its function never assigns it, and only accesses what it points to, compares it, or passes
/// it on to a parameter that is confined. An automatic variable is private if its address is used only so: then every
/// access of it starts at its name, or at a confined parameter that its address was passed to, directly or through others.
/// Of variables of static lifetime code elsewhere may know the address.
///
/// These are the largest sets of which this holds: all parameters and variables that no edge takes out, and again until
/// no more are taken out.
///
/// Example:  void set(struct s *p) { p->n = 1; }   void keep(struct s *p) { kept = p; }
///   struct s a, b; set(&a); keep(&b);      p of `set` is confined and `a` private, p of `keep` and `b` are not
namespace vouch::facts {

class ConfinedPointers {
public:
  explicit ConfinedPointers(const cfa::Cfa& cfa);

  [[nodiscard]] bool is_confined(cfa::VariableId parameter) const { return is_kept_to_itself_[parameter.index()]; }
  [[nodiscard]] bool is_private(cfa::VariableId variable) const { return is_kept_to_itself_[variable.index()]; }

private:
  void apply(const cfa::Cfa& cfa, const cfa::Operation& operation);
  void look_into(cfa::ExpressionRef root);
  void leak(cfa::ExpressionRef pointer);

  /// By variable: whether the pointer that it holds is confined, if it is a register, and else whether it is private.
  std::vector<bool> is_kept_to_itself_;
  bool has_changed_ = false;
};

} // namespace vouch::facts
