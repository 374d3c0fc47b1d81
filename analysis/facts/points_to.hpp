#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/facts/congruence.hpp"

#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// Points-to analysis by unification, with offsets.
///
/// Follows B. Steensgaard, "Points-to analysis in almost linear time", POPL 1996: all objects that one pointer may
/// point to are put into one class, and so are all objects that pointers stored in one class may point to.
/// Flow-insensitive, context-insensitive, for the whole Cfa at once. On top of it, every pointer carries the congruence
/// of its offset from the start of the object (`Congruence`), which a fixpoint iteration computes; so fields of
/// structures come apart without any knowledge of their declarations.
///
/// Invariant: in a run without undefined behaviour, an address that an expression evaluates to lies in an object of the
/// class of that expression, at one of its offsets.
///
/// Pointers of unknown origin. One class, "unknown", stands for everything that the program's surroundings know of:
/// parameters and results from outside, integers converted to pointers, and all objects whose address is passed out,
/// converted to an integer, or read as anything but a pointer. Once a pointer of that class is used, all variables of
/// static lifetime belong to it too: code that has run before may have passed them out. A pointer that the front end
/// could not compute may point to everything.
/// The address bits of an indeterminate (uninitialised) pointer point nowhere: its use is undefined. The same goes for
/// functions and for numbers that are no addresses; which pointers may have such values is known by class.
///
/// Objects of callers (cfa/given_type.hpp) have a class for each of their types.
///
/// Example:  p = &a;  q = p + 1;  *q = 5;  r = malloc(16);  r->next = r;
///   classes {a}, {malloc}; q -> {a} at 4; contents({malloc}) at offset 0 = {malloc} at 0.
///
/// Pointers in objects are kept apart by where they are stored, as far as the congruences of the accesses differ: what
/// `p->name` points to has nothing to do with what `p->next` points to.
namespace vouch::facts {

using ObjectClassId = StrongId<struct ObjectClassTag>;

/// Offsets that an address may have from the start of its object. None at all: the address is never valid.
struct Offsets {
  std::optional<Congruence> known;
  /// Of unknown origin: any offset that is aligned for the type of the access (C 6.3.2.3 7).
  bool unknown = false;
  /// The numbers that the address itself may be, as far as the alignment of objects determines them; not of null.
  Congruence address = Congruence::anything();

  /// The start of an object with this alignment.
  static Offsets of_start(cfa::Integer alignment) {
    return {Congruence::exactly(0), false, Congruence::of(0, alignment)};
  }
  static Offsets of_unknown_origin() { return {std::nullopt, true}; }
  [[nodiscard]] bool is_empty() const { return !known && !unknown; }
  friend bool operator==(const Offsets&, const Offsets&) = default;
};

/// What either may be.
Offsets join(const Offsets& a, const Offsets& b);

/// Of the variable's address, in bytes; 1 if nothing is known.
cfa::Integer alignment_of(const cfa::Variable& variable);

/// An address as the analysis sees it. An invalid class: null, a function or an indeterminate pointer.
struct AbstractPointer {
  ObjectClassId target;
  Offsets offsets;
};

/// A `Load` or `Store`.
struct MemoryAccess {
  cfa::ExpressionRef address = nullptr;
  cfa::Type type;
  AbstractPointer pointer;
};

/// The addresses and types of every load and store of the Cfa, each once.
std::vector<std::pair<cfa::ExpressionRef, cfa::Type>> accessed_places(const cfa::Cfa& cfa);

/// Bytes of an object that an access may touch: `size` bytes at one of `offsets`.
struct AccessPattern {
  Congruence offsets;
  cfa::Integer size = 0;
  friend auto operator<=>(const AccessPattern& a, const AccessPattern& b) {
    return std::tie(a.offsets.residue, a.offsets.modulus, a.size) <=>
           std::tie(b.offsets.residue, b.offsets.modulus, b.size);
  }
  friend bool operator==(const AccessPattern&, const AccessPattern&) = default;
};
std::vector<AccessPattern> patterns_of(const MemoryAccess& access);

class PointsTo {
public:
  /// Analyses `cfa`, which must outlive the result.
  explicit PointsTo(const cfa::Cfa& cfa);

  [[nodiscard]] std::size_t class_count() const { return classes_.size(); }
  /// The class that stands for `id` now; two ids belong together iff they have the same representative.
  [[nodiscard]] ObjectClassId representative(ObjectClassId id) const;
  [[nodiscard]] ObjectClassId class_of(cfa::VariableId variable) const;
  [[nodiscard]] ObjectClassId class_of(cfa::GivenTypeId type) const { return representative(given_[type.index()]); }
  /// Of the objects that the `Allocate` on this edge makes.
  [[nodiscard]] ObjectClassId class_of_allocation(cfa::EdgeId edge) const;
  [[nodiscard]] ObjectClassId unknown_class() const { return representative(unknown_); }
  /// Where an address expression of the Cfa points.
  [[nodiscard]] AbstractPointer pointer(cfa::ExpressionRef address) const;
  /// What a pointer in a register may point to; invalid for other variables.
  [[nodiscard]] ObjectClassId class_held_by(cfa::VariableId variable) const {
    return representative(registers_[variable.index()].target);
  }
  /// The same with where in it.
  [[nodiscard]] AbstractPointer pointer_held_by(cfa::VariableId variable) const {
    return {class_held_by(variable), registers_[variable.index()].offsets};
  }
  /// Whether pointers in objects of the class may be of unknown origin.
  [[nodiscard]] bool holds_unknown_pointers(ObjectClassId id) const;
  /// Those of objects to which pointers lead that may be neither null nor the address of an object.
  [[nodiscard]] std::unordered_set<ObjectClassId> classes_with_invalid_pointers() const;
  /// The memory checks of the Cfa.
  [[nodiscard]] const std::unordered_set<cfa::ExpressionRef>& memory_checks() const { return memory_checks_; }
  /// Whether some pointer is converted to an integer.
  [[nodiscard]] bool converts_addresses() const { return converts_addresses_; }
  /// Whether a pointer may hold the address of a function.
  [[nodiscard]] bool takes_functions_addresses() const { return takes_functions_addresses_; }
  /// What pointers in memory may point to.
  [[nodiscard]] std::unordered_set<ObjectClassId> classes_held_in_memory() const;
  /// Bytes may be copied within the class by distances that are multiples of this (0: by none).
  [[nodiscard]] cfa::Integer copy_distance(ObjectClassId id) const;
  /// Every load and store of the Cfa, each address and type once.
  [[nodiscard]] std::vector<MemoryAccess> accesses() const;

private:
  /// What an expression evaluates to: `pointer` for pointers, `number` for integers.
  struct AbstractValue {
    AbstractPointer pointer;
    Congruence number;
  };
  struct Evaluated {
    cfa::ExpressionRef expression;
    AbstractValue* value; ///< the one in `values_`
  };
  /// What the pointers point to that are stored at some of the offsets in an object.
  struct Contents {
    Congruence at;
    ObjectClassId target;
    Offsets offsets;
  };
  struct ObjectClass {
    ObjectClassId parent;           ///< itself, if this is a representative
    std::vector<Contents> contents; ///< no two of them overlap, wherever bytes are copied
    cfa::Integer copy_distance = 0;
    unsigned rank = 0;
  };

  ObjectClassId make_class();
  [[nodiscard]] bool overlap(const ObjectClass& object, const Congruence& a, const Congruence& b) const;
  Contents& contents_of(ObjectClassId id, const Congruence& at);
  Contents& contents_of(ObjectClassId id, const Offsets& at);
  void unify(ObjectClassId a, ObjectClassId b);
  /// Makes one of what overlaps in the contents, and says which classes have to be one for that.
  void join_overlapping(ObjectClass& object, std::size_t joined,
                        std::vector<std::pair<ObjectClassId, ObjectClassId>>& to_unify);
  void widen(Offsets& offsets, const Offsets& more);
  void escape(const AbstractPointer& pointer);
  void hold_unknown_pointers(ObjectClassId id);
  void hold_unknown_pointers(ObjectClassId id, const Congruence& at);
  void add_given_types();
  /// Pointers as `pointer` describes them may be stored at the offsets `at`.
  void hold_pointer(ObjectClassId id, const cfa::GivenType::Pointer& pointer, const Congruence& at);
  /// What code elsewhere may leave in an object of the type, or in one of which nothing is known.
  void hold_contents(ObjectClassId id, cfa::GivenTypeId type);
  /// Code elsewhere gets `pointer`, and keeps it as one to objects of the type; invalid: as anything.
  void hand_on(const AbstractPointer& pointer, cfa::GivenTypeId type);
  /// Code elsewhere returns a pointer to any place in `arguments`, or in what it was passed as pointers to the type; invalid:
  /// of any type.
  void give_back(const std::vector<cfa::ExpressionRef>& arguments, cfa::GivenTypeId type);
  /// Callers pass pointers to `types` of which it is not known to which objects they lead, and what is found there leads to
  /// no others.
  void note_passed(const std::vector<cfa::GivenTypeId>& types);
  /// They passed objects of the type, and what these lead to.
  void note_used(cfa::GivenTypeId type);
  /// Whether pointers to either type may lead to one object.
  [[nodiscard]] bool are_alike(cfa::GivenTypeId left, cfa::GivenTypeId right) const;
  /// What is kept where pointers to objects of `target` are kept.
  void keep(ObjectClassId target, cfa::ExpressionRef value);
  [[nodiscard]] bool may_be_invalid(cfa::ExpressionRef value) const;
  [[nodiscard]] bool starts_undetermined(cfa::EdgeId allocation) const;
  /// Whether nothing is found in the variable but what is written behind that.
  [[nodiscard]] bool starts_as_zeros(cfa::EdgeId declaration) const;

  /// Where passes over the Cfa come to each expression first, operands before what they are operands of.
  void list_expressions();
  AbstractValue value_of(cfa::ExpressionRef expression);
  AbstractValue value_of_binary(const cfa::Binary& binary, const cfa::Type& type);
  AbstractValue value_of_convert(const cfa::Convert& convert, const cfa::Type& type);
  AbstractValue value_of_load(const cfa::Load& load, const cfa::Type& type);
  AbstractPointer joined(const AbstractPointer& a, const AbstractPointer& b);
  [[nodiscard]] cfa::Integer alignment_of(const cfa::Allocate& allocation) const;

  void apply(cfa::EdgeId id);
  void apply(const cfa::Input& input);
  void apply(const cfa::CopyMemory& copy);
  void apply(const cfa::ReceiveMemory& received);
  void apply(const cfa::HavocMemory& havoc);
  void bind(cfa::VariableId variable, const AbstractPointer& pointer);
  void bind(cfa::VariableId variable, cfa::ExpressionRef value);
  void bind(const std::vector<cfa::Binding>& bindings);
  void store(const AbstractPointer& address, const AbstractPointer& value);

  void iterate_offsets();
  void escalate();
  void keep_types();
  void expose_punned_pointers();
  [[nodiscard]] bool is_dereferenced(ObjectClassId id) const;

  const cfa::Cfa& cfa_;
  std::vector<std::pair<cfa::ExpressionRef, cfa::Type>> accessed_;
  mutable std::vector<ObjectClass> classes_; ///< mutable: path compression
  std::vector<AbstractPointer> registers_;   ///< by variable
  std::vector<ObjectClassId> objects_;       ///< by variable
  std::unordered_map<cfa::EdgeId, ObjectClassId> allocations_;
  std::vector<ObjectClassId> given_;                             ///< by given type
  std::unordered_set<ObjectClassId> with_invalid_pointers_;      ///< by this pass; perhaps no representatives any more
  std::unordered_map<cfa::ExpressionRef, AbstractValue> values_; ///< by the last pass over the Cfa that came there
  std::vector<Evaluated> evaluated_;         ///< in the order of a pass; while there are passes, as the following
  std::vector<std::size_t> first_evaluated_; ///< by edge, where its own ones begin; at last, their end
  std::unordered_set<cfa::ExpressionRef> memory_checks_;
  ObjectClassId unknown_;
  ObjectClassId anything_; ///< where pointers that the front end could not compute point
  bool everything_was_havocked_ = false;
  bool all_shared_was_havocked_ = false; ///< by code elsewhere
  bool all_shared_was_havocked_within_types_ = false;
  std::map<cfa::GivenTypeId, std::unordered_set<ObjectClassId>> handed_on_; ///< as what it is; classes as above
  std::set<cfa::GivenTypeId> used_;                                         ///< types of objects that callers passed
  std::set<cfa::GivenTypeId> passed_; ///< types of objects that other pointers of callers may lead to
  std::set<cfa::GivenTypeId>
      returned_; ///< types of what pointers lead to that code elsewhere returns, to any place in it
  bool converts_addresses_ = false;
  bool takes_functions_addresses_ = false;
  bool changed_ = false;
  bool gives_up_precision_ = false; ///< every offset that still changes becomes unknown to any degree
};

} // namespace vouch::facts
