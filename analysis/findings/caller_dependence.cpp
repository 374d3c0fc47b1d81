#include "analysis/findings/caller_dependence.hpp"

#include "analysis/facts/parts_of_start.hpp"
#include "analysis/findings/callers_arrays.hpp"
#include "analysis/findings/tested_inputs.hpp"
#include "analysis/findings/unchanged_inputs.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/execution.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace vouch::findings {
namespace {

using cfa::Integer;

/// Longer runs are not repeated: what they violate counts as the function's own.
constexpr std::uint64_t most_steps = 20'000;
constexpr std::size_t most_runs = 1'000;
/// So far from an address that a run asked for, an access still counts as one through it.
constexpr Integer largest_offset = Integer{1} << 20U;
/// So many more elements of an array are tried for an access that misses it.
constexpr Integer most_elements_more = 64;
/// For a pointer that is not null, where nobody looks at what is there.
constexpr Integer some_address = 64;
/// In bytes: no variable is larger.
constexpr Integer largest_object = Integer{1} << 47U;
/// Of numbers, 1 is what most enumerations name.
constexpr std::array fillings = {Filling{64, Filling::Objects::None}, Filling{64, Filling::Objects::New},
                                 Filling{1, Filling::Objects::New}, Filling{0, Filling::Objects::None}};

/// The numbers in a condition, and those beside them.
void add_constants_near(cfa::ExpressionRef condition, std::vector<Integer>& numbers) {
  cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
    if (const auto* number = std::get_if<cfa::Constant>(&part->node)) {
      numbers.insert(numbers.end(), {number->value - 1, number->value, number->value + 1});
    }
  });
}

/// The violation of one run, and others like it.
class Experiment {
public:
  Experiment(const cfa::Cfa& cfa, const trace::Interpreter& interpreter, const cfa::EntryPoint& entry)
      : cfa_(cfa), interpreter_(interpreter), entry_(entry) {}

  CallerDependence result(const RunInputs& inputs) {
    const cfa::HavocMemory* last_outside = nullptr;
    NotedInputs noted(inputs, last_outside);
    trace::Execution run(interpreter_.program(), noted, limits_, nullptr);
    UnchangedInputs unchanged(cfa_, interpreter_.program());
    follow(run, noted, unchanged, last_outside);
    if (!std::holds_alternative<trace::ReachedTarget>(run.result().outcome) || run.result().steps > most_steps) {
      return OwnFault{};
    }
    check_ = run.last_edge();
    property_ = cfa_.location(cfa_.edge(check_).target).target->property;
    condition_ = {check_};
    if (goes_through_wild_pointer(run, noted.pointers())) {
      return NeedsWildPointer{};
    }
    values_ = &noted.values();
    if (values_->empty()) {
      return OwnFault{true};
    }
    if (property_ == cfa::PropertyKind::ErrorCall) {
      return OwnFault{};
    }
    if (property_ == cfa::PropertyKind::Assertion) {
      condition_ = unchanged.last_condition(cfa_.location(cfa_.edge(check_).target).range);
      if (condition_.empty()) {
        return OwnFault{};
      }
      check_ = condition_.back(); // `assert` may be a macro with a branch of its own
      for (auto part = condition_.rbegin(); part != condition_.rend(); ++part) {
        if (!branches_.empty() && branches_.back() == *part) {
          branches_.pop_back();
        }
      }
    }
    if (property_ == cfa::PropertyKind::NullDereference) {
      null_read_ = unchanged.null_read_by(run, check_, noted.chosen());
    }
    CallerDependence result = judge(run, noted.chosen());
    if (misses_what_may_be_larger(run)) {
      const auto* fault = std::get_if<CallersFault>(&result);
      return fault != nullptr && fault->others_pass ? result : CallerDependence(NeedsWildPointer{});
    }
    return result;
  }

private:
  /// How a run with one other value goes on, compared with the first.
  enum class Course { TakesOtherBranches, FailsToo, Passes };

  /// To the end of the run; `last_outside` is to be what may have written memory last.
  void follow(trace::Execution& run, const NotedInputs& noted, UnchangedInputs& unchanged,
              const cfa::HavocMemory*& last_outside) {
    bool is_inside = false;
    run.begin(entry_.start);
    while (run.advance()) {
      const cfa::EdgeId edge = run.last_edge();
      is_inside = is_inside || cfa_.edge(edge).source == cfa_.function(entry_.function).entry;
      if (is_inside) {
        const auto* havoc = std::get_if<cfa::HavocMemory>(&cfa_.edge(edge).operation);
        const bool is_received = std::holds_alternative<cfa::ReceiveMemory>(cfa_.edge(edge).operation);
        last_outside = havoc != nullptr ? havoc : is_received ? &by_the_system_ : last_outside;
        unchanged.note(run, edge, noted.chosen());
      } else {
        arrays_.note(cfa_, run, edge);
        unchanged.note_of_start(edge);
      }
      note_branch(edge);
      if (is_branch_of_user(cfa_, edge) || cfa_.location(cfa_.edge(edge).target).target) {
        unchanged.note_branch(run, edge);
      }
    }
  }

  void note_branch(cfa::EdgeId edge) {
    if (is_branch_of_user(cfa_, edge)) {
      branches_.push_back(edge);
    }
  }

  Course course_with(const ChosenInput& input, Integer value, Filling filling) {
    ChangedInputs inputs(*values_, input.key, value, filling);
    trace::Execution run(interpreter_.program(), inputs, limits_, nullptr);
    run.begin(entry_.start);
    std::size_t taken = 0;
    bool has_passed = false;
    while (run.advance()) {
      const cfa::EdgeId edge = run.last_edge();
      if (edge == check_) {
        return Course::FailsToo; // perhaps in a later round: what is passed only decides when
      }
      has_passed =
          has_passed || (taken == branches_.size() && cfa_.edge(edge).source == cfa_.edge(condition_.front()).source);
      if (!has_passed && is_branch_of_user(cfa_, edge) && (taken == branches_.size() || branches_[taken++] != edge)) {
        return Course::TakesOtherBranches;
      }
      others_pass_ = others_pass_ || has_passed;
    }
    const trace::Outcome& outcome = run.result().outcome;
    const auto* undefined = std::get_if<trace::UndefinedBehaviour>(&outcome); // of a kind that is not checked
    const bool has_come_far =
        (undefined == nullptr || undefined->kind != trace::UndefinedBehaviourKind::NullDereference) &&
        !std::holds_alternative<trace::StepLimit>(outcome) && !std::holds_alternative<trace::MemoryLimit>(outcome);
    return has_passed && has_come_far ? Course::Passes : Course::FailsToo; // something else went wrong: no better
  }

  [[nodiscard]] std::vector<Integer> alternatives(const ChosenInput& input) const {
    std::vector<Integer> result = {0, 1, 2, 3, 64, -1, 100, 1000, 65'536};
    if (property_ == cfa::PropertyKind::Assertion) {
      for (const cfa::EdgeId part : condition_) {
        add_constants_near(std::get<cfa::Assume>(cfa_.edge(part).operation).condition, result);
      }
    }
    if (!cfa::is_float(input.type)) {
      result.insert(result.end(), {input.value / 2, input.value - 1, input.value + 1});
    }
    std::erase(result, input.value);
    return result;
  }

  CallerDependence judge(const trace::Execution& failed, std::vector<ChosenInput> inputs) {
    const auto is_null = [](const ChosenInput& input) { return cfa::is_pointer(input.type) && input.value == 0; };
    // Of the file's variables there are many, and the start sets them all.
    std::ranges::stable_partition(inputs,
                                  [this](const ChosenInput& input) { return !is_asked_for_every_entry(input); });
    std::ranges::stable_partition(inputs, &ChosenInput::is_given); // who passes one object twice knows of it
    if (property_ == cfa::PropertyKind::NullDereference) {
      std::ranges::stable_partition(inputs, is_null);
      // A large struct has a hundred null members: one run each finds the one that the check is about.
      std::size_t tried = 0;
      std::ranges::stable_partition(inputs, [&](const ChosenInput& input) {
        return is_null(input) && ++tried <= most_runs && std::ranges::any_of(fillings, [&](const Filling& filling) {
                 return course_with(input, some_address, filling) == Course::Passes;
               });
      });
    }
    std::size_t runs = 0;
    for (const ChosenInput& input : inputs) {
      bool is_tested = false;
      bool can_pass = false;
      for (const Integer value : alternatives(input)) {
        for (const Filling& filling : fillings) {
          if (++runs > most_runs) {
            return otherwise(failed, inputs);
          }
          const Course course = course_with(input, value, filling);
          is_tested = is_tested || course == Course::TakesOtherBranches;
          can_pass = can_pass || course == Course::Passes;
        }
      }
      if (can_pass) {
        return distinguishes(failed, input, is_tested) ? CallerDependence(OwnFault{}) : callers_fault(input);
      }
    }
    return otherwise(failed, inputs);
  }

  /// Where no other value passes the check.
  CallerDependence otherwise(const trace::Execution& failed, const std::vector<ChosenInput>& inputs) {
    // Who never asks whether a pointer is null expects one, whatever else follows from which one it is.
    if (null_read_ != nullptr && !is_compared_with_null(cfa_, entry_.function, *null_read_)) {
      return callers_fault(*null_read_);
    }
    const ChosenInput* size = size_nobody_says(failed, inputs);
    return size != nullptr ? CallerDependence(callers_fault(*size)) : OwnFault{};
  }

  /// Whether the function itself tells the value from others, though not on the way to the violation.
  [[nodiscard]] bool distinguishes(const trace::Execution& failed, const ChosenInput& input, bool is_tested) const {
    switch (property_) {
    case cfa::PropertyKind::DivisionByZero:
      return is_tested;
    case cfa::PropertyKind::OutOfBounds:
      return is_tested && accesses_variable(failed) &&
             (is_parameter(input) || input.source == CallersFault::Source::Result ||
              is_ordered(cfa_, entry_.function, input));
    case cfa::PropertyKind::NullDereference:
      return is_compared_with_null(cfa_, entry_.function, input);
    case cfa::PropertyKind::Assertion:
      return is_compared_elsewhere(cfa_, entry_.function, input, condition_);
    default:
      return false;
    }
  }

  /// Calls `visit` with the pointer of each memory check that was evaluated last, with what it was before that
  /// expression added something to it, and with the offset from it, in bytes.
  template <class Visitor>
  void for_each_checked_pointer(const trace::Execution& failed, const Visitor& visit) const {
    const trace::Program& program = interpreter_.program();
    for (const trace::Instruction& instruction : program.code_of(program.edges[check_.index()])) {
      if (instruction.opcode == trace::Opcode::CheckMemory) {
        const auto& slots = failed.machine().slots;
        const bool has_offset = instruction.width == static_cast<std::uint8_t>(cfa::MemoryFault::OutOfBounds);
        visit(slots[instruction.left], slots[start_of_sum(instruction.left)],
              has_offset ? slots[instruction.right].integer() : 0);
      }
    }
  }

  /// The slot of the pointer that others were added to for the one in `slot`, in the code that was executed last.
  [[nodiscard]] std::uint32_t start_of_sum(std::uint32_t slot) const {
    const trace::Program& program = interpreter_.program();
    const auto code = program.code_of(program.edges[check_.index()]);
    for (auto instruction = code.rbegin(); instruction != code.rend(); ++instruction) {
      if (instruction->opcode == trace::Opcode::PointerAdd && instruction->target == slot) {
        slot = instruction->left;
      }
    }
    return slot;
  }

  /// Whether the object that was missed is a variable, whose size the function knows.
  [[nodiscard]] bool accesses_variable(const trace::Execution& failed) const {
    bool accesses_other = false;
    for_each_checked_pointer(failed, [&](const trace::Value& pointer, const trace::Value&, std::int64_t) {
      const trace::Memory& memory = failed.machine().memory;
      const bool is_variable = !pointer.provenance().is_none() && memory.is_alive(pointer.provenance()) &&
                               memory.object(pointer.provenance()).kind == trace::ObjectKind::Variable;
      accesses_other = accesses_other || !is_variable;
    });
    return !accesses_other && !asks_for_address_space();
  }

  /// An index into a variable that is named is compared with the variable's size, without asking for its object; an index
  /// that is added to a pointer with what no object could have.
  [[nodiscard]] bool asks_for_address_space() const {
    bool result = false;
    for (cfa::ExpressionRef condition : cfa::expressions_of(cfa_.edge(check_).operation)) {
      cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
        const auto* number = std::get_if<cfa::Constant>(&part->node);
        result = result || (number != nullptr && (number->value > largest_object || number->value < -largest_object));
      });
    }
    return result;
  }

  /// Pointers that the front end makes for callers are written into memory, and to objects of callers inputs have numbers;
  /// other pointers that a run asks for are any numbers, which may happen to be the address of something.
  [[nodiscard]] bool goes_through_wild_pointer(const trace::Execution& failed,
                                               const std::vector<ChosenInput>& inputs) const {
    bool result = false;
    for_each_checked_pointer(failed, [&](const trace::Value& pointer, const trace::Value& start, std::int64_t) {
      const trace::Memory& memory = failed.machine().memory;
      const bool is_far_from_null = start.address() == 0 && pointer.address() != 0;
      result = result || (property_ == cfa::PropertyKind::OutOfBounds && is_far_from_null);
      result = result || std::ranges::any_of(inputs, [&](const ChosenInput& input) {
                 const Integer distance = Integer{start.address()} - input.value;
                 const bool is_near = distance > -largest_offset && distance < largest_offset;
                 // However far it has gone from there.
                 const auto met = memory.pointer_from_address(static_cast<std::uint64_t>(input.value)).provenance();
                 const bool is_derived = met == pointer.provenance() && (!met.is_none() || pointer.address() != 0);
                 return cfa::is_pointer(input.type) && input.value != 0 && (is_near || is_derived);
               });
    });
    return result;
  }

  /// How far callers' objects reach that the front end has not made is not known: who says which place in them it is has to
  /// say that it exists, and where nobody does the run is none that anybody causes.
  [[nodiscard]] bool misses_what_may_be_larger(const trace::Execution& failed) const {
    bool result = false;
    for_each_checked_pointer(failed, [&](const trace::Value& pointer, const trace::Value&, std::int64_t) {
      const trace::Memory& memory = failed.machine().memory;
      result = result || (property_ == cfa::PropertyKind::OutOfBounds && memory.is_alive(pointer.provenance()) &&
                          memory.object(pointer.provenance()).may_be_larger);
    });
    return result;
  }

  /// The number of elements of the array that was missed, if that is for callers to choose and nothing says what it is: who
  /// passes more of them, or the middle of an array, has done nothing wrong. Strings say where they end. Null: no such one.
  [[nodiscard]] const ChosenInput* size_nobody_says(const trace::Execution& failed,
                                                    const std::vector<ChosenInput>& inputs) const {
    const ChosenInput* result = nullptr;
    if (property_ != cfa::PropertyKind::OutOfBounds) {
      return result;
    }
    for_each_checked_pointer(failed, [&](const trace::Value& pointer, const trace::Value&, std::int64_t offset) {
      const CallersArray* array = arrays_.find(pointer.provenance());
      const trace::Memory& memory = failed.machine().memory;
      if (array == nullptr || !array->elements.is_valid() || !memory.is_alive(array->object)) {
        return;
      }
      const bool is_before = pointer.address() + static_cast<std::uint64_t>(offset) < memory.object(array->object).base;
      const auto size = std::ranges::find(inputs, array->elements, &ChosenInput::variable);
      if (size != inputs.end() && (is_before || !array->is_string)) {
        result = &*size;
      }
    });
    return result;
  }

  /// Whether the input is an integer parameter itself, and nothing that it leads to.
  [[nodiscard]] bool is_parameter(const ChosenInput& input) const {
    return std::ranges::any_of(cfa_.function(entry_.function).parameters, [&](cfa::VariableId id) {
      const cfa::Variable& parameter = cfa_.variable(id);
      return parameter.name == input.origin && parameter.type == input.type && cfa::as_integer(input.type) != nullptr;
    });
  }

  /// Whether it is the value of one of the file's variables, which the start of all entry points asks for.
  [[nodiscard]] bool is_asked_for_every_entry(const ChosenInput& input) const {
    return input.key.load == nullptr && !is_asked_for_this_entry_alone(input.key) &&
           facts::is_part_of_start(cfa_, entry_.start, cfa_.location(cfa_.edge(input.key.edge).source).function);
  }

  /// Whether a variable gets the value where nothing but this entry point begins.
  [[nodiscard]] bool is_asked_for_this_entry_alone(const InputKey& key) const {
    const cfa::Edge& edge = cfa_.edge(key.edge);
    return key.load == nullptr && std::holds_alternative<cfa::Input>(edge.operation) &&
           cfa_.incoming(edge.target).size() == 1 &&
           facts::is_part_of_start(cfa_, entry_.start, cfa_.location(edge.source).function);
  }

  /// Says what is to be assumed of the input so that callers are not to blame, if that is simple.
  void exclude(const ChosenInput& input, cfa::PropertyKind property, CallersFault& fault) {
    using transformation::ExcludedInput;
    const bool is_one_value = property == cfa::PropertyKind::NullDereference ||
                              property == cfa::PropertyKind::DivisionByZero ||
                              (property == cfa::PropertyKind::SignedOverflow && is_limit(input));
    if (is_one_value && !fault.value.empty()) {
      fault.excluded = ExcludedInput{input.key.edge, as_held(input.value, input.type)};
      fault.assumption = fault.place + " is not " + fault.value;
      if (property != cfa::PropertyKind::NullDereference) {
        fault.precondition = fault.place + " != " + fault.value;
      }
    } else if (property == cfa::PropertyKind::OutOfBounds && is_number_of_elements(input.variable)) {
      if (const std::optional<Integer> least = least_that_passes(input)) {
        fault.excluded = ExcludedInput{input.key.edge, *least, ExcludedInput::Which::Below};
        fault.assumption = fault.place + " has at least " + cfa::to_string(*least) + " elements";
      }
    }
  }

  /// Whether the value is the least or the largest of its type, as in `-n` and `n + 1`.
  static bool is_limit(const ChosenInput& input) {
    return cfa::as_integer(input.type) != nullptr &&
           (input.value == cfa::minimum_value(input.type) || input.value == cfa::maximum_value(input.type));
  }

  /// Whether it says how large an array is that the front end has made for a pointer.
  [[nodiscard]] bool is_number_of_elements(cfa::VariableId variable) const {
    bool result = false;
    for (std::size_t index = 0; index < cfa_.edge_count() && variable.is_valid(); ++index) {
      const auto* allocation = std::get_if<cfa::Allocate>(&cfa_.edge(cfa::EdgeId(index)).operation);
      if (allocation != nullptr &&
          cfa_.function(cfa_.location(cfa_.edge(cfa::EdgeId(index)).source).function).is_synthetic) {
        result = result || reads(allocation->size, variable);
      }
    }
    return result;
  }

  /// The least value above the input's with which the run passes the check; nothing if it is not close.
  std::optional<Integer> least_that_passes(const ChosenInput& input) {
    for (Integer value = input.value + 1; value <= input.value + most_elements_more; ++value) {
      for (const Filling& filling : fillings) {
        if (course_with(input, value, filling) == Course::Passes) {
          return value;
        }
      }
    }
    return std::nullopt;
  }

  CallersFault callers_fault(const ChosenInput& input) {
    CallersFault result;
    if (input.source != CallersFault::Source::Argument) {
      const std::string number =
          cfa::as_integer(input.type) != nullptr ? cfa::to_string(cfa::wrap(input.value, input.type)) : "";
      return {input.source, input.origin, cfa::is_pointer(input.type) && input.value == 0 ? "null" : number,
              "",           input.origin, {}};
    }
    const bool is_found = input.key.load != nullptr;
    result.name = is_found ? "" : parameter_of(input.origin);
    result.place = is_found && !input.is_given ? "" : input.origin;
    result.others_pass = others_pass_;
    if (property_ == cfa::PropertyKind::NullDereference && input.value == 0) {
      result.value = "null";
      result.precondition = result.place == result.name ? result.name : "";
    } else if (is_parameter(input)) {
      result.value = cfa::to_string(cfa::wrap(input.value, input.type));
    }
    if (is_asked_for_this_entry_alone(input.key)) {
      exclude(input, property_, result);
    }
    return result;
  }

  const cfa::Cfa& cfa_;
  const trace::Interpreter& interpreter_;
  const cfa::EntryPoint& entry_;
  trace::Limits limits_{.steps = 4 * most_steps};
  const cfa::HavocMemory by_the_system_{
      nullptr, "read", cfa::InputKind::Nondeterministic, {}, cfa::HavocMemory::Constants::Kept, cfa::Author::System};
  std::vector<cfa::EdgeId> branches_; ///< of the user's functions, as the violating run takes them
  CallersArrays arrays_;
  std::vector<cfa::EdgeId> condition_; ///< the branches of the check: one, or those of an assertion
  cfa::EdgeId check_;                  ///< the edge of that run by which it fails
  cfa::PropertyKind property_{};       ///< that it violates
  const std::map<InputKey, Integer>* values_ = nullptr;
  bool others_pass_ = false; ///< some run with another value has passed the check, wherever it has gone from there
  const ChosenInput* null_read_ = nullptr; ///< what a failing check for null is about, if it is as it was chosen
};

} // namespace

CallerDependence caller_dependence(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                   const cfa::EntryPoint& entry, const RunInputs& inputs) {
  return Experiment(cfa, interpreter, entry).result(inputs);
}

} // namespace vouch::findings
