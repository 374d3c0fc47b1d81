#include "analysis/findings/caller_dependence.hpp"

#include "analysis/facts/outside_values.hpp"
#include "analysis/facts/parts_of_start.hpp"
#include "analysis/findings/failed_check.hpp"
#include "analysis/findings/followed_run.hpp"
#include "analysis/findings/tested_inputs.hpp"
#include "analysis/trace/execution.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace vouch::findings {
namespace {

using cfa::Integer;

/// Longer runs are not repeated: what they violate counts as the function's own.
constexpr std::uint64_t most_steps = 20'000;
constexpr std::size_t most_runs = 1'000;
/// So many more elements of an array are tried for an access that misses it.
constexpr Integer most_elements_more = 64;
/// So many times as many edges as the violating run, and so many more, each other run may take: who follows a list that
/// callers make goes on for ever. Of a walk there are more runs, and each takes a quarter of that.
constexpr std::uint64_t times_as_many_steps = 8;
constexpr std::uint64_t most_steps_more = 4'000;
/// Of a random walk from the violating run to one that passes.
constexpr std::size_t most_runs_of_walk = 2'000;
constexpr std::uint64_t most_steps_of_walk = 2'000'000;
/// For a pointer that is not null, where nobody looks at what is there.
constexpr Integer some_address = 64;
/// Of numbers, 1 is what most enumerations name.
constexpr std::array fillings = {Filling{64, Filling::Objects::None}, Filling{64, Filling::Objects::New},
                                 Filling{1, Filling::Objects::New}, Filling{0, Filling::Objects::None}};

/// A parameter whose address is taken arrives as another one, `<argument n>`.
std::string name_in_source(const std::string& name) {
  constexpr std::string_view begin = "<argument ";
  return name.starts_with(begin) && name.ends_with(">") ? name.substr(begin.size(), name.size() - begin.size() - 1)
                                                        : name;
}

/// The violation of one run, and others like it.
class Experiment {
public:
  Experiment(const cfa::Cfa& cfa, const trace::Interpreter& interpreter, const cfa::EntryPoint& entry,
             const std::optional<CallerAnswers>& known)
      : cfa_(cfa), interpreter_(interpreter), entry_(entry), known_(known) {}

  CallerDependence result(const RunInputs& inputs) {
    const FollowedRun violating(cfa_, interpreter_.program(), entry_, inputs, limits_);
    const trace::Execution& run = violating.execution();
    if (!std::holds_alternative<trace::ReachedTarget>(run.result().outcome) || run.result().steps > most_steps) {
      return OwnFault{};
    }
    steps_of_first_ = run.steps();
    limits_.steps = times_as_many_steps * steps_of_first_ + most_steps_more;
    check_ = run.last_edge();
    property_ = cfa_.location(cfa_.edge(check_).target).target->property;
    condition_ = {check_};
    branches_ = violating.branches();
    compared_with_.insert(compared_with_.end(), violating.compared_with().begin(), violating.compared_with().end());
    arrays_ = violating.arrays();
    chosen_ = violating.chosen();
    const FailedCheck failed(cfa_, interpreter_.program(), run);
    if (failed.goes_through_wild_pointer(violating.inputs().pointers())) {
      return NeedsWildPointer{};
    }
    values_ = &violating.inputs().values();
    if (values_->empty()) {
      return OwnFault{true};
    }
    if (property_ == cfa::PropertyKind::ErrorCall) {
      return OwnFault{};
    }
    if (is_asserted()) {
      const std::vector<cfa::EdgeId> condition =
          violating.unchanged().last_condition(cfa_.location(cfa_.edge(check_).target).range);
      if (condition.empty()) {
        return OwnFault{};
      }
      ask_for(condition);
    }
    if (property_ == cfa::PropertyKind::NullDereference) {
      null_read_ = violating.unchanged().null_read_by(run, check_, chosen_);
    }
    CallerDependence result = judge(failed, chosen_);
    if (const auto fault = fault_of_passing(failed, chosen_); fault && std::holds_alternative<OwnFault>(result)) {
      return *fault;
    }
    if (failed.misses_what_may_be_larger()) {
      const auto* fault = std::get_if<CallersFault>(&result);
      return fault != nullptr && fault->others_pass ? result : CallerDependence(NeedsWildPointer{});
    }
    return result;
  }

private:
  /// How a run with one other value goes on, compared with the first.
  enum class Course { TakesOtherBranches, FailsToo, FailsElsewhere, GoesOn, Passes };

  /// Other runs may take any of the branches of `condition`, the last ones of the violating run.
  void ask_for(const std::vector<cfa::EdgeId>& condition) {
    condition_ = condition;
    check_ = condition.back(); // `assert` may be a macro with a branch of its own
    for (auto part = condition.rbegin(); part != condition.rend(); ++part) {
      if (!branches_.empty() && branches_.back() == *part) {
        branches_.pop_back();
      }
    }
  }

  Course course_with(const ChosenInput& input, Integer value, Filling filling) {
    ChangedInputs inputs(*values_, input.key, value, filling);
    return course_of(inputs);
  }

  Course course_of(trace::InputSource& inputs) {
    trace::Execution run(interpreter_.program(), inputs, limits_, nullptr);
    run.begin(entry_.start);
    std::size_t taken = 0;
    bool has_passed = false;
    while (run.advance()) {
      const cfa::EdgeId edge = run.last_edge();
      if (edge == check_) {
        steps_ += run.steps();
        return Course::FailsToo; // perhaps in a later round: what is passed only decides when
      }
      has_passed =
          has_passed || (taken == branches_.size() && cfa_.edge(edge).source == cfa_.edge(condition_.front()).source);
      if (!has_passed && is_branch_of_user(cfa_, edge) && (taken == branches_.size() || branches_[taken++] != edge)) {
        return Course::TakesOtherBranches;
      }
      others_pass_ = others_pass_ || has_passed;
    }
    steps_ += run.steps();
    const trace::Outcome& outcome = run.result().outcome;
    const auto* undefined = std::get_if<trace::UndefinedBehaviour>(&outcome); // of a kind that is not checked
    const bool has_come_far =
        (undefined == nullptr || undefined->kind != trace::UndefinedBehaviourKind::NullDereference) &&
        !std::holds_alternative<trace::StepLimit>(outcome) && !std::holds_alternative<trace::MemoryLimit>(outcome);
    if (has_passed && has_come_far) {
      return Course::Passes;
    }
    return has_passed && std::holds_alternative<trace::StepLimit>(outcome) ? Course::GoesOn : Course::FailsElsewhere;
  }

  [[nodiscard]] bool is_asserted() const {
    return property_ == cfa::PropertyKind::Assertion || property_ == cfa::PropertyKind::Annotation;
  }

  [[nodiscard]] std::vector<Integer> alternatives(const ChosenInput& input) const {
    return values_in_place_of(cfa_, input, is_asserted() ? condition_ : std::vector<cfa::EdgeId>());
  }

  CallerDependence judge(const FailedCheck& failed, std::vector<ChosenInput> inputs) {
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
      bool& is_tested = is_tested_[input.key];
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

  /// Where no other value of a single input passes the check.
  CallerDependence otherwise(const FailedCheck& failed, const std::vector<ChosenInput>& inputs) {
    // Who never asks whether a pointer is null expects one, whatever else follows from which one it is.
    if (null_read_ != nullptr && !is_compared_with_null(cfa_, entry_.function, *null_read_)) {
      return callers_fault(*null_read_);
    }
    const std::optional<CallersFault> fault = fault_of_size(failed, inputs);
    return fault ? CallerDependence(*fault) : judge_together(failed, inputs);
  }

  /// Where several values may have to fit each other.
  CallerDependence judge_together(const FailedCheck& failed, const std::vector<ChosenInput>& inputs) {
    std::vector<ChosenInput> needed;
    for (const InputKey& key : changes_that_pass(inputs)) {
      const auto input = std::ranges::find(inputs, key, &ChosenInput::key);
      if (input == inputs.end()) {
        return OwnFault{}; // nobody has chosen that
      }
      needed.push_back(*input);
    }
    const bool is_own = needed.empty() || std::ranges::any_of(needed, [&](const ChosenInput& input) {
                          return distinguishes(failed, input, is_tested_[input.key] && needed.size() == 1);
                        });
    if (is_own) {
      return OwnFault{};
    }
    CallersFault fault = fault_of_all(needed);
    fault.passing_run = std::move(passing_run_);
    return fault;
  }

  /// In what a run that takes the same branches and passes the check has to differ from the failing one; empty: none is
  /// known.
  std::vector<InputKey> changes_that_pass(const std::vector<ChosenInput>& chosen) {
    limits_.steps = (times_as_many_steps * steps_of_first_ + most_steps_more) / 4;
    const std::optional<RunInputs> other = known_ ? known_->passing_run : run_that_passes(chosen);
    if (!other) {
      return {};
    }
    const cfa::HavocMemory* nobody = nullptr;
    NotedInputs noted(*other, nobody);
    if (course_of(noted) != Course::Passes) {
      return {};
    }
    std::map<InputKey, Integer> values = noted.values();
    std::vector<InputKey> result;
    for (const auto& [key, value] : values) {
      const auto original = values_->find(key);
      if (original != values_->end() && original->second != value) {
        result.push_back(key);
      }
    }
    passing_run_ = other;
    std::erase_if(result, [&](const InputKey& key) {
      ChangedInputs with_original(values, key, values_->at(key), Filling{});
      const bool is_needed = course_of(with_original) != Course::Passes;
      values[key] = is_needed ? values[key] : values_->at(key);
      return !is_needed;
    });
    return result;
  }

  /// The inputs of a run that takes the same branches and passes the check, found by a walk from one run that fails there
  /// to the next; nothing: none was found.
  std::optional<RunInputs> run_that_passes(const std::vector<ChosenInput>& inputs) {
    std::map<InputKey, Integer> values = *values_;
    std::uint64_t random = 0;
    const auto some_of = [&random](const auto& range) -> const auto& {
      return range[trace::next_random(random) % range.size()];
    };
    const auto some_value_for = [&](const ChosenInput& input) {
      const std::array sources = {some_of(alternatives(input)), some_of(compared_with_), some_of(inputs).value};
      return some_of(sources);
    };
    const std::uint64_t last_step = steps_ + most_steps_of_walk;
    for (std::size_t run = 0; run < most_runs_of_walk && steps_ < last_step && !inputs.empty(); ++run) {
      const ChosenInput& first = some_of(inputs);
      const ChosenInput& second = some_of(inputs);
      std::map<InputKey, Integer> start = values;
      start[first.key] = some_value_for(first);
      ChangedInputs changed(start, second.key, some_value_for(second), some_of(fillings));
      trace::RecordedInputs recorded(changed);
      const Course course = course_of(recorded);
      if (course == Course::Passes) {
        return recorded.values();
      }
      if (course == Course::FailsToo || course == Course::GoesOn) {
        values = changed.given();
      }
    }
    return std::nullopt;
  }

  /// Of several inputs that have to fit each other, which nothing says.
  CallersFault fault_of_all(const std::vector<ChosenInput>& inputs) {
    const auto from_elsewhere = std::ranges::find_if(
        inputs, [](const ChosenInput& input) { return input.source != CallersFault::Source::Argument; });
    const ChosenInput& first = from_elsewhere != inputs.end() ? *from_elsewhere : inputs.front();
    if (inputs.size() == 1) {
      return callers_fault(first);
    }
    CallersFault result;
    result.source = first.source;
    const std::string name = parameter_of(first.origin);
    const bool is_of_one =
        std::ranges::all_of(inputs, [&](const ChosenInput& input) { return parameter_of(input.origin) == name; });
    result.name = from_elsewhere != inputs.end() ? first.origin : is_of_one ? name : "";
    result.place = result.name;
    result.others_pass = first.source == CallersFault::Source::Argument;
    return result;
  }

  /// Whether the function itself tells the value from others, though not on the way to the violation.
  [[nodiscard]] bool distinguishes(const FailedCheck& failed, const ChosenInput& input, bool is_tested) const {
    switch (property_) {
    case cfa::PropertyKind::DivisionByZero:
      return is_tested;
    case cfa::PropertyKind::OutOfBounds:
      return is_tested && failed.accesses_variable(arrays_) &&
             (is_parameter(input) || input.source == CallersFault::Source::Result ||
              is_ordered(cfa_, entry_.function, input) ||
              limits_what_was_measured(cfa_, entry_.function, branches_, input));
    case cfa::PropertyKind::NullDereference:
      return !input.is_failure && is_compared_with_null(cfa_, entry_.function, input) && !has_become_null(input);
    case cfa::PropertyKind::Assertion:
    case cfa::PropertyKind::Annotation:
      return is_compared_elsewhere(cfa_, entry_.function, input, condition_);
    default:
      return false;
    }
  }

  /// If a variable of the file was missed whose address was passed: others may be what the function takes them for.
  std::optional<CallersFault> fault_of_passing(const FailedCheck& failed, const std::vector<ChosenInput>& inputs) {
    std::optional<CallersFault> result; // with others, the function is looked at again
    failed.for_each_pointer([&](const trace::Value& pointer, const trace::Value&, std::int64_t) {
      const PassedVariable* passed = arrays_.find_passed(pointer.provenance());
      const auto choice = std::ranges::find_if(inputs, [&](const ChosenInput& input) {
        return passed != nullptr && input.variable == passed->choice && is_asked_for_this_entry_alone(input.key);
      });
      if (choice != inputs.end() && property_ == cfa::PropertyKind::OutOfBounds) {
        result = callers_fault(*choice);
        result->value = "&" + cfa_.variable(passed->variable).name;
        result->excluded = transformation::ExcludedInput{choice->key.edge, as_held(choice->value, choice->type)};
        result->assumption = result->place + " is not " + result->value;
      }
    });
    return result;
  }

  /// If an array of callers was missed whose size is for them to choose and nothing says what it is, or its beginning: who
  /// passes more elements, or the middle of an array, has done nothing wrong.
  std::optional<CallersFault> fault_of_size(const FailedCheck& failed, const std::vector<ChosenInput>& inputs) {
    std::optional<CallersFault> result;
    if (property_ != cfa::PropertyKind::OutOfBounds) {
      return result;
    }
    failed.for_each_pointer([&](const trace::Value& pointer, const trace::Value&, std::int64_t offset) {
      const CallersArray* array = arrays_.find(pointer.provenance());
      const trace::Memory& memory = failed.memory();
      if (array == nullptr || !memory.is_alive(array->object)) {
        return;
      }
      const bool is_before = pointer.address() + static_cast<std::uint64_t>(offset) < memory.object(array->object).base;
      const auto size = array->elements.is_valid() ? std::ranges::find(inputs, array->elements, &ChosenInput::variable)
                                                   : inputs.end();
      if (size != inputs.end() && (is_before || !array->says_its_end)) {
        result = callers_fault(*size);
      } else if (is_before) {
        result = CallersFault{};
      }
    });
    return result;
  }

  /// Whether it is what code elsewhere left in memory where the run had found something else than null before.
  [[nodiscard]] bool has_become_null(const ChosenInput& input) const {
    return input.source == CallersFault::Source::Memory &&
           std::ranges::any_of(branches_, [&](cfa::EdgeId branch) { return says_not_null(cfa_, branch, input); });
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
    } else if (property == cfa::PropertyKind::OutOfBounds && is_number_of_elements(cfa_, input.variable)) {
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
      const bool is_null = input.is_failure ? input.value != 0 : cfa::is_pointer(input.type) && input.value == 0;
      CallersFault elsewhere{input.source, input.origin, is_null ? "null" : number, "", input.origin, {}};
      // Nobody looks once more whether a table still has the function that is called.
      elsewhere.others_pass = others_pass_ && input.source == CallersFault::Source::Memory &&
                              facts::asks_for_called_pointer(cfa_, cfa_.edge(check_));
      return elsewhere;
    }
    const bool is_found = input.key.load != nullptr;
    const std::string place = name_in_source(input.origin);
    result.name = is_found ? "" : parameter_of(place);
    result.place = is_found && !input.is_given ? "" : place;
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
  const std::optional<CallerAnswers>& known_;
  trace::Limits limits_{.steps = 2 * most_steps};
  std::vector<ChosenInput> chosen_;          ///< by the run
  std::vector<cfa::EdgeId> branches_;        ///< of the user's functions, as the violating run takes them
  std::vector<Integer> compared_with_ = {8}; ///< numbers that these speak of, those beside them, and the bits of a byte
  std::map<InputKey, bool> is_tested_;       ///< whether other values have taken other branches
  std::optional<RunInputs> passing_run_;     ///< if it takes several other values
  std::uint64_t steps_of_first_ = 0;         ///< edges
  std::uint64_t steps_ = 0;                  ///< of the others
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
                                   const cfa::EntryPoint& entry, const RunInputs& inputs,
                                   const std::optional<CallerAnswers>& known) {
  return Experiment(cfa, interpreter, entry, known).result(inputs);
}

} // namespace vouch::findings
