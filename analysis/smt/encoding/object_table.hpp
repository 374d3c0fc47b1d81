#pragma once

#include "analysis/smt/encoding/encoding_context.hpp"

#include <span>

namespace vouch::smt {

/// What formulas know of objects where a Cfa has memory checks: two arrays, from the address of an object's first byte
/// to what has become of the object, and to its size in bytes. Nothing is known of addresses where no object begins.
///
/// Kept for objects that a check may ask for: all of the groups that its pointer may point into, except for single
/// variables, whose address and size are known anyway, and for variables that share their group with objects of which
/// nothing is known: these are many, and what is known of them is assumed where a check asks for it.
///
/// Where nothing of a group can have been freed yet (facts/freed_before.hpp), nothing allocated of it is dead.
///
/// A variable has one address for all its lives, so whether one of them has ended can't be seen from a pointer. Where
/// points-to analysis excludes that a pointer outlives the variable (facts/dangling_pointers.hpp) it has not;
/// elsewhere, the answer is arbitrary for what is `declared`, but for what callers made.
///
/// From a pointer to its object there are three ways: points-to analysis knows the object's only variable, or the offset
/// from its start; or the pointer carries the start along (facts/carried_bases.hpp). Never by the address: a pointer that
/// has left its object would come into another one.
///
/// Example: `p = malloc(n); p[i] = 0; free(p);` with p at offset 0 of its object.
///   states' = store(states, p, allocated), sizes' = store(sizes, p, n)
///   null: derived from no object; if the start is carried along, that is what counts, since p + i may wrap around
///   out of bounds: p not null, and states'[p] is not allocated, or i < 0, or i + 1 > sizes'[p]
///   states'' = store(states', p, freed)
class ObjectTable {
public:
  ObjectTable(EncodingContext& context, Step& step) : context_(context), step_(step) {}

  void begin(cfa::VariableId variable);
  void allocate(const facts::ObjectGroup& group, cfa::AllocationKind kind, const Term& base, const Term& size);
  void free(cfa::ExpressionRef pointer, const Term& address);
  /// Assumes what is known of a pointer that was found in memory: if only starts of objects are kept where it was, and all
  /// of them are known, it is null or leads to one that exists.
  void assume_found(cfa::ExpressionRef load, const Term& pointer);
  /// Assumes that `pointer`, which callers chose, is null or leads to an object that exists, of the type or as large.
  void assume_given(cfa::GivenTypeId type, const Term& pointer);

  /// Assumes what points-to analysis knows of the pointer's offset from `base`, if an object begins there: that a loop over
  /// elements of four bytes moves by multiples of four.
  void assume_congruent(cfa::ExpressionRef pointer, const Term& address, const Term& base);

  /// Whether `check` holds; `operands` are the values of its operands, `carried` is what its pointer carries along if the
  /// check asks for that.
  Term holds(const cfa::MemoryCheck& check, std::span<const Value> operands, const std::optional<Term>& carried);

private:
  /// `pointer + offset` and `size` of an access; the pointer's value alone for other checks.
  struct Access {
    cfa::ExpressionRef pointer = nullptr;
    Term address;
    Term offset;
    Term size;
    std::optional<Term> carried_base;
  };
  void assume_exists(const facts::ObjectGroup& group, const Term& pointer);
  /// In bytes, of objects that callers made, of those that are allocated, and of variables that come into question.
  struct LeastSizes {
    cfa::Integer given = 0;
    cfa::Integer allocated = 0;
    cfa::Integer variable = 0;
  };
  /// Assumes that `pointer` is null or leads to the start of one of the group's objects that are known.
  void assume_one_of(const facts::ObjectGroup& group, const Term& pointer, const LeastSizes& sizes);
  /// That there is an object at `base`, of at least so many bytes (0: nothing is known), as far as there is a table.
  Term is_object(const facts::ObjectGroup& group, const Term& base, cfa::Integer least_size);
  /// Assumes what is known of the variables of a group with objects that nobody has noted, where nothing notes them
  /// either.
  void assume_variables(const facts::ObjectGroup& group, const Term& base);
  Term is_null(const Value& pointer);
  Term is_dead(const Access& access);
  Term is_out_of_bounds(const Access& access);
  Term is_freed_wrongly(const Access& access);
  /// Whether `size` bytes from `delta` on reach out of an object of `total` bytes.
  Term reaches_out(const Term& delta, const Term& size, const Term& total);
  /// The address where the object begins that the pointer is derived from. Requires that this is not the only variable of
  /// its group.
  Term base(const Access& access);
  [[nodiscard]] bool lists(const facts::ObjectGroup& group) const;
  /// When a run comes to the present step.
  [[nodiscard]] bool may_be_freed(const facts::ObjectGroup& group) const;
  Term minus(const Term& a, const Term& b);
  Term has_state(const Term& base, std::initializer_list<cfa::Integer> states);
  void set_state(const Term& base, cfa::Integer state);
  void set_size(const Term& base, const Term& size);
  Term pointer_number(cfa::Integer value);
  Term state_number(cfa::Integer value);
  Term anything();

  EncodingContext& context_;
  Step& step_;
};

/// What checks ask of an object that is allocated and begins at the value of `base`, beside its size: conditions over
/// symbols, each of which holds of it where it lies. Requires that formulas know of objects.
std::vector<Term> conditions_of_allocated(EncodingContext& context, SymbolId base);
/// The same of a variable in memory, which has the size of its type, while it is declared.
std::vector<Term> conditions_of_declared(EncodingContext& context, cfa::VariableId variable);

} // namespace vouch::smt
