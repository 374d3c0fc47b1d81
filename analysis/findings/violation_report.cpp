#include "analysis/findings/violation_report.hpp"

#include "analysis/findings/caller_dependence.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/support/fingerprint.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
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

} // namespace

std::optional<ConfirmedViolation> confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                                      const cfa::EntryPoint& entry, cfa::LocationId location,
                                                      const std::vector<cfa::Integer>& inputs, Callers callers) {
  CallerDependence dependence = OwnFault{entry.kind == cfa::EntryKind::Program};
  if (entry.kind == cfa::EntryKind::AnyCall && callers == Callers::Sensible) {
    dependence = caller_dependence(cfa, interpreter, entry, inputs);
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
    return ConfirmedViolation{std::move(violation), std::nullopt};
  }
  blame_the_caller(violation, *fault);
  return ConfirmedViolation{std::move(violation), fault->excluded};
}

} // namespace vouch::findings
