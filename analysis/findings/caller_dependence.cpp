#include "analysis/findings/caller_dependence.hpp"

#include "analysis/facts/parts_of_start.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/execution.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace vouch::findings {
namespace {

using cfa::Integer;

/// Longer runs are not repeated: what they violate counts as the function's own.
constexpr std::uint64_t most_steps = 20'000;
constexpr std::size_t most_runs = 400;
/// So far from an address that a run asked for, an access still counts as one through it.
constexpr Integer largest_offset = Integer{1} << 20U;
/// So many more elements of an array are tried for an access that misses it.
constexpr Integer most_elements_more = 64;
/// In bytes: no variable is larger.
constexpr Integer largest_object = Integer{1} << 47U;
/// What a caller passes where the run did not ask before: arrays with room, or nothing; for pointers to objects either a
/// new one each, or null.
struct Filling {
  Integer number = 0;
  enum class Objects { New, None } objects = Objects::None;
};
constexpr std::array fillings = {Filling{64, Filling::Objects::None}, Filling{64, Filling::Objects::New},
                                 Filling{0, Filling::Objects::None}};
/// Numbers of new objects begin behind it; no other input has one of these.
constexpr Integer first_new_object = Integer{1} << 40U;

/// Which value of a run: what asked for it, and how often that had asked before.
struct InputKey {
  cfa::EdgeId edge;
  cfa::ExpressionRef load = nullptr;
  std::size_t occurrence = 0;
  friend auto operator<=>(const InputKey& a, const InputKey& b) {
    return std::tuple(a.edge.index(), a.load, a.occurrence) <=> std::tuple(b.edge.index(), b.load, b.occurrence);
  }
  friend bool operator==(const InputKey&, const InputKey&) = default;
};

struct CallersInput {
  InputKey key;
  Integer value = 0;
  cfa::Type type;
  std::string origin;
  cfa::VariableId variable; ///< invalid: contents of memory
  bool is_result = false;   ///< of a function without a definition: pointers only
  bool is_given = false;    ///< which object of callers a pointer leads to
};

/// The inputs of a run by what asks for them, some of them changed.
class ChangedInputs : public trace::InputSource {
public:
  explicit ChangedInputs(const std::map<InputKey, Integer>& original) : original_(original) {}
  ChangedInputs(const std::map<InputKey, Integer>& original, InputKey changed, Integer value, Filling filling)
      : original_(original), changed_(changed), value_(value), filling_(filling) {}

  std::optional<Integer> next(const trace::InputRequest& request) override {
    const InputKey key{request.edge, request.load, occurrences_[{request.edge.index(), request.load}]++};
    if (changed_ == key) {
      return value_;
    }
    const auto known = original_.find(key);
    if (known != original_.end()) {
      return known->second;
    }
    if (request.given.is_valid()) {
      return filling_.objects == Filling::Objects::New ? first_new_object + ++new_objects_ : 0;
    }
    const bool is_callers = request.load != nullptr || request.kind == cfa::InputKind::Parameter;
    return is_callers ? std::optional(filling_.number) : std::nullopt;
  }

private:
  const std::map<InputKey, Integer>& original_;
  std::optional<InputKey> changed_;
  Integer value_ = 0;
  Filling filling_;
  Integer new_objects_ = 0;
  std::map<std::pair<std::size_t, cfa::ExpressionRef>, std::size_t> occurrences_;
};

/// Sources give integers and pointers in any representation.
Integer as_held(Integer value, const cfa::Type& type) {
  return cfa::as_integer(type) != nullptr || cfa::is_pointer(type) ? cfa::wrap(value, type) : value;
}

/// Passes the inputs of a run on and keeps them by what asked.
class NotedInputs : public trace::InputSource {
public:
  NotedInputs(const RunInputs& values, const bool& is_outside_heard)
      : inputs_(values), is_outside_heard_(is_outside_heard) {}

  std::optional<Integer> next(const trace::InputRequest& request) override {
    const std::optional<Integer> value = inputs_.next(request);
    if (!value) {
      return value;
    }
    const InputKey key{request.edge, request.load, occurrences_[{request.edge.index(), request.load}]++};
    values_.emplace(key, *value);
    // A function without a definition and without arguments is a source of values like any other.
    const bool is_result = request.load == nullptr && (request.kind == cfa::InputKind::External ||
                                                       request.kind == cfa::InputKind::Nondeterministic);
    const CallersInput input{
        key,       as_held(*value, request.type), request.type, std::string(request.origin), request.variable,
        is_result, request.given.is_valid()};
    const bool is_pointer_from_outside =
        cfa::is_pointer(request.type) && !request.given.is_valid() &&
        (is_result || request.kind == cfa::InputKind::Parameter || request.kind == cfa::InputKind::External);
    if (is_pointer_from_outside) {
      pointers_.push_back(input);
    }
    // Behind a function that may write memory, what is found there need not be the caller's.
    const bool is_callers = request.load != nullptr
                                ? request.kind == cfa::InputKind::External && !is_outside_heard_
                                : request.kind == cfa::InputKind::Parameter || is_pointer_from_outside;
    if (is_callers) {
      callers_.push_back(input);
    }
    return value;
  }

  [[nodiscard]] const std::map<InputKey, Integer>& values() const { return values_; }
  /// What callers choose, and pointers that functions without a definition return.
  [[nodiscard]] const std::vector<CallersInput>& callers() const { return callers_; }
  /// All pointers that come from outside.
  [[nodiscard]] const std::vector<CallersInput>& pointers() const { return pointers_; }

private:
  trace::ListedInputs inputs_;
  const bool& is_outside_heard_;
  std::map<InputKey, Integer> values_;
  std::vector<CallersInput> callers_;
  std::vector<CallersInput> pointers_;
  std::map<std::pair<std::size_t, cfa::ExpressionRef>, std::size_t> occurrences_;
};

/// The violation of one run, and others like it.
class Experiment {
public:
  Experiment(const cfa::Cfa& cfa, const trace::Interpreter& interpreter, const cfa::EntryPoint& entry)
      : cfa_(cfa), interpreter_(interpreter), entry_(entry) {}

  CallerDependence result(const RunInputs& inputs) {
    bool is_outside_heard = false;
    NotedInputs noted(inputs, is_outside_heard);
    trace::Execution run(interpreter_.program(), noted, limits_, nullptr);
    run.begin(entry_.start);
    bool is_inside = false;
    while (run.advance()) {
      const cfa::EdgeId edge = run.last_edge();
      is_inside = is_inside || cfa_.edge(edge).source == cfa_.function(entry_.function).entry;
      is_outside_heard =
          is_outside_heard || (is_inside && std::holds_alternative<cfa::HavocMemory>(cfa_.edge(edge).operation));
      note_branch(edge);
    }
    check_ = run.last_edge();
    if (!std::holds_alternative<trace::ReachedTarget>(run.result().outcome) || run.result().steps > most_steps) {
      return OwnFault{};
    }
    if (goes_through_wild_pointer(run, noted.pointers())) {
      return NeedsWildPointer{};
    }
    values_ = &noted.values();
    if (values_->empty()) {
      return OwnFault{true};
    }
    const cfa::PropertyKind property = violated().property;
    const bool says_so_itself = property == cfa::PropertyKind::Assertion || property == cfa::PropertyKind::ErrorCall;
    return says_so_itself ? CallerDependence(OwnFault{}) : judge(run, noted.callers());
  }

private:
  /// How a run with one other value goes on, compared with the first.
  enum class Course { TakesOtherBranches, FailsToo, Passes };

  [[nodiscard]] const cfa::Target& violated() const { return *cfa_.location(cfa_.edge(check_).target).target; }

  [[nodiscard]] bool is_users(cfa::FunctionId function) const { return !cfa_.function(function).is_synthetic; }

  /// Whether one of the edges from there leads to a target.
  [[nodiscard]] bool is_check(cfa::LocationId location) const {
    return std::ranges::any_of(cfa_.outgoing(location), [this](cfa::EdgeId edge) {
      return cfa_.location(cfa_.edge(edge).target).target.has_value();
    });
  }

  [[nodiscard]] bool is_branch(cfa::EdgeId id) const {
    const cfa::Edge& edge = cfa_.edge(id);
    return std::holds_alternative<cfa::Assume>(edge.operation) && cfa_.outgoing(edge.source).size() > 1 &&
           is_users(cfa_.location(edge.source).function) && !is_check(edge.source);
  }

  void note_branch(cfa::EdgeId edge) {
    if (is_branch(edge)) {
      branches_.push_back(edge);
    }
  }

  Course course_with(const CallersInput& input, Integer value, Filling filling) {
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
      has_passed = has_passed || (taken == branches_.size() && cfa_.edge(edge).source == cfa_.edge(check_).source);
      if (!has_passed && is_branch(edge) && (taken == branches_.size() || branches_[taken++] != edge)) {
        return Course::TakesOtherBranches;
      }
    }
    const trace::Outcome& outcome = run.result().outcome;
    const auto* undefined = std::get_if<trace::UndefinedBehaviour>(&outcome); // of a kind that is not checked
    const bool has_come_far =
        (undefined == nullptr || undefined->kind != trace::UndefinedBehaviourKind::NullDereference) &&
        !std::holds_alternative<trace::StepLimit>(outcome) && !std::holds_alternative<trace::MemoryLimit>(outcome);
    return has_passed && has_come_far ? Course::Passes : Course::FailsToo; // something else went wrong: no better
  }

  [[nodiscard]] static std::vector<Integer> alternatives(const CallersInput& input) {
    std::vector<Integer> result = {0, 1, 2, 3, 64, -1, 100, 1000, 65'536};
    if (!cfa::is_float(input.type)) {
      result.insert(result.end(), {input.value / 2, input.value - 1, input.value + 1});
    }
    std::erase(result, input.value);
    return result;
  }

  CallerDependence judge(const trace::Execution& failed, std::vector<CallersInput> inputs) {
    const auto is_null = [](const CallersInput& input) { return cfa::is_pointer(input.type) && input.value == 0; };
    std::ranges::stable_partition(inputs, &CallersInput::is_given); // who passes one object twice knows of it
    if (violated().property == cfa::PropertyKind::NullDereference) {
      std::ranges::stable_partition(inputs, is_null);
    }
    std::size_t runs = 0;
    for (const CallersInput& input : inputs) {
      bool is_tested = false;
      bool can_pass = false;
      for (const Integer value : alternatives(input)) {
        for (const Filling& filling : fillings) {
          if (++runs > most_runs) {
            return OwnFault{};
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
    return OwnFault{};
  }

  /// Whether the function itself tells the value from others, though not on the way to the violation.
  [[nodiscard]] bool distinguishes(const trace::Execution& failed, const CallersInput& input, bool is_tested) const {
    switch (violated().property) {
    case cfa::PropertyKind::DivisionByZero:
      return is_tested;
    case cfa::PropertyKind::OutOfBounds:
      return is_tested && accesses_variable(failed);
    case cfa::PropertyKind::NullDereference:
      return is_compared_with_null(input);
    default:
      return false;
    }
  }

  /// Calls `visit` with the pointer of each memory check that was evaluated last, and with what it was before that
  /// expression added something to it.
  template <class Visitor>
  void for_each_checked_pointer(const trace::Execution& failed, const Visitor& visit) const {
    const trace::Program& program = interpreter_.program();
    for (const trace::Instruction& instruction : program.code_of(program.edges[check_.index()])) {
      if (instruction.opcode == trace::Opcode::CheckMemory) {
        visit(failed.machine().slots[instruction.left], failed.machine().slots[start_of_sum(instruction.left)]);
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
    for_each_checked_pointer(failed, [&](const trace::Value& pointer, const trace::Value&) {
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
  /// other pointers that a run asks for are any numbers, which may happen to be the address of something. How far callers'
  /// objects reach that the front end has not made is not known.
  [[nodiscard]] bool goes_through_wild_pointer(const trace::Execution& failed,
                                               const std::vector<CallersInput>& inputs) const {
    bool result = false;
    for_each_checked_pointer(failed, [&](const trace::Value& pointer, const trace::Value& start) {
      const trace::Memory& memory = failed.machine().memory;
      const bool is_far_from_null = start.address() == 0 && pointer.address() != 0;
      const bool may_be_larger =
          memory.is_alive(pointer.provenance()) && memory.object(pointer.provenance()).may_be_larger;
      result = result || (violated().property == cfa::PropertyKind::OutOfBounds && (is_far_from_null || may_be_larger));
      result = result || std::ranges::any_of(inputs, [&](const CallersInput& input) {
                 const Integer distance = Integer{start.address()} - input.value;
                 const bool is_near = distance > -largest_offset && distance < largest_offset;
                 return cfa::is_pointer(input.type) && input.value != 0 && is_near;
               });
    });
    return result;
  }

  /// Whether the entry function compares the parameter that the input is the choice of with null somewhere, or has a
  /// branch that names what the parameter leads to.
  [[nodiscard]] bool is_compared_with_null(const CallersInput& input) const {
    for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
      const cfa::EdgeId id(index);
      const cfa::Edge& edge = cfa_.edge(id);
      const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
      if (assume != nullptr && cfa_.location(edge.source).function == entry_.function && is_branch(id) &&
          (input.origin == parameter_of(input.origin) ? compares_with_null(assume->condition, input.origin)
                                                      : edge.text.find(input.origin) != std::string::npos)) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool compares_with_null(cfa::ExpressionRef condition, const std::string& parameter) const {
    const auto* comparison = std::get_if<cfa::Binary>(&condition->node);
    if (comparison == nullptr ||
        (comparison->op != cfa::BinaryOperator::Equal && comparison->op != cfa::BinaryOperator::NotEqual)) {
      return false;
    }
    const auto* read = std::get_if<cfa::VariableRead>(&comparison->left->node);
    const auto* null = std::get_if<cfa::Constant>(&comparison->right->node);
    return read != nullptr && null != nullptr && null->value == 0 && cfa::is_pointer(comparison->left->type) &&
           cfa_.variable(read->variable).name == parameter && cfa_.variable(read->variable).function == entry_.function;
  }

  /// The parameter in `p`, `p[0]`, `p->next`.
  static std::string parameter_of(const std::string& origin) { return origin.substr(0, origin.find_first_of("[.- ")); }

  /// Whether the input is an integer parameter itself, and nothing that it leads to.
  [[nodiscard]] bool is_parameter(const CallersInput& input) const {
    return std::ranges::any_of(cfa_.function(entry_.function).parameters, [&](cfa::VariableId id) {
      const cfa::Variable& parameter = cfa_.variable(id);
      return parameter.name == input.origin && parameter.type == input.type && cfa::as_integer(input.type) != nullptr;
    });
  }

  /// Whether a variable gets the value where nothing but this entry point begins.
  [[nodiscard]] bool is_asked_for_this_entry_alone(const InputKey& key) const {
    const cfa::Edge& edge = cfa_.edge(key.edge);
    return key.load == nullptr && std::holds_alternative<cfa::Input>(edge.operation) &&
           cfa_.incoming(edge.target).size() == 1 &&
           facts::is_part_of_start(cfa_, entry_.start, cfa_.location(edge.source).function);
  }

  /// Says what is to be assumed of the input so that callers are not to blame, if that is simple.
  void exclude(const CallersInput& input, cfa::PropertyKind property, CallersFault& fault) {
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
  static bool is_limit(const CallersInput& input) {
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
        cfa::for_each_subexpression(allocation->size, [&](cfa::ExpressionRef part) {
          const auto* read = std::get_if<cfa::VariableRead>(&part->node);
          result = result || (read != nullptr && read->variable == variable);
        });
      }
    }
    return result;
  }

  /// The least value above the input's with which the run passes the check; nothing if it is not close.
  std::optional<Integer> least_that_passes(const CallersInput& input) {
    for (Integer value = input.value + 1; value <= input.value + most_elements_more; ++value) {
      for (const Filling& filling : fillings) {
        if (course_with(input, value, filling) == Course::Passes) {
          return value;
        }
      }
    }
    return std::nullopt;
  }

  CallersFault callers_fault(const CallersInput& input) {
    CallersFault result;
    if (input.is_result) {
      return {CallersFault::Source::Result, input.origin, input.value == 0 ? "null" : "", "", input.origin, {}};
    }
    const bool is_found = input.key.load != nullptr;
    result.name = is_found ? "" : parameter_of(input.origin);
    result.place = is_found && !input.is_given ? "" : input.origin;
    const cfa::PropertyKind property = violated().property;
    if (property == cfa::PropertyKind::NullDereference && input.value == 0) {
      result.value = "null";
      result.precondition = result.place == result.name ? result.name : "";
    } else if (is_parameter(input)) {
      result.value = cfa::to_string(cfa::wrap(input.value, input.type));
    }
    if (is_asked_for_this_entry_alone(input.key)) {
      exclude(input, property, result);
    }
    return result;
  }

  const cfa::Cfa& cfa_;
  const trace::Interpreter& interpreter_;
  const cfa::EntryPoint& entry_;
  trace::Limits limits_{.steps = 4 * most_steps};
  std::vector<cfa::EdgeId> branches_; ///< of the user's functions, as the violating run takes them
  cfa::EdgeId check_;                 ///< the last edge of that run
  const std::map<InputKey, Integer>* values_ = nullptr;
};

} // namespace

CallerDependence caller_dependence(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                   const cfa::EntryPoint& entry, const RunInputs& inputs) {
  return Experiment(cfa, interpreter, entry).result(inputs);
}

} // namespace vouch::findings
