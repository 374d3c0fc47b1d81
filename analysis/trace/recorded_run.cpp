#include "analysis/trace/recorded_run.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

namespace vouch::trace {
namespace {

cfa::Integer as_held(cfa::Integer value, const cfa::Type& type, cfa::Input::Range range) {
  if (range == cfa::Input::Range::Boolean) {
    return value != 0 ? 1 : 0;
  }
  return std::visit(Overloaded{[&](const cfa::FloatType& t) { return cfa::canonical_float_bits(value, t); },
                               [&](const cfa::AggregateType&) { return value; },
                               [&](const auto&) { return cfa::wrap(value, type); }},
                    type);
}

/// Passes the inputs on and keeps what they were for.
class AskedInputs : public InputSource {
public:
  AskedInputs(std::vector<cfa::Integer> inputs, const std::vector<std::string>& library_function)
      : inputs_(std::move(inputs)), library_function_(library_function) {}

  std::optional<cfa::Integer> next(const InputRequest& request) override {
    auto value = inputs_.next(request);
    if (value) {
      values_.push_back({request.edge, request.kind, std::string(request.origin), request.type,
                         as_held(*value, request.type, request.range), request.load != nullptr,
                         library_function_.empty() ? std::string() : library_function_.front()});
    }
    return value;
  }
  std::vector<AskedValue> take() { return std::move(values_); }

private:
  ListedInputs inputs_;
  const std::vector<std::string>& library_function_; ///< the stack of those that are running
  std::vector<AskedValue> values_;
};

cfa::Integer integer_of(const Value& value, const cfa::Type& type) {
  if (cfa::is_float(type)) {
    cfa::Integer bits = 0;
    std::memcpy(&bits, value.bytes(), 10);
    return cfa::canonical_float_bits(bits, std::get<cfa::FloatType>(type));
  }
  const auto* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed() ? cfa::Integer{value.integer()} : cfa::Integer{value.address()};
}

/// Watches a run from its start to its end.
class Recorder : public RunObserver {
public:
  Recorder(const Program& program, const cfa::EntryPoint& entry)
      : program_(program), cfa_(*program.cfa), entry_(entry) {}

  void executed(cfa::EdgeId id, const Machine& machine) override {
    const cfa::Edge& edge = cfa_.edge(id);
    if (at_entry_) {
      learn_from(machine);
      note_writes(id, machine);
    }
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      entered(id, *call, machine);
    } else if (const auto* back = std::get_if<cfa::Return>(&edge.operation)) {
      left(*back, machine);
    }
  }

  /// By the functions of the library that are running, outermost first.
  [[nodiscard]] const std::vector<std::string>& library_stack() const { return library_stack_; }

  void finish(RecordedRun& run) {
    run.at_entry = std::move(at_entry_);
    run.writers.assign(writers_that_matter_.begin(), writers_that_matter_.end());
    std::set<std::string> asking;
    for (const AskedValue& value : run.values) {
      asking.insert(value.library_function);
    }
    std::ranges::copy_if(library_results_, std::back_inserter(run.library_results),
                         [&](const LibraryResult& result) { return asking.contains(result.function); });
  }

private:
  using ObjectKey = std::pair<std::uint32_t, std::uint32_t>;
  static ObjectKey key_of(Provenance id) { return {id.slot, id.generation}; }

  void entered(cfa::EdgeId id, const cfa::Call& call, const Machine& machine) {
    const cfa::Function& caller = cfa_.function(cfa_.location(cfa_.edge(id).source).function);
    const cfa::Function& callee = cfa_.function(call.callee);
    if (!at_entry_ && call.callee == entry_.function) {
      at_entry_ = StateAtEntry{machine.slots, machine.variables, machine.memory};
      learnt_ = machine.memory.determined_bytes().size();
      return;
    }
    const bool is_inside = !library_stack_.empty();
    const bool is_call_of_library = at_entry_ && callee.is_synthetic && !caller.is_synthetic;
    if (is_inside || is_call_of_library) {
      library_stack_.push_back(is_inside ? library_stack_.front() : callee.name);
      calls_.push_back(id);
    }
  }

  void left(const cfa::Return& back, const Machine& machine) {
    if (library_stack_.empty() || calls_.back() != back.call) {
      return;
    }
    calls_.pop_back();
    const std::string name = library_stack_.back();
    library_stack_.pop_back();
    const auto& callee = cfa_.function(std::get<cfa::Call>(cfa_.edge(back.call).operation).callee);
    if (library_stack_.empty() && callee.return_variables.size() == 1) {
      const cfa::VariableId result = callee.return_variables.front();
      library_results_.push_back(
          {name, integer_of(machine.slots[result.index()], cfa_.variable(result).type), back.call});
    }
  }

  /// Contents that nobody had asked for by the time of the entry.
  void learn_from(const Machine& machine) {
    const auto determined = machine.memory.determined_bytes();
    for (; learnt_ < determined.size(); ++learnt_) {
      const DeterminedByte& found = determined[learnt_];
      const auto writer = writers_.find(key_of(found.object));
      const bool is_written = writer != writers_.end();
      if (is_written) {
        writers_that_matter_.insert(writer->second);
      } else if (at_entry_->memory.is_alive(found.object)) {
        Object& object = at_entry_->memory.object(found.object);
        if (!object.states.empty() && object.states[found.offset] != ByteState::Determined) {
          at_entry_->memory.determine(object, found.offset, found.byte);
        }
      }
    }
  }

  void note_writes(cfa::EdgeId id, const Machine& machine) {
    const auto* havoc = std::get_if<cfa::HavocMemory>(&cfa_.edge(id).operation);
    if (havoc == nullptr) {
      return;
    }
    if (havoc->address != nullptr) {
      const auto address = program_.operands_of(program_.edges[id.index()]).front();
      writers_.insert_or_assign(key_of(machine.slots[address].provenance()), havoc->origin);
      return;
    }
    const auto objects = machine.memory.objects();
    for (std::uint32_t slot = 1; slot < objects.size(); ++slot) {
      writers_.insert_or_assign({slot, objects[slot].generation}, havoc->origin);
    }
  }

  const Program& program_;
  const cfa::Cfa& cfa_;
  const cfa::EntryPoint& entry_;
  std::optional<StateAtEntry> at_entry_;
  std::size_t learnt_ = 0;
  std::map<ObjectKey, std::string> writers_;
  std::set<std::string> writers_that_matter_;
  std::vector<std::string> library_stack_;
  std::vector<cfa::EdgeId> calls_;
  std::vector<LibraryResult> library_results_;
};

} // namespace

RecordedRun record_run(const Interpreter& interpreter, const cfa::EntryPoint& entry,
                       const std::vector<cfa::Integer>& inputs, const Limits& limits) {
  RecordedRun run;
  Recorder recorder(interpreter.program(), entry);
  AskedInputs asked(inputs, recorder.library_stack());
  run.result = interpreter.run(entry.start, asked, limits, &recorder);
  run.values = asked.take();
  recorder.finish(run);
  return run;
}

} // namespace vouch::trace
