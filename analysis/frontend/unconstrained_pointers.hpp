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
  clang::QualType pointee; ///< const, if that is what the pointer says
  cfa::ExpressionRef pointer = nullptr;
  cfa::ExpressionRef elements = nullptr; ///< behind it
  bool is_string = false;
  bool is_static = false; ///< leads to a variable of the file, whose contents come later
  bool is_restricted = false;
};
using GivenPointers = std::vector<GivenPointer>;

/// A pointer to be made up: what it is called, and what is known of where it leads.
struct WantedPointer {
  std::string name;
  DeclaredExtent extent;
  cfa::ExpressionRef count = nullptr; ///< the value of `extent.count`, if there is one
  bool is_restricted = false;
  /// Whether arrays are made behind this one that pointers inside of it may lead to.
  enum class Behind { Others, Nothing } behind = Behind::Others;
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

  /// Pointers in a struct that is passed by value may lead to what has been made, too. `place` has its leaves, or is memory.
  void give_parts(const Place& place, clang::QualType type, const std::string& name, const Origin& origin);
  /// Gives pointers inside of what was made values that may lead to all of it. Behind the last `unconstrained_pointer`, before
  /// variables of the file get their contents.
  void give_what_is_met_later();
  /// Assumes of variables of the file that were chosen as strings that they are some. Once they have their contents.
  void assume_strings();

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
  /// Where pointers are followed: in the first element behind a pointer.
  struct Inside {
    Origin origin;
    unsigned depth = 0;
    cfa::ExpressionRef elements = nullptr; ///< that there are; without any nothing can be followed
    GivenPointers& given;
  };
  /// A pointer in such an element of which it is open which object it leads to.
  struct MetLater {
    cfa::ExpressionRef elements = nullptr; ///< where it lies
    Place place;
    DeclaredExtent extent;
    std::string name;
    Origin origin;
  };
  struct ChosenString {
    cfa::ExpressionRef variable = nullptr; ///< its address
    cfa::ExpressionRef pointer = nullptr;
    cfa::ExpressionRef length = nullptr; ///< of the variable, in characters
    cfa::Type character;
    Origin origin;
  };
  struct Elements {
    cfa::ExpressionRef pointer = nullptr; ///< to the first of them
    cfa::ExpressionRef count = nullptr;
  };
  /// What is passed of what was given: of a table of structs of the file those from some element on, of all others the whole.
  Elements some_element(const GivenPointer& given, const std::string& name, const Origin& origin);
  struct MadeArray {
    cfa::VariableId elements; ///< their number
    cfa::ExpressionRef flexible_count = nullptr;
  };
  MadeArray make_array(cfa::VariableId pointer, const WantedPointer& wanted, const Origin& origin);
  FlexibleRoom flexible_room(const WantedPointer& wanted, const Origin& origin);
  void give_first_element(cfa::ExpressionRef pointer, clang::QualType element, const std::string& name,
                          const Origin& origin);
  void follow_pointers(cfa::ExpressionRef object, clang::QualType type, const std::string& name, const Inside& inside);
  void follow_members(const Place& record, const clang::RecordDecl* declaration, const std::string& name,
                      const Inside& inside);
  void follow_member(const Place& record, const clang::FieldDecl* field, const std::string& name, const Inside& inside);
  void follow_array(const Place& record, const BoundedArray& array, const std::string& name, const Inside& inside);
  DeclaredExtent extent_of_member(const clang::FieldDecl* field, const std::string& name);
  [[nodiscard]] bool is_looked_at(const clang::FieldDecl* field) const;
  [[nodiscard]] bool is_met_later(const DeclaredExtent& extent) const;
  void give_pointer(const Place& place, const DeclaredExtent& extent, const std::string& name, const Origin& origin);
  /// Chooses among variables of the file to which the pointer may lead; what comes next is for the case that it is none.
  void give_variable(const Place& place, const DeclaredExtent& extent, const std::string& name, const Origin& origin,
                     DraftLocation behind);
  void give_later(const Place& place, const DeclaredExtent& extent, const std::string& name, const Inside& inside);
  /// Those from this one on; what lies behind `certain` is there.
  void give_from(std::size_t first, cfa::ExpressionRef certain);
  cfa::ExpressionRef member_value(const Place& record, const clang::ValueDecl* field, const Origin& origin);
  cfa::ExpressionRef reaches_count(const WantedPointer& wanted, cfa::ExpressionRef elements);
  void assume(cfa::ExpressionRef condition, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
  MemberReads::Members reads_;
  std::vector<std::string> assumed_;
  std::vector<GivenPointer> passable_variables_; ///< of the file
  std::vector<MetLater> met_later_;
  std::vector<ChosenString> chosen_strings_;
};

/// Of a pointer: what a byte tells apart.
constexpr std::size_t most_alternatives = 250;
constexpr const char* too_many_alternatives = "more variables that callers could pass than can be told apart";

/// Whether who passes the variable's address casts const away.
bool must_not_lead_to(const GivenPointer& pointer, const GivenPointer& variable);

/// Whether objects can be made that a pointer leads to whose declaration says this.
bool can_be_made(const DeclaredExtent& extent);

} // namespace vouch::frontend
