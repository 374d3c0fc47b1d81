#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/side_effects.hpp"
#include "tests/fuzz/executed_programs.hpp"

#include <iostream>
#include <set>

/// Checks side effects against runs: C programs are executed, and whatever an edge reads or writes must be in the side
/// effects of all functions and loops that are active at that moment. Objects are looked at, too: the one that a
/// pointer really points into must belong to the group that points-to analysis says.
namespace vouch::fuzz {
namespace {

struct Totals {
  std::size_t runs = 0;
  std::size_t edges = 0;
  std::size_t questions = 0;
  std::size_t wrong = 0;
};

/// What is checked against.
struct Subject {
  explicit Subject(const cfa::Cfa& program)
      : cfa(program), regions(program), partition(program, BlockHeuristic::FunctionsAndLoops),
        effects(program, regions, partition), loops_at(program.location_count()) {
    for (std::size_t index = 0; index < partition.size(); ++index) {
      const facts::Block& block = partition.block(facts::BlockId(index));
      if (block.kind == facts::BlockKind::Loop) {
        for (cfa::LocationId location : block.locations) {
          loops_at[location.index()].emplace_back(index);
        }
      }
    }
  }

  const cfa::Cfa& cfa;
  facts::MemoryRegions regions;
  facts::BlockPartition partition;
  facts::SideEffectTable effects;
  std::vector<std::vector<facts::BlockId>> loops_at; ///< by location
};

class EffectChecker : public trace::RunObserver {
public:
  EffectChecker(const Subject& subject, const trace::Program& program, Totals& totals)
      : subject_(subject), cfa_(subject.cfa), program_(program), totals_(totals) {}

  void executed(cfa::EdgeId id, const trace::Machine& machine) override {
    const cfa::Edge& edge = cfa_.edge(id);
    ++totals_.edges;
    if (const auto* back = std::get_if<cfa::Return>(&edge.operation)) {
      if (!calls_.empty()) {
        calls_.pop_back();
      }
      place_ = cfa_.edge(back->call).source; // a step of the caller
    } else {
      place_ = edge.source;
    }
    note_allocation(id, machine);
    check(id, machine);
    if (std::holds_alternative<cfa::Call>(edge.operation)) {
      calls_.push_back(edge.source);
    }
  }

private:
  void note_allocation(cfa::EdgeId id, const trace::Machine& machine) {
    if (const auto* allocation = std::get_if<cfa::Allocate>(&cfa_.edge(id).operation)) {
      const trace::Provenance object = machine.slots[allocation->target.index()].provenance();
      if (!object.is_none()) {
        allocated_.resize(std::max<std::size_t>(allocated_.size(), object.slot + 1));
        allocated_[object.slot] = {object.generation, id};
      }
    }
  }

  /// Asks `holds` of the effects of everything that is active.
  template <class Holds>
  void require(cfa::EdgeId id, const char* what, Holds holds) {
    auto ask = [&](const facts::SideEffects& effects, cfa::LocationId location, const char* part) {
      ++totals_.questions;
      if (!holds(effects) && reported_.insert({id, what, location}).second) {
        ++totals_.wrong;
        std::cout << "  " << what << " is missing in the effects of the " << part << " of "
                  << cfa_.function(cfa_.location(location).function).name << ": " << to_string(cfa_.edge(id).range)
                  << ": " << cfa::to_string(cfa_.edge(id).operation, cfa_.names()) << "\n";
      }
    };
    auto ask_at = [&](cfa::LocationId location) {
      ask(subject_.effects.of(cfa_.location(location).function), location, "function");
      for (facts::BlockId loop : subject_.loops_at[location.index()]) {
        ask(subject_.effects.of(loop), location, "loop");
      }
    };
    ask_at(place_);
    for (cfa::LocationId call : calls_) {
      ask_at(call);
    }
  }

  [[nodiscard]] const facts::ObjectGroup* group_of_object(const trace::Value& pointer,
                                                          const trace::Machine& machine) const {
    const trace::Provenance object = pointer.provenance();
    if (object.is_none()) {
      return nullptr;
    }
    if (object.slot < allocated_.size() && allocated_[object.slot].edge.is_valid() &&
        allocated_[object.slot].generation == object.generation) {
      return &subject_.regions.group_of_allocation(allocated_[object.slot].edge);
    }
    const cfa::VariableId variable = machine.memory.objects()[object.slot].variable;
    const bool is_known = machine.memory.objects()[object.slot].generation == object.generation && variable.is_valid();
    return is_known ? &subject_.regions.group_of(variable) : nullptr;
  }

  void check_pointer(cfa::EdgeId id, const trace::Value& pointer, const trace::Machine& machine) {
    if (const facts::ObjectGroup* group = group_of_object(pointer, machine)) {
      const facts::ObjectGroupId number = subject_.effects.id_of(*group);
      require(id, "the object's group", [&](const facts::SideEffects& e) { return e.groups.contains(number); });
    }
  }

  void check_written_object(cfa::EdgeId id, const facts::ObjectGroup& group) {
    for (facts::RegionId region : group.regions) {
      require(id, "a written region", [&](const facts::SideEffects& e) { return e.regions_written.contains(region); });
    }
  }

  void check(cfa::EdgeId id, const trace::Machine& machine) {
    const cfa::Operation& operation = cfa_.edge(id).operation;
    check_registers(id, operation);
    check_loads(id, machine);
    const auto operands = program_.operands_of(program_.edges[id.index()]);
    auto pointer = [&](std::size_t operand) { return machine.slots[operands[operand]]; };
    if (const auto* store = std::get_if<cfa::Store>(&operation)) {
      const facts::RegionId region = subject_.regions.region_of(store->address, store->value->type);
      require(id, "a stored region", [&](const facts::SideEffects& e) { return e.regions_written.contains(region); });
      if (const facts::ObjectGroup* group = group_of_object(pointer(0), machine);
          group != nullptr && group != &subject_.regions.group_of(region)) {
        ++totals_.wrong;
        std::cout << "  a store into an object of another group: " << to_string(cfa_.edge(id).range) << "\n";
      }
      check_pointer(id, pointer(0), machine);
    } else if (const auto* declaration = std::get_if<cfa::Declare>(&operation)) {
      check_written_object(id, subject_.regions.group_of(declaration->variable));
      require(id, "a declaration", [](const facts::SideEffects& e) { return e.declares_objects; });
    } else if (std::holds_alternative<cfa::Allocate>(operation)) {
      check_written_object(id, subject_.regions.group_of_allocation(id));
      require(id, "an allocation",
              [&](const facts::SideEffects& e) { return e.makes_objects && e.allocations.contains(id); });
    } else if (std::holds_alternative<cfa::Free>(operation)) {
      check_pointer(id, pointer(0), machine);
      require(id, "a free", [](const facts::SideEffects& e) { return e.ends_objects; });
    } else if (std::holds_alternative<cfa::CopyMemory>(operation) ||
               std::holds_alternative<cfa::ReceiveMemory>(operation) ||
               std::holds_alternative<cfa::SetMemory>(operation)) {
      if (const facts::ObjectGroup* group = group_of_object(pointer(0), machine)) {
        check_written_object(id, *group);
      }
      check_pointer(id, pointer(0), machine);
    }
  }

  void check_registers(cfa::EdgeId id, const cfa::Operation& operation) {
    for (cfa::VariableId variable : cfa::variables_written(operation)) {
      if (cfa::has_static_storage(cfa_.variable(variable))) {
        require(id, "a written variable",
                [&](const facts::SideEffects& e) { return e.registers_written.contains(variable); });
      } else if (!std::holds_alternative<cfa::Call>(operation)) {
        check_own_register(id, variable, &facts::SideEffects::registers_written);
      }
    }
    for (std::uint32_t index : program_.reads_of(program_.edges[id.index()])) {
      const cfa::VariableId variable(index);
      if (cfa::has_static_storage(cfa_.variable(variable))) {
        require(id, "a read variable",
                [&](const facts::SideEffects& e) { return e.registers_read.contains(variable); });
      } else if (!std::holds_alternative<cfa::Return>(operation)) {
        check_own_register(id, variable, &facts::SideEffects::registers_read);
      }
    }
  }

  /// Loops of the innermost activation know its registers.
  void check_own_register(cfa::EdgeId id, cfa::VariableId variable, IdSet<cfa::VariableId> facts::SideEffects::* set) {
    for (facts::BlockId loop : subject_.loops_at[place_.index()]) {
      ++totals_.questions;
      if (!(subject_.effects.of(loop).*set).contains(variable)) {
        ++totals_.wrong;
        std::cout << "  " << cfa_.variable(variable).name << " is missing in a loop: " << to_string(cfa_.edge(id).range)
                  << "\n";
      }
    }
  }

  void check_loads(cfa::EdgeId id, const trace::Machine& machine) {
    const cfa::Operation& operation = cfa_.edge(id).operation;
    const bool has_values = !std::holds_alternative<cfa::Assume>(operation); // those are of the first edge of a branch
    const std::vector<cfa::VariableId> written = cfa::variables_written(operation);
    for (const trace::Instruction& instruction : program_.code_of(program_.edges[id.index()])) {
      if (instruction.opcode < trace::Opcode::LoadSigned || instruction.opcode > trace::Opcode::LoadFloat) {
        continue;
      }
      const cfa::Expression& expression = *program_.loads[instruction.third];
      const facts::RegionId region =
          subject_.regions.region_of(std::get<cfa::Load>(expression.node).address, expression.type);
      require(id, "a loaded region", [&](const facts::SideEffects& e) { return e.regions_read.contains(region); });
      const bool is_overwritten =
          std::find(written.begin(), written.end(), cfa::VariableId(instruction.left)) != written.end();
      if (has_values && !is_overwritten) {
        check_pointer(id, machine.slots[instruction.left], machine);
      }
    }
  }

  struct Allocated {
    std::uint32_t generation = 0;
    cfa::EdgeId edge;
  };

  const Subject& subject_;
  const cfa::Cfa& cfa_;
  const trace::Program& program_;
  Totals& totals_;
  cfa::LocationId place_;              ///< of the innermost activation
  std::vector<cfa::LocationId> calls_; ///< of the activations outside of it
  std::vector<Allocated> allocated_;   ///< by the slot of the object
  std::set<std::tuple<cfa::EdgeId, std::string, cfa::LocationId>> reported_;
};

int run(const ProgramChoice& choice, std::uint64_t steps) {
  Totals totals;
  for_each_program(choice, [&](const testkit::InterpretedProgram& program, const std::string& name) {
    const Subject subject(program.cfa());
    const std::size_t wrong = totals.wrong;
    for (std::size_t run = 0; run < choice.runs; ++run) {
      MixedInputs inputs = inputs_of(choice, run);
      EffectChecker checker(subject, program.interpreter().program(), totals);
      program.interpreter().run(program.start(), inputs, {.steps = steps}, &checker);
      ++totals.runs;
    }
    if (totals.wrong != wrong) {
      std::cout << name << "\n";
    }
  });
  std::cout << totals.runs << " runs, " << totals.edges << " edges, " << totals.questions << " questions, "
            << totals.wrong << " wrong\n";
  return totals.wrong == 0 && totals.questions > 0 ? 0 : 1;
}

} // namespace
} // namespace vouch::fuzz

int main(int argument_count, char** arguments) {
  vouch::fuzz::ProgramChoice choice;
  std::uint64_t steps = 3000;
  CLI::App app(
      "Generates programs (or takes the files), executes each with several inputs, and compares what runs read and "
      "write with the side effects of the functions and loops they are in. Exit status 1 if something is missing "
      "there.");
  vouch::fuzz::add_options(app, choice);
  app.add_option("--steps", steps, "of each run at most");
  CLI11_PARSE(app, argument_count, arguments);
  return vouch::fuzz::run(choice, steps);
}
