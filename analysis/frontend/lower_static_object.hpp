#pragma once

#include "analysis/frontend/lowering_context.hpp"

namespace vouch::frontend {

/// Objects with static storage, for synthetic functions that start a verification.
class StaticObjectLowering {
public:
  explicit StaticObjectLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  void set_up_static_objects(StaticContents contents);
  /// The same for one object: the beginning of its lifetime, and what it holds then.
  void begin_static(const StaticObject& object);
  /// Whether the program has the symbol whose address `object` holds, if it holds one. Behind all beginnings.
  void choose_symbol(const StaticObject& object);
  void initialise_static(const StaticObject& object, StaticContents contents);

private:
  /// What it holds when other functions of the file may have run before: anything of its type, and pointers as callers have
  /// them, unless objects of the file are among what they may lead to.
  void leave_to_callers(const StaticObject& object, const std::string& name, const Origin& origin);
  /// For what a pointer of this type in such an object leads to; invalid: nothing is known of that.
  [[nodiscard]] cfa::GivenTypeId type_behind(clang::QualType pointer);
  /// Whether all pointers in an object of this type are of that kind.
  [[nodiscard]] bool leads_to_callers_objects(clang::QualType type) const;
  void give_functions(const Place& place, clang::QualType type, const std::string& name, const Origin& origin);
  [[nodiscard]] bool always_holds_initialiser(const StaticObject& object) const;
  void assume_one_of_its_constants(const StaticObject& object, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
