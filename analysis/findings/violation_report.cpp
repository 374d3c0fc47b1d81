#include "analysis/findings/violation_report.hpp"

#include "analysis/cfa/loop_counters.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/support/fingerprint.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace vouch::findings {
namespace {

/// That users see.
std::optional<TraceStep> last_call_of(const Violation& violation) {
  auto is_call = [](const TraceStep& step) { return step.kind == TraceStepKind::Call; };
  auto call = std::find_if(violation.trace.rbegin(), violation.trace.rend(), is_call);
  return call != violation.trace.rend() ? std::optional(*call) : std::nullopt;
}

void blame_the_call(Violation& violation, const TraceStep& call, const std::string& message) {
  violation.message = message;
  violation.function = call.function;
  violation.place = call.place;
  TraceStep& last = violation.trace.back();
  last.place = call.place;
  last.function = call.function;
  if (last.values.empty()) {
    last.values = call.values;
  }
}

void blame_the_caller(Violation& violation, const CallersFault& fault) {
  const std::string name = '"' + fault.name + '"';
  violation.kind = FindingKind::OnlyIfCaller;
  if (fault.source == CallersFault::Source::Result) {
    violation.precondition = {fault.name + "()", "", ""};
    violation.message += fault.value.empty() ? ", as " + name + " returns" : ", if " + name + " returns " + fault.value;
  } else if (fault.source == CallersFault::Source::Memory) {
    violation.precondition = {fault.name + "()", "", ""};
    violation.message += fault.value.empty() ? ", with what " + name + " may leave in memory"
                                             : ", as " + name + " may leave " + fault.value + " in memory";
  } else {
    violation.precondition = {fault.name, fault.precondition, fault.assumption};
    if (fault.place != fault.name && !fault.value.empty()) {
      violation.message += ", if \"" + fault.place + "\" is " + fault.value + " in what is passed";
      return;
    }
    if (fault.name.empty()) {
      violation.message +=
          fault.value.empty() ? ", with what is passed" : ", if " + fault.value + " is found in what is passed";
      return;
    }
    violation.message +=
        fault.value.empty() ? ", as " + name + " is passed" : ", if " + fault.value + " is passed for " + name;
  }
}

/// `"x" can be out of bounds` -> `"x" is never out of bounds`, `"x" can overflow` -> `"x" never overflows`.
std::string negated(std::string message) {
  constexpr std::string_view can = " can ";
  const std::size_t begin = message.rfind(can);
  if (begin == std::string::npos) {
    return message + " does not happen";
  }
  const std::size_t verb = begin + can.size();
  const std::size_t end = std::min(message.find(' ', verb), message.size());
  const std::string does = message.substr(verb, end - verb);
  return message.substr(0, begin) + (does == "be" ? " is never" : " never " + does + 's') + message.substr(end);
}

/// Whether the check of an access adds something to the pointer that is not a number in the code.
bool has_index(const cfa::Cfa& cfa, cfa::LocationId target) {
  bool result = false;
  for (cfa::EdgeId edge : cfa.incoming(target)) {
    for (cfa::ExpressionRef condition : cfa::expressions_of(cfa.edge(edge).operation)) {
      cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
        const auto* check = std::get_if<cfa::MemoryCheck>(&part->node);
        const bool is_about_bounds = check != nullptr && check->fault == cfa::MemoryFault::OutOfBounds;
        result = result || (is_about_bounds && !std::holds_alternative<cfa::Constant>(check->operands[1]->node));
      });
    }
  }
  return result;
}

/// So many elements may be what an index needs this time, and no number of them is enough.
bool is_for_one_index(const ConfirmedViolation& confirmed, const cfa::Cfa& cfa, cfa::LocationId target) {
  const auto* excluded = std::get_if<transformation::ExcludedInput>(&*confirmed.assumption);
  return excluded != nullptr && excluded->which == transformation::ExcludedInput::Which::Below &&
         has_index(cfa, target);
}

/// That an object lives, or is freed, is what the function does with it.
bool can_be_for_callers(cfa::PropertyKind property) {
  switch (property) {
  case cfa::PropertyKind::Assertion:
  case cfa::PropertyKind::Annotation:
  case cfa::PropertyKind::NullDereference:
  case cfa::PropertyKind::OutOfBounds:
  case cfa::PropertyKind::DivisionByZero:
  case cfa::PropertyKind::SignedOverflow:
    return true;
  default:
    return false;
  }
}

/// Where the check is about nothing but what callers chose, that it passes is what they have to keep to, if that is not
/// said better already. Others are asked only if it matters.
void assume_what_callers_decide(ConfirmedViolation& confirmed, const cfa::Cfa& cfa, cfa::LocationId target,
                                const CallerQuestions& questions) {
  const bool is_said = confirmed.assumption && !is_for_one_index(confirmed, cfa, target);
  if (confirmed.passing.empty() || is_said || !can_be_for_callers(cfa.location(target).target->property)) {
    return;
  }
  confirmed.answers.is_about_outside = questions.known
                                           ? questions.known->is_about_outside
                                           : questions.is_about_outside && questions.is_about_outside(target);
  if (confirmed.answers.is_about_outside) {
    confirmed.assumption = transformation::PassingCheck{target};
    confirmed.violation.precondition.assumption = confirmed.passing;
  }
}

/// Whether the C text speaks of the variable.
bool mentions(std::string_view text, std::string_view name) {
  auto is_of_a_name = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if (!is_of_a_name(at - 1) && !is_of_a_name(at + name.size())) {
      return true;
    }
  }
  return false;
}

/// What the variable of the violation's function has got last in the call that fails; nothing if the trace leaves out too
/// much to say.
std::optional<std::string> last_value(const Violation& violation, const std::string& name) {
  std::size_t calls_left = 0; // again, on the way back
  for (auto step = violation.trace.rbegin(); step != violation.trace.rend() && !step->text.starts_with("... ");
       ++step) {
    if (step->kind == TraceStepKind::Return) {
      ++calls_left;
    } else if (step->kind == TraceStepKind::Call && calls_left-- == 0) {
      return std::nullopt; // that of the function itself
    }
    const auto value = std::ranges::find(step->values, name, &std::pair<std::string, std::string>::first);
    if (calls_left == 0 && step->function == violation.function && value != step->values.end()) {
      return value->second;
    }
  }
  return std::nullopt;
}

/// In which round of the loops around it the check fails, if it is about that: `k = 3, j = 5`.
std::string failing_round(const cfa::Cfa& cfa, cfa::LocationId target, const Violation& violation) {
  std::set<cfa::VariableId> counters;
  for (const cfa::EdgeId edge : cfa.incoming(target)) {
    counters.merge(cfa::counters_around(cfa, cfa.edge(edge).source));
  }
  const auto name_of = [&](cfa::VariableId counter) { return cfa.variable(counter).name; };
  std::string round;
  for (const cfa::VariableId counter : counters) {
    const std::string name = name_of(counter);
    const bool is_one = std::ranges::count(counters, name, name_of) == 1; // and not another one in a loop inside
    const auto value = is_one && mentions(violation.message, name) ? last_value(violation, name) : std::nullopt;
    if (value) {
      round += (round.empty() ? "" : ", ") + name + " = " + *value;
    }
  }
  return round;
}

} // namespace

std::optional<ConfirmedViolation> confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                                      const cfa::EntryPoint& entry, cfa::LocationId location,
                                                      const RunInputs& inputs, Callers callers,
                                                      const CallerQuestions& questions) {
  CallerDependence dependence = OwnFault{entry.kind == cfa::EntryKind::Program};
  if (entry.kind == cfa::EntryKind::AnyCall && callers == Callers::Sensible) {
    dependence = caller_dependence(cfa, interpreter, entry, inputs, questions.known);
  }
  if (std::holds_alternative<NeedsWildPointer>(dependence)) {
    return std::nullopt;
  }
  const cfa::Location& target = cfa.location(location);
  Violation violation;
  violation.property = frontend::property_of(target.target->property);
  violation.code = cfa::code_of(target.target->property);
  violation.message = target.target->message;
  violation.function = cfa.function(target.function).name;
  violation.place = trace::place_of(target.range);
  violation.confirmed = true;
  const auto* own = std::get_if<OwnFault>(&dependence);
  violation.kind = own != nullptr && own->for_every_caller ? FindingKind::WillHappen : FindingKind::CanHappen;
  violation.run.entry = cfa.function(entry.function).name;
  std::ranges::transform(inputs, std::back_inserter(violation.run.inputs),
                         [](cfa::Integer input) { return cfa::to_string(input); });
  trace::RenderedTrace rendered = trace::render_trace(interpreter, entry.start, inputs);
  violation.trace = std::move(rendered.steps);
  violation.folds = std::move(rendered.folds);
  const std::optional<TraceStep> call = last_call_of(violation);
  if (target.function == cfa.location(entry.start).function) { // behind the entry function's return
    violation.function = cfa.function(entry.function).name;
    violation.trace.back().function = violation.function;
  } else if (call && cfa.function(target.function).is_synthetic) { // the model of a library function
    blame_the_call(violation, *call, "in \"" + call->text + "\", " + violation.message);
  } else if (call && !target.target->contract_of.empty()) { // contracts call nothing
    blame_the_call(violation, *call,
                   "the call breaks the contract of \"" + target.target->contract_of + "\": " + violation.message);
    violation.trace.back().text = "the contract of \"" + target.target->contract_of + "\" is broken";
  }
  violation.fingerprint =
      to_string(fingerprint_of(violation.code + '\n' + violation.function + '\n' + violation.message));
  const auto* fault = std::get_if<CallersFault>(&dependence);
  if (fault == nullptr) {
    if (const std::string round = failing_round(cfa, location, violation); !round.empty()) {
      violation.message += ", for " + round; // behind the fingerprint, which is the same whatever the round
    }
    return ConfirmedViolation{std::move(violation), std::nullopt};
  }
  std::string passing =
      fault->others_pass ? negated(violation.message) + " in line " + std::to_string(violation.place.line) : "";
  blame_the_caller(violation, *fault);
  ConfirmedViolation confirmed{std::move(violation), fault->excluded, std::move(passing), {fault->passing_run}};
  assume_what_callers_decide(confirmed, cfa, location, questions);
  return confirmed;
}

} // namespace vouch::findings
