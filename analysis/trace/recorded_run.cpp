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

/// The calls that a run is inside of, and how often it has called each function.
class CallCount {
public:
  void enter(cfa::FunctionId function) { running_.emplace_back(function, ++calls_[function]); }
  void leave() { running_.pop_back(); }
  /// Which call of the function is running, the innermost if there are several; 0: none.
  [[nodiscard]] unsigned running_call_of(cfa::FunctionId function) const {
    const auto found = std::find_if(running_.rbegin(), running_.rend(),
                                    [&](const auto& running) { return running.first == function; });
    return found != running_.rend() ? found->second : 0;
  }

private:
  std::map<cfa::FunctionId, unsigned> calls_;
  std::vector<std::pair<cfa::FunctionId, unsigned>> running_;
};

/// Collects what is found where nothing was written.
class FoundValues {
public:
  explicit FoundValues(const cfa::Cfa& cfa) : cfa_(cfa) {}

  void enter(cfa::FunctionId function) { calls_.enter(function); }
  void leave() { calls_.leave(); }

  void add(cfa::EdgeId edge, cfa::VariableId variable, std::uint64_t offset, unsigned size, cfa::Integer bits) {
    FoundContents contents{edge, {}, 0, offset, size, bits};
    const bool is_local = variable.is_valid() && cfa_.variable(variable).kind == cfa::VariableKind::Local;
    if (is_local) {
      contents.variable = variable;
      contents.call = calls_.running_call_of(cfa_.variable(variable).function);
    }
    found_.push_back(contents);
  }
  std::vector<FoundContents> take() { return std::move(found_); }

private:
  const cfa::Cfa& cfa_;
  CallCount calls_;
  std::vector<FoundContents> found_;
};

/// Passes the inputs on and keeps what they were for.
class AskedInputs : public InputSource {
public:
  AskedInputs(std::vector<cfa::Integer> inputs, const std::vector<std::string>& library_function, FoundValues& found)
      : inputs_(std::move(inputs)), library_function_(library_function), found_(found) {}

  std::optional<cfa::Integer> next(const InputRequest& request) override {
    auto value = inputs_.next(request);
    if (value) {
      note_found(request, as_held(*value, request.type, request.range));
      values_.push_back({request.edge, request.kind, std::string(request.origin), request.type,
                         as_held(*value, request.type, request.range), request.load != nullptr,
                         library_function_.empty() ? std::string() : library_function_.front()});
    }
    return value;
  }
  std::vector<AskedValue> take() { return std::move(values_); }

private:
  void note_found(const InputRequest& request, cfa::Integer value) {
    if (request.kind == cfa::InputKind::Uninitialised && request.load == nullptr) {
      const auto* number = std::get_if<cfa::FloatType>(&request.type);
      const std::uint64_t size = number != nullptr ? number->width / 8 : cfa::size_in_bytes(request.type);
      found_.add(request.edge, request.variable, 0, static_cast<unsigned>(size), value);
    }
  }

  ListedInputs inputs_;
  const std::vector<std::string>& library_function_; ///< the stack of those that are running
  FoundValues& found_;
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
  Recorder(const Program& program, const cfa::EntryPoint& entry, FoundValues& found)
      : program_(program), cfa_(*program.cfa), entry_(entry), found_(found) {}

  void executed(cfa::EdgeId id, const Machine& machine) override {
    const cfa::Edge& edge = cfa_.edge(id);
    if (at_entry_) {
      meet_objects(machine);
      learn_from(id, machine);
      note_writes(id, machine);
    }
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      found_.enter(call->callee);
      entered(id, *call, machine);
    } else if (const auto* back = std::get_if<cfa::Return>(&edge.operation)) {
      found_.leave();
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
      met_ = machine.given.size();
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

  /// Objects of callers that nobody had asked for by the time of the entry.
  void meet_objects(const Machine& machine) {
    for (; met_ < machine.given.size(); ++met_) {
      const Provenance id = machine.given[met_].start.provenance();
      if (machine.given[met_].maker == GivenObject::Maker::Caller && machine.memory.is_alive(id)) {
        at_entry_->memory.adopt(id, machine.memory.object(id));
      }
    }
  }

  /// Contents that nobody had asked for by the time of the entry.
  void learn_from(cfa::EdgeId edge, const Machine& machine) {
    const auto determined = machine.memory.determined_bytes();
    for (; learnt_ < determined.size(); ++learnt_) {
      const DeterminedByte& found = determined[learnt_];
      if (found.state == ByteState::Undetermined) {
        const bool is_of_variable = machine.memory.is_alive(found.object);
        const cfa::VariableId variable =
            is_of_variable ? machine.memory.object(found.object).variable : cfa::VariableId();
        found_.add(edge, variable, found.offset, 1, found.byte);
      }
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
  FoundValues& found_;
  std::optional<StateAtEntry> at_entry_;
  std::size_t learnt_ = 0;
  std::size_t met_ = 0;
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
  FoundValues found(*interpreter.program().cfa);
  Recorder recorder(interpreter.program(), entry, found);
  AskedInputs asked(inputs, recorder.library_stack(), found);
  run.result = interpreter.run(entry.start, asked, limits, &recorder);
  run.values = asked.take();
  run.found = found.take();
  recorder.finish(run);
  return run;
}

} // namespace vouch::trace
