#include "analysis/trace/object_history.hpp"

#include "analysis/trace/leaks.hpp"

#include <algorithm>
#include <optional>

namespace vouch::trace {
namespace {

/// In one message.
constexpr std::size_t most_lines = 3;
/// Of longer runs, the first objects are remembered.
constexpr std::size_t most_stories = 1'000'000;

/// The pointer that the edge's check of memory found fault with.
Provenance object_of_fault(const Program& program, cfa::EdgeId edge, cfa::MemoryFault fault, const Machine& machine) {
  for (const Instruction& instruction : program.code_of(program.edges[edge.index()])) {
    if (instruction.opcode == Opcode::CheckMemory && instruction.width == static_cast<std::uint8_t>(fault)) {
      return machine.slots[instruction.left].provenance();
    }
  }
  return {};
}

std::string name_of(const cfa::Variable& variable) {
  return variable.literal ? variable.name : '"' + variable.name + '"';
}

} // namespace

void ObjectHistory::note(cfa::EdgeId id, const Machine& machine) {
  const cfa::Edge& edge = cfa_.edge(id);
  const cfa::FunctionId function = cfa_.location(edge.source).function;
  const bool is_in_source = function.is_valid() && !cfa_.function(function).is_synthetic;
  if (is_in_source && edge.range.is_valid()) {
    place_ = edge.range;
  }
  if (std::holds_alternative<cfa::Free>(edge.operation)) {
    const Value& freed = machine.slots[program_.operands_of(program_.edges[id.index()]).front()];
    if (auto story = stories_.find(key_of(freed.provenance())); story != stories_.end()) {
      story->second.freed = place_;
    }
  }
  if (stories_.size() >= most_stories) {
    return;
  }
  if (const auto* allocate = std::get_if<cfa::Allocate>(&edge.operation)) {
    stories_.insert_or_assign(key_of(machine.slots[allocate->target.index()].provenance()),
                              Story{allocate->variable, place_, {}});
  } else if (const auto* declare = std::get_if<cfa::Declare>(&edge.operation)) {
    stories_.insert_or_assign(key_of(machine.variables[declare->variable.index()]),
                              Story{declare->variable, place_, {}});
  }
}

std::string ObjectHistory::violation_at(cfa::EdgeId edge, const Machine& machine) const {
  const auto object = [&](cfa::MemoryFault fault) { return object_of_fault(program_, edge, fault, machine); };
  switch (cfa_.location(cfa_.edge(edge).target).target->property) {
  case cfa::PropertyKind::Assertion:
    return "the assertion fails";
  case cfa::PropertyKind::Annotation:
    return "the annotation does not hold";
  case cfa::PropertyKind::ErrorCall:
    return "the error is reached";
  case cfa::PropertyKind::SignedOverflow:
    return "the result overflows";
  case cfa::PropertyKind::InvalidShift:
    return "the result of the shift is undefined";
  case cfa::PropertyKind::DivisionByZero:
    return "the divisor is zero";
  case cfa::PropertyKind::NullDereference:
    return "the pointer is null";
  case cfa::PropertyKind::OutOfBounds:
    return out_of_bounds(object(cfa::MemoryFault::OutOfBounds), machine);
  case cfa::PropertyKind::UseAfterFree:
    return used_after_its_life(object(cfa::MemoryFault::Dead), "");
  case cfa::PropertyKind::InvalidFree:
    return "what is freed is not the start of allocated memory";
  case cfa::PropertyKind::DoubleFree:
    return used_after_its_life(object(cfa::MemoryFault::DoubleFree), "already ");
  case cfa::PropertyKind::MemoryLeak:
    return lost(machine);
  }
  return "undefined behaviour";
}

const ObjectHistory::Story* ObjectHistory::story_of(Provenance object) const {
  const auto found = stories_.find(key_of(object));
  return found != stories_.end() && !object.is_none() ? &found->second : nullptr;
}

/// `line 7`, with the file if it is not the one that it is seen from.
std::string ObjectHistory::line(const SourceRange& range, const SourceRange& seen_from) const {
  const std::string path = range.path();
  return "line " + std::to_string(range.begin.line) +
         (path == seen_from.path() ? "" : " of " + path.substr(path.rfind('/') + 1));
}

/// Callers' memory is made nowhere in the source.
std::string ObjectHistory::memory_of(const Story& story) const {
  return story.made.is_valid() ? "the memory from " + line(story.made, place_) : "the object";
}

std::string ObjectHistory::out_of_bounds(Provenance id, const Machine& machine) const {
  const std::string text = "the access is out of bounds";
  if (id.is_none() || !machine.memory.is_alive(id) || machine.memory.object(id).may_be_larger) {
    return text;
  }
  const Object& object = machine.memory.object(id);
  const std::string size = std::to_string(object.size) + (object.size == 1 ? " byte" : " bytes");
  if (object.variable.is_valid()) {
    const cfa::Variable& variable = cfa_.variable(object.variable);
    return variable.name.starts_with('<') ? text : text + ": " + name_of(variable) + " has " + size;
  }
  const Story* story = story_of(id);
  return story == nullptr ? text : text + ": " + memory_of(*story) + " has " + size;
}

std::string ObjectHistory::used_after_its_life(Provenance object, std::string_view adverb) const {
  const Story* story = story_of(object);
  if (story == nullptr) {
    return "the object does not exist any more";
  }
  if (story->freed.is_valid()) {
    return memory_of(*story) + " was " + std::string(adverb) + "freed in " + line(story->freed, place_);
  }
  const bool has_name = story->variable.is_valid() && !cfa_.variable(story->variable).name.starts_with('<');
  return (has_name ? name_of(cfa_.variable(story->variable)) : "the object") + " does not exist any more";
}

std::string ObjectHistory::lost(const Machine& machine) const {
  std::vector<std::string> lines;
  for (Provenance object : lost_objects(machine, program_)) {
    const Story* story = story_of(object);
    if (story != nullptr && story->made.is_valid() &&
        std::ranges::find(lines, line(story->made, place_)) == lines.end()) {
      lines.push_back(line(story->made, place_));
    }
  }
  std::string text = "memory";
  for (std::size_t i = 0; i < lines.size() && i < most_lines; ++i) {
    const bool is_last = i + 1 == lines.size() && lines.size() <= most_lines;
    text += (i == 0 ? " from " : is_last ? " and " : ", ") + lines[i];
  }
  return text + (lines.size() > most_lines ? " and others is lost" : " is lost");
}

} // namespace vouch::trace
