#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/points_to.hpp"

/// What the surroundings of the program do in the points-to analysis: where values come from that it does not compute, what
/// code that is not seen keeps of what it is passed, and what it leaves in memory.
namespace vouch::facts {

void PointsTo::hand_on(const AbstractPointer& pointer, cfa::GivenTypeId type) {
  if (!type.is_valid()) {
    return escape(pointer);
  }
  if (pointer.offsets.is_empty()) {
    return; // so far
  }
  if (pointer.target.is_valid()) {
    handed_on_[type].insert(pointer.target);
  }
  const cfa::GivenType& described = cfa_.given_type(type);
  const bool is_at_start = !pointer.offsets.unknown && pointer.offsets.known == Congruence::exactly(0);
  if (is_at_start) {
    unify(pointer.target, given_[type.index()]);
  } else if (!described.pointers.empty() || described.has_other_pointers) {
    escape(pointer); // a part of something else, and what is stored there may point on
  }
}

void PointsTo::give_back(const std::vector<cfa::ExpressionRef>& arguments, cfa::GivenTypeId type) {
  returned_.insert(type);
  for (const cfa::ExpressionRef argument : arguments) {
    if (const AbstractPointer& pointer = values_.at(argument).pointer; pointer.target.is_valid()) {
      escape(pointer);
    }
  }
}

void PointsTo::note_passed(const std::vector<cfa::GivenTypeId>& types) {
  for (const cfa::GivenTypeId type : types) {
    if (type.is_valid() && passed_.insert(type).second) { // and what is found there
      note_passed(cfa_.given_type(type).others_lead_to);
      for (const cfa::GivenType::Pointer& pointer : cfa_.given_type(type).pointers) {
        note_passed({pointer.leads_to});
      }
    }
  }
}

void PointsTo::note_used(cfa::GivenTypeId type) {
  if (type.is_valid() && used_.insert(type).second) {
    note_passed(cfa_.given_type(type).others_lead_to);
    for (const cfa::GivenType::Pointer& pointer : cfa_.given_type(type).pointers) {
      note_used(pointer.leads_to);
    }
  }
}

/// Characters are one type, whatever their sign.
bool PointsTo::are_alike(cfa::GivenTypeId left, cfa::GivenTypeId right) const {
  return left == right || !left.is_valid() || !right.is_valid() ||
         (cfa_.given_type(left).size == 1 && cfa_.given_type(right).size == 1);
}

void PointsTo::hold_contents(ObjectClassId id, cfa::GivenTypeId type) {
  if (!type.is_valid()) {
    return hold_unknown_pointers(id);
  }
  const cfa::GivenType& described = cfa_.given_type(type);
  for (const cfa::GivenType::Pointer& pointer : described.pointers) {
    hold_pointer(id, pointer, Congruence::exactly(pointer.offset));
  }
  if (described.has_other_pointers) {
    hold_unknown_pointers(id);
  }
}

void PointsTo::apply(const cfa::Input& input) {
  for (std::size_t i = 0; i < input.arguments.size(); ++i) {
    hand_on(values_.at(input.arguments[i]).pointer,
            i < input.argument_types.size() ? input.argument_types[i] : cfa::GivenTypeId());
  }
  if (input.given.is_valid()) {
    note_used(input.given);
    bind(input.target, {given_[input.given.index()], Offsets::of_start(cfa_.given_type(input.given).alignment)});
    return;
  }
  switch (input.kind) {
  case cfa::InputKind::Failure: // no pointer
    return;
  case cfa::InputKind::Uninitialised:
    if (registers_[input.target.index()].target.is_valid()) {
      with_invalid_pointers_.insert(registers_[input.target.index()].target);
    }
    return;
  case cfa::InputKind::External:
  case cfa::InputKind::Nondeterministic: // also of a function without arguments
    if (cfa::is_pointer(cfa_.variable(input.target).type)) {
      give_back(input.arguments, input.result_type);
      note_passed({input.result_type}); // code elsewhere knows what callers made
    }
    bind(input.target, {unknown_, Offsets::of_unknown_origin()});
    return;
  case cfa::InputKind::Parameter:
    note_passed({input.result_type});
    bind(input.target, {unknown_, Offsets::of_unknown_origin()});
    return;
  case cfa::InputKind::Overapproximated:
    bind(input.target, {anything_, {Congruence::anything(), true}});
    return;
  }
}

/// Bytes that make a pointer, if they are enough for one.
void PointsTo::apply(const cfa::ReceiveMemory& received) {
  const auto* size = std::get_if<cfa::Constant>(&received.size->node);
  const bool is_enough =
      size == nullptr || size->value >= static_cast<cfa::Integer>(cfa_.data_model().pointer_width / 8);
  const AbstractPointer to = values_.at(received.destination).pointer;
  if (is_enough && to.target.is_valid()) {
    hold_unknown_pointers(to.target);
  }
}

void PointsTo::apply(const cfa::HavocMemory& havoc) {
  if (havoc.address == nullptr) {
    const bool keeps_types = havoc.pointers == cfa::HavocMemory::Pointers::KeepTypes;
    bool& what = !cfa::is_by_code_elsewhere(havoc) ? everything_was_havocked_
                 : keeps_types                     ? all_shared_was_havocked_within_types_
                                                   : all_shared_was_havocked_;
    what = true;
    return;
  }
  AbstractPointer pointer = values_.at(havoc.address).pointer;
  if (!pointer.target.is_valid()) {
    return;
  }
  note_passed(havoc.pointer_types);
  if (havoc.contents.is_valid()) {
    note_used(havoc.contents);
    unify(pointer.target, given_[havoc.contents.index()]);
    return;
  }
  switch (havoc.kind) {
  case cfa::InputKind::Failure:
  case cfa::InputKind::Uninitialised:
    return;
  case cfa::InputKind::Nondeterministic:
  case cfa::InputKind::Parameter:
    hold_unknown_pointers(pointer.target);
    return;
  case cfa::InputKind::External:
    if (havoc.pointers == cfa::HavocMemory::Pointers::Any) {
      escape(pointer);
    }
    return;
  case cfa::InputKind::Overapproximated:
    if (havoc.pointers == cfa::HavocMemory::Pointers::Text) {
      hold_unknown_pointers(pointer.target); // whoever takes characters for one
      return;
    }
    escape(pointer);
    store({pointer.target, {Congruence::anything()}}, {anything_, {Congruence::anything(), true}});
    return;
  }
}

/// What code elsewhere that keeps to types may have left in the objects that it can reach: those of static lifetime, and those
/// of classes with objects of callers, which are what it was passed and what it finds there.
void PointsTo::keep_types() {
  for (std::size_t index = 0; index < objects_.size(); ++index) {
    const cfa::Variable& variable = cfa_.variable(cfa::VariableId(index));
    if (objects_[index].is_valid() && !cfa::has_automatic_storage(variable) && !variable.is_constant) {
      hold_contents(objects_[index], variable.contents);
    }
  }
  std::unordered_set<ObjectClassId> with_given;
  for (ObjectClassId id : given_) {
    with_given.insert(representative(id));
  }
  std::unordered_set<ObjectClassId> with_objects;
  for (ObjectClassId id : objects_) {
    with_objects.insert(representative(id));
  }
  for (const auto& [edge, object] : allocations_) {
    with_objects.insert(representative(object));
  }
  for (ObjectClassId id : with_given) { // what is kept where no type says so is no pointer of C
    const std::vector<Contents> contents = classes_[representative(id).index()].contents;
    for (const Contents& part : contents) {
      const ObjectClassId target = representative(part.target);
      if (!with_given.contains(target) && target != representative(unknown_) && with_objects.contains(target)) {
        hold_unknown_pointers(id, part.at);
      }
    }
  }
}

/// Adds what follows from the whole Cfa's being known. Sets `changed_` if that changed a class.
void PointsTo::escalate() {
  changed_ = false;
  const bool shared_was_havocked = everything_was_havocked_ || all_shared_was_havocked_;
  if (all_shared_was_havocked_within_types_) {
    keep_types();
  }
  if (shared_was_havocked) {
    for (std::size_t index = 0; index < objects_.size(); ++index) {
      const cfa::Variable& variable = cfa_.variable(cfa::VariableId(index));
      const bool is_shared = variable.sharing == cfa::Sharing::Shared;
      const bool is_kept = variable.is_constant || (!is_shared && !everything_was_havocked_);
      if (objects_[index].is_valid() && !is_kept) {
        hold_unknown_pointers(objects_[index]);
      }
    }
    for (const auto& [edge, object] : allocations_) {
      hold_unknown_pointers(object);
    }
  }
  for (const auto& [type, classes] : handed_on_) {
    if (std::ranges::any_of(returned_, [&](cfa::GivenTypeId returned) { return are_alike(returned, type); })) {
      for (const ObjectClassId handed : classes) {
        unify(handed, unknown_);
      }
    }
  }
  for (const cfa::GivenTypeId type : used_) {
    if (passed_.contains(type)) {
      unify(given_[type.index()], unknown_);
    }
  }
  // Who changes everything may know of everything.
  bool uses_unknown = is_dereferenced(unknown_);
  bool reaches_all = is_dereferenced(anything_) || (uses_unknown && everything_was_havocked_);
  bool reaches_shared = reaches_all || (uses_unknown && shared_was_havocked);
  for (std::size_t index = 0; index < objects_.size(); ++index) {
    const cfa::Variable& variable = cfa_.variable(cfa::VariableId(index));
    bool is_static = !cfa::has_automatic_storage(variable);
    if (reaches_all || (reaches_shared && variable.sharing != cfa::Sharing::Unshared) || (uses_unknown && is_static)) {
      unify(objects_[index], unknown_);
    }
  }
  if (reaches_all) {
    unify(anything_, unknown_);
  }
  if (reaches_shared) {
    for (const auto& [edge, object] : allocations_) {
      unify(object, unknown_);
    }
  }
  expose_punned_pointers();
}

} // namespace vouch::facts
