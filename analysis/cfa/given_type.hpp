#pragma once

#include "analysis/cfa/expression.hpp"

#include <string>
#include <vector>

/// Objects that callers of a function made, and that pointers which the function is given lead to, at any depth: as many as
/// a run meets. What they hold is not determined, but for their pointers: each is null, or leads to the start of another
/// such object. Two pointers to objects of one type may lead to one object, so lists, trees and cycles are possible.
///
/// Example: `struct node { struct node *next; int value; };`
///   GivenType{"struct node", 16, 8, {{0, "next", struct node}}}: at offset 0 there is null or a struct node.
namespace vouch::cfa {

/// Objects that pointers to one type of C lead to: at least one element each.
struct GivenType {
  struct Pointer {
    Integer offset = 0;   ///< in an element, in bytes
    std::string name;     ///< of the member, `next`, or the element, `slots[2]`
    GivenTypeId leads_to; ///< invalid: nothing is known of where it leads
  };
  std::string name; ///< the type, as C names it
  Integer size = 1; ///< of an element, in bytes
  Integer alignment = 1;
  std::vector<Pointer> pointers = {};
  bool has_other_pointers = false; ///< in places that are not listed, and of which nothing is known
  /// Of these, and of pointers of which it is not known where they lead: the types of what may be there.
  std::vector<GivenTypeId> others_lead_to = {};
};

} // namespace vouch::cfa
