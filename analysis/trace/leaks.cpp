#include "analysis/trace/leaks.hpp"

#include <algorithm>

namespace vouch::trace {
namespace {

/// Marks objects from the roots on.
class Reachability {
public:
  explicit Reachability(const Memory& memory) : memory_(memory), reached_(memory.objects().size(), false) {}

  void add(Provenance id) {
    if (!id.is_none() && memory_.is_alive(id) && !reached_[id.slot]) {
      reached_[id.slot] = true;
      work_.push_back(id.slot);
    }
  }

  void add(const Value& value, const cfa::Type& type) {
    if (cfa::is_pointer(type)) {
      add(value.provenance());
    }
    if (cfa::is_pointer(type) || cfa::as_integer(type) != nullptr) {
      add(memory_.pointer_from_address(value.address()).provenance());
    }
  }

  void follow() {
    while (!work_.empty()) {
      const Object& object = memory_.objects()[work_.back()];
      work_.pop_back();
      object.pointers.for_each_written([this](std::size_t, Provenance pointer) { add(pointer); });
      object.bytes.for_each_written([&](std::size_t offset, std::uint8_t) {
        if (offset % memory_.pointer_size() == 0 && offset + memory_.pointer_size() <= object.size) {
          std::uint64_t address = 0;
          object.bytes.read(offset, reinterpret_cast<std::uint8_t*>(&address), memory_.pointer_size());
          add(memory_.pointer_from_address(address).provenance());
        }
      });
    }
  }

  [[nodiscard]] std::vector<Provenance> allocated_and_not_reached() const {
    std::vector<Provenance> result;
    for (std::uint32_t slot = 1; slot < reached_.size(); ++slot) {
      const Object& object = memory_.objects()[slot];
      if (object.is_alive && object.kind == ObjectKind::Heap && !reached_[slot]) {
        result.push_back({slot, object.generation});
      }
    }
    return result;
  }

private:
  const Memory& memory_;
  std::vector<bool> reached_;
  std::vector<std::size_t> work_;
};

} // namespace

std::vector<Provenance> lost_objects(const Machine& machine, const Program& program) {
  Reachability reachability(machine.memory);
  const auto& objects = machine.memory.objects();
  for (std::uint32_t slot = 1; slot < objects.size(); ++slot) {
    const Object& object = objects[slot];
    if (object.is_alive && (object.kind != ObjectKind::Heap || object.is_known_outside)) {
      reachability.add(Provenance{slot, object.generation});
    }
  }
  for (std::size_t index = 0; index < program.cfa->variable_count(); ++index) {
    const cfa::Variable& variable = program.cfa->variable(cfa::VariableId(index));
    bool is_alive = !variable.function.is_valid() || machine.activations[variable.function.index()] > 0;
    if (variable.storage == cfa::Storage::Register && is_alive) {
      reachability.add(machine.slots[index], variable.type);
    }
  }
  for (const auto& [variable, value] : machine.suspended_registers) {
    reachability.add(value, program.cfa->variable(cfa::VariableId(variable)).type);
  }
  reachability.follow();
  return reachability.allocated_and_not_reached();
}

} // namespace vouch::trace
