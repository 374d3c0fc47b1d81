#include "analysis/facts/points_to.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace vouch::facts {
namespace {

/// After so many passes over the Cfa, offsets that are still changing are given up.
constexpr int passes_before_giving_up = 12;

/// Pointers that are stored in more different places of an object, as in large tables, are not kept apart.
constexpr std::size_t most_contents = 256;

} // namespace

cfa::Integer alignment_of(const cfa::Variable& variable) {
  return static_cast<cfa::Integer>(std::max<std::uint64_t>(variable.alignment, 1));
}

Offsets join(const Offsets& a, const Offsets& b) {
  if (a.is_empty() || b.is_empty()) {
    return a.is_empty() ? b : a;
  }
  Offsets result = a;
  result.unknown |= b.unknown;
  if (b.known) {
    result.known = a.known ? join(*a.known, *b.known) : *b.known;
  }
  result.address = join(a.address, b.address);
  return result;
}

PointsTo::PointsTo(const cfa::Cfa& cfa)
    : cfa_(cfa), accessed_(accessed_places(cfa)), registers_(cfa.variable_count()), objects_(cfa.variable_count()) {
  list_expressions();
  unknown_ = make_class();
  anything_ = make_class();
  hold_unknown_pointers(unknown_);
  hold_unknown_pointers(anything_);
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    if (variable.storage == cfa::Storage::Memory) {
      objects_[index] = make_class();
    } else if (cfa::is_pointer(variable.type)) {
      registers_[index].target = make_class();
    }
  }
  add_given_types();
  do {
    iterate_offsets();
    escalate();
  } while (changed_);
  evaluated_ = {};
  first_evaluated_ = {};
}

void PointsTo::add_given_types() {
  for (std::size_t index = 0; index < cfa_.given_type_count(); ++index) {
    given_.push_back(make_class());
  }
  for (std::size_t index = 0; index < cfa_.given_type_count(); ++index) {
    const cfa::GivenType& type = cfa_.given_type(cfa::GivenTypeId(index));
    for (const cfa::GivenType::Pointer& pointer : type.pointers) {
      hold_pointer(given_[index], pointer, Congruence::of(pointer.offset, type.size));
    }
    if (type.has_other_pointers) {
      hold_unknown_pointers(given_[index]);
    }
  }
}

void PointsTo::hold_pointer(ObjectClassId id, const cfa::GivenType::Pointer& pointer, const Congruence& at) {
  if (pointer.leads_to.is_valid()) {
    unify(contents_of(id, at).target, given_[pointer.leads_to.index()]);
    widen(contents_of(id, at).offsets, Offsets::of_start(cfa_.given_type(pointer.leads_to).alignment));
  } else {
    hold_unknown_pointers(id, at);
  }
}

ObjectClassId PointsTo::make_class() {
  ObjectClassId id(classes_.size());
  classes_.emplace_back().parent = id;
  return id;
}

ObjectClassId PointsTo::representative(ObjectClassId id) const {
  while (id.is_valid() && classes_[id.index()].parent != id) {
    ObjectClass& node = classes_[id.index()];
    node.parent = classes_[node.parent.index()].parent;
    id = node.parent;
  }
  return id;
}

ObjectClassId PointsTo::class_of(cfa::VariableId variable) const { return representative(objects_[variable.index()]); }

ObjectClassId PointsTo::class_of_allocation(cfa::EdgeId edge) const { return representative(allocations_.at(edge)); }

AbstractPointer PointsTo::pointer(cfa::ExpressionRef address) const {
  AbstractPointer pointer = values_.at(address).pointer;
  pointer.target = representative(pointer.target);
  return pointer;
}

std::unordered_set<ObjectClassId> PointsTo::classes_held_in_memory() const {
  std::unordered_set<ObjectClassId> result;
  for (std::size_t index = 0; index < classes_.size(); ++index) {
    if (representative(ObjectClassId(index)) == ObjectClassId(index)) {
      for (const Contents& contents : classes_[index].contents) {
        result.insert(representative(contents.target));
      }
    }
  }
  return result;
}

cfa::Integer PointsTo::copy_distance(ObjectClassId id) const {
  return classes_[representative(id).index()].copy_distance;
}

bool PointsTo::holds_unknown_pointers(ObjectClassId id) const {
  return std::ranges::any_of(classes_[representative(id).index()].contents, [this](const Contents& contents) {
    return representative(contents.target) == representative(unknown_);
  });
}

bool PointsTo::overlap(const ObjectClass& object, const Congruence& a, const Congruence& b) const {
  const cfa::Integer size = cfa_.data_model().pointer_width / 8;
  return may_overlap(fold(a, object.copy_distance), size, fold(b, object.copy_distance), size);
}

/// Of the parts before `joined`, no two overlap; afterwards no two of all.
void PointsTo::join_overlapping(ObjectClass& object, std::size_t joined,
                                std::vector<std::pair<ObjectClassId, ObjectClassId>>& to_unify) {
  std::vector<Contents>& parts = object.contents;
  if (parts.size() > most_contents) {
    parts.back().at = Congruence::anything(); // which overlaps all others
  }
  while (joined < parts.size()) {
    Contents& part = parts[joined];
    const auto end = parts.begin() + static_cast<std::ptrdiff_t>(joined);
    const auto other =
        std::find_if(parts.begin(), end, [&](const Contents& known) { return overlap(object, known.at, part.at); });
    if (other == end) {
      ++joined;
      continue;
    }
    to_unify.emplace_back(part.target, other->target);
    part.at = join(part.at, other->at); // which may overlap others that neither of the two does
    widen(part.offsets, other->offsets);
    parts.erase(other);
    --joined;
    changed_ = true;
  }
}

/// The reference is valid until contents change.
PointsTo::Contents& PointsTo::contents_of(ObjectClassId id, const Congruence& at) {
  ObjectClass& object = classes_[representative(id).index()];
  const auto holds = [&](const Contents& part) { return join(part.at, at) == part.at; };
  if (const auto known = std::ranges::find_if(object.contents, holds); known != object.contents.end()) {
    return *known;
  }
  changed_ = true;
  const ObjectClassId target = make_class(); // which moves the classes
  ObjectClass& moved = classes_[representative(id).index()];
  moved.contents.push_back({at, target, {}});
  std::vector<std::pair<ObjectClassId, ObjectClassId>> to_unify;
  join_overlapping(moved, moved.contents.size() - 1, to_unify);
  for (const auto& [a, b] : to_unify) {
    unify(a, b);
  }
  return contents_of(id, at);
}

/// Requires some offset.
PointsTo::Contents& PointsTo::contents_of(ObjectClassId id, const Offsets& at) {
  if (at.known && !at.unknown) {
    return contents_of(id, *at.known);
  }
  const Congruence anywhere = Congruence::of(0, cfa_.data_model().pointer_width / 8);
  return contents_of(id, at.known ? join(*at.known, anywhere) : anywhere);
}

void PointsTo::unify(ObjectClassId first, ObjectClassId second) {
  std::vector<std::pair<ObjectClassId, ObjectClassId>> pending = {{first, second}};
  while (!pending.empty()) {
    auto [a, b] = pending.back();
    pending.pop_back();
    a = representative(a);
    b = representative(b);
    if (!a.is_valid() || !b.is_valid() || a == b) {
      continue;
    }
    changed_ = true;
    if (classes_[a.index()].rank < classes_[b.index()].rank) {
      std::swap(a, b);
    }
    ObjectClass& winner = classes_[a.index()];
    ObjectClass& loser = classes_[b.index()];
    winner.rank += winner.rank == loser.rank ? 1 : 0;
    loser.parent = a;
    const cfa::Integer distance = greatest_common_divisor(winner.copy_distance, loser.copy_distance);
    const std::size_t joined = distance == winner.copy_distance ? winner.contents.size() : 0;
    winner.copy_distance = distance;
    winner.contents.insert(winner.contents.end(), loser.contents.begin(), loser.contents.end());
    loser.contents.clear();
    join_overlapping(winner, joined, pending);
  }
}

void PointsTo::widen(Offsets& offsets, const Offsets& more) {
  Offsets widened = join(offsets, more);
  if (widened == offsets) {
    return;
  }
  if (gives_up_precision_ && widened.known != offsets.known) {
    widened.known = Congruence::anything();
    widened.address = Congruence::anything();
  }
  offsets = widened;
  changed_ = true;
}

void PointsTo::escape(const AbstractPointer& pointer) { unify(pointer.target, unknown_); }

void PointsTo::hold_unknown_pointers(ObjectClassId id) { hold_unknown_pointers(id, Congruence::anything()); }

void PointsTo::hold_unknown_pointers(ObjectClassId id, const Congruence& at) {
  unify(contents_of(id, at).target, unknown_);
  widen(contents_of(id, at).offsets, Offsets::of_unknown_origin());
}

void PointsTo::bind(cfa::VariableId variable, const AbstractPointer& pointer) {
  AbstractPointer& target = registers_[variable.index()];
  if (target.target.is_valid() && pointer.target.is_valid()) {
    unify(target.target, pointer.target);
    widen(target.offsets, pointer.offsets);
  }
}

void PointsTo::bind(cfa::VariableId variable, cfa::ExpressionRef value) {
  bind(variable, values_.at(value).pointer);
  keep(registers_[variable.index()].target, value);
}

void PointsTo::bind(const std::vector<cfa::Binding>& bindings) {
  for (const cfa::Binding& binding : bindings) {
    bind(binding.variable, binding.value);
  }
}

void PointsTo::store(const AbstractPointer& address, const AbstractPointer& value) {
  if (address.target.is_valid() && value.target.is_valid() && !address.offsets.is_empty()) {
    unify(contents_of(address.target, address.offsets).target, value.target);
    widen(contents_of(address.target, address.offsets).offsets, value.offsets);
  }
}

void PointsTo::apply(const cfa::CopyMemory& copy) {
  AbstractPointer to = values_.at(copy.destination).pointer;
  AbstractPointer from = values_.at(copy.source).pointer;
  if (!to.target.is_valid() || !from.target.is_valid()) {
    return;
  }
  unify(to.target, from.target);
  Congruence distance = Congruence::anything();
  bool is_known = !to.offsets.unknown && !from.offsets.unknown;
  if (is_known && (!to.offsets.known || !from.offsets.known)) {
    return;
  }
  if (is_known) {
    distance = subtract(*to.offsets.known, *from.offsets.known);
  }
  ObjectClass& object = classes_[representative(to.target).index()];
  cfa::Integer distances = greatest_common_divisor(distance.modulus, distance.residue);
  cfa::Integer joint = greatest_common_divisor(object.copy_distance, distances);
  if (joint != object.copy_distance) {
    changed_ = true;
    object.copy_distance = joint;
    std::vector<std::pair<ObjectClassId, ObjectClassId>> to_unify;
    join_overlapping(object, 0, to_unify);
    for (const auto& [a, b] : to_unify) {
      unify(a, b);
    }
  }
}

/// At least; alignments that the program computes are known to formulas alone.
cfa::Integer PointsTo::alignment_of(const cfa::Allocate& allocation) const {
  if (allocation.alignment != nullptr) {
    const auto* constant = std::get_if<cfa::Constant>(&allocation.alignment->node);
    return constant != nullptr && constant->value > 0 ? constant->value : 1;
  }
  return allocation.variable.is_valid() ? facts::alignment_of(cfa_.variable(allocation.variable))
                                        : cfa::strictest_alignment;
}

void PointsTo::apply(cfa::EdgeId id) {
  for (std::size_t index = first_evaluated_[id.index()]; index < first_evaluated_[id.index() + 1]; ++index) {
    const Evaluated& evaluated = evaluated_[index];
    *evaluated.value = value_of(evaluated.expression);
  }
  const cfa::Operation& operation = cfa_.edge(id).operation;
  auto pointer = [this](cfa::ExpressionRef expression) { return values_.at(expression).pointer; };
  std::visit(Overloaded{
                 [&](const cfa::Assign& op) { bind(op.target, op.value); },
                 [&](const cfa::Store& op) {
                   const AbstractPointer address = pointer(op.address);
                   store(address, pointer(op.value));
                   if (cfa::is_pointer(op.value->type) && address.target.is_valid() && !address.offsets.is_empty()) {
                     keep(contents_of(address.target, address.offsets).target, op.value);
                   }
                 },
                 [&](const cfa::Input& op) { apply(op); },
                 [&](const cfa::Allocate& op) {
                   auto [position, is_new] = allocations_.try_emplace(id);
                   if (is_new) {
                     position->second = make_class();
                   }
                   bind(op.target, {position->second, Offsets::of_start(alignment_of(op))});
                 },
                 [&](const cfa::CopyMemory& op) { apply(op); },
                 [&](const cfa::SetMemory& op) {
                   const auto* byte = std::get_if<cfa::Constant>(&op.byte->node);
                   bool makes_no_address = byte != nullptr && (byte->value % 256 == 0 || byte->value % 256 == 255);
                   if (!makes_no_address && pointer(op.destination).target.is_valid()) {
                     hold_unknown_pointers(pointer(op.destination).target);
                   }
                 },
                 [&](const cfa::WriteBytes& op) { // whoever reads numbers as a pointer has one to anything
                   if (pointer(op.destination).target.is_valid()) {
                     hold_unknown_pointers(pointer(op.destination).target);
                   }
                 },
                 [&](const cfa::ReceiveMemory& op) { apply(op); },
                 [&](const cfa::HavocMemory& op) { apply(op); },
                 [&](const cfa::Call& op) { bind(op.parameters); },
                 [&](const cfa::Return& op) { bind(op.results); },
                 [](const auto&) {},
             },
             operation);
}

void PointsTo::iterate_offsets() {
  int passes = 0;
  do {
    changed_ = false;
    with_invalid_pointers_.clear();
    for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
      apply(cfa::EdgeId(index));
    }
    gives_up_precision_ = ++passes > passes_before_giving_up;
  } while (changed_);
  gives_up_precision_ = false;
}

bool PointsTo::is_dereferenced(ObjectClassId id) const {
  auto points_there = [&](cfa::ExpressionRef address) { return pointer(address).target == representative(id); };
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const cfa::Operation& operation = cfa_.edge(cfa::EdgeId(index)).operation;
    if (const auto* copy = std::get_if<cfa::CopyMemory>(&operation);
        copy != nullptr && (points_there(copy->destination) || points_there(copy->source))) {
      return true;
    }
    if (const auto* set = std::get_if<cfa::SetMemory>(&operation); set != nullptr && points_there(set->destination)) {
      return true;
    }
    if (const auto* write = std::get_if<cfa::WriteBytes>(&operation);
        write != nullptr && points_there(write->destination)) {
      return true;
    }
    if (const auto* received = std::get_if<cfa::ReceiveMemory>(&operation);
        received != nullptr && points_there(received->destination)) {
      return true;
    }
    if (const auto* havoc = std::get_if<cfa::HavocMemory>(&operation);
        havoc != nullptr && havoc->address != nullptr && points_there(havoc->address)) {
      return true;
    }
  }
  return std::ranges::any_of(accessed_, [&](const auto& access) { return points_there(access.first); });
}

/// Where bytes of a stored pointer can be accessed as something else than a pointer, the pointer can be taken apart and
/// put together: then what it points to is known outside, and what is read there as a pointer is of unknown origin.
/// Pointers that nobody has stored or read as such count as well: those of callers.
void PointsTo::expose_punned_pointers() {
  std::map<ObjectClassId, std::set<AccessPattern>> numbers; // by class, where there are accesses to them
  for (const MemoryAccess& access : accesses()) {
    if (access.pointer.target.is_valid() && !cfa::is_pointer(access.type)) {
      for (const AccessPattern& pattern : patterns_of(access)) {
        numbers[access.pointer.target].insert(
            {fold(pattern.offsets, copy_distance(access.pointer.target)), pattern.size});
      }
    }
  }
  const cfa::Integer size = cfa_.data_model().pointer_width / 8;
  for (const auto& [id, patterns] : numbers) {
    const std::vector<Contents> contents = classes_[representative(id).index()].contents;
    for (const Contents& part : contents) {
      const Congruence at = fold(part.at, copy_distance(id));
      const bool is_punned = std::ranges::any_of(
          patterns, [&](const AccessPattern& number) { return may_overlap(at, size, number.offsets, number.size); });
      if (is_punned) {
        hold_unknown_pointers(id, part.at);
      }
    }
  }
}

} // namespace vouch::facts
