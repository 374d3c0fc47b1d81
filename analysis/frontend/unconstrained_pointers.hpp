#pragma once

#include "analysis/frontend/bounded_arrays.hpp"
#include "analysis/frontend/declared_extents.hpp"
#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/member_reads.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vouch::frontend {

/// A pointer that a function was given, and that another one may be equal to.
struct GivenPointer {
  clang::QualType pointee;
  cfa::ExpressionRef pointer = nullptr;
  cfa::ExpressionRef elements = nullptr; ///< behind it
  bool is_string = false;
};
using GivenPointers = std::vector<GivenPointer>;

/// A pointer to be made up: what it is called, and what is known of where it leads.
struct WantedPointer {
  std::string name;
  DeclaredExtent extent;
  cfa::ExpressionRef count = nullptr; ///< the value of `extent.count`, if there is one
};

/// Pointers that some caller could pass to a function which is verified on its own.
class UnconstrainedPointers {
public:
  /// `reads`: what can be looked at behind the call; in other members nothing is put.
  UnconstrainedPointers(LoweringContext& lowering, MemberReads::Members reads)
      : lowering_(lowering), unit_(lowering.unit()), reads_(std::move(reads)) {}

  /// Adds what callers can pass of the file's own objects.
  void add_static_pointees(GivenPointers& given);
  /// Requires a pointer to objects that can be made. `given` are the pointers that it may be equal to; the new one is
  /// added.
  cfa::ExpressionRef unconstrained_pointer(const WantedPointer& wanted, const Origin& origin, unsigned depth,
                                           GivenPointers& given);

  /// The end of the array that `begin`, one of `given`, leads to.
  cfa::ExpressionRef end_of_array(cfa::ExpressionRef begin, const WantedPointer& wanted, const Origin& origin,
                                  const GivenPointers& given);

  /// Assumes of a value of an enumeration that it is one that the enumeration names, or a combination of these.
  void assume_named_value(const std::string& name, clang::QualType type, cfa::ExpressionRef value,
                          const Origin& origin);

  /// What callers are taken to keep to without its being in C's own words, as "s is a string".
  [[nodiscard]] const std::vector<std::string>& assumed() const { return assumed_; }

private:
  /// What callers have behind a struct for the elements of its last member, if a field has their number.
  struct FlexibleRoom {
    cfa::ExpressionRef count = nullptr; ///< null: no field has
    cfa::ExpressionRef bytes = nullptr;
  };
  struct MadeArray {
    cfa::VariableId elements; ///< their number
    cfa::ExpressionRef flexible_count = nullptr;
  };
  MadeArray make_array(cfa::VariableId pointer, const WantedPointer& wanted, const Origin& origin);
  FlexibleRoom flexible_room(const WantedPointer& wanted, const Origin& origin);
  void give_first_element(cfa::ExpressionRef pointer, clang::QualType element, const std::string& name,
                          const Origin& origin);
  void follow_pointers(cfa::ExpressionRef object, clang::QualType type, const std::string& name, const Origin& origin,
                       unsigned depth, GivenPointers& given);
  void follow_members(const Place& record, const clang::RecordDecl* declaration, const std::string& name,
                      const Origin& origin, unsigned depth, GivenPointers& given);
  void follow_member(const Place& record, const clang::FieldDecl* field, const std::string& name, const Origin& origin,
                     unsigned depth, GivenPointers& given);
  void follow_array(const Place& record, const BoundedArray& array, const std::string& name, const Origin& origin,
                    unsigned depth, GivenPointers& given);
  DeclaredExtent extent_of_member(const clang::FieldDecl* field, const std::string& name);
  [[nodiscard]] bool is_looked_at(const clang::FieldDecl* field) const;
  [[nodiscard]] bool is_met_later(const DeclaredExtent& extent) const;
  void give_pointer(const Place& place, const DeclaredExtent& extent, const std::string& name, const Origin& origin);
  cfa::ExpressionRef member_value(const Place& record, const clang::ValueDecl* field, const Origin& origin);
  cfa::ExpressionRef reaches_count(const WantedPointer& wanted, cfa::ExpressionRef elements);
  void assume(cfa::ExpressionRef condition, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
  MemberReads::Members reads_;
  std::vector<std::string> assumed_;
};

/// Whether objects can be made that a pointer leads to whose declaration says this.
bool can_be_made(const DeclaredExtent& extent);

} // namespace vouch::frontend
