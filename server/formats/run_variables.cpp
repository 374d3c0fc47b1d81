#include "server/formats/run_variables.hpp"

#include "server/formats/run_places.hpp"

#include <algorithm>

namespace vouch::server {

namespace {

/// Parts of variables have owners of their own: a pointer can have the name of the array that it leads to.
std::string ownership_of(const std::string& name) { return is_part(name) ? variable_of(name) + "." : name; }

bool is_read(const TraceStep& step) {
  return step.kind == TraceStepKind::BranchTaken || step.kind == TraceStepKind::BranchNotTaken ||
         step.kind == TraceStepKind::Violation;
}

bool is_write(const TraceStep& step) {
  return step.kind == TraceStepKind::Assignment || step.kind == TraceStepKind::Input ||
         step.kind == TraceStepKind::Statement;
}

bool is_same_place(const Place& left, const Place& right) {
  return left.line == right.line && left.column == right.column && left.file == right.file;
}

bool is_before(const Place& left, const Place& right) {
  return TextPlace{left.line, left.column} < TextPlace{right.line, right.column};
}

/// Code that a macro or an included file brings in is wherever it is used.
bool is_between(const Place& place, const Place& begin, const TextPlace& end) {
  return place.file != begin.file || (!is_before(place, begin) && TextPlace{place.line, place.column} < end);
}

/// As the condition is in `for (int i = 0; i < n; i++)`.
bool is_right_behind(const Place& declaration, const Place& condition) {
  constexpr unsigned most_columns = 3;
  return declaration.file == condition.file && declaration.end_line == condition.line &&
         declaration.end_column <= condition.column && condition.column <= declaration.end_column + most_columns;
}

/// What gets the result of the call in `text`, if that is nothing but `place = function(...)`.
std::string target_of_result(const std::string& text, const std::string& function) {
  const WrittenPlace written = written_place(text);
  const std::string& assigned = written.assigned_text;
  int depth = 0;
  const auto closing = std::ranges::find_if(assigned, [&depth](char c) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return c == ')' && depth == 0;
  });
  const bool is_plain =
      assigned.starts_with(function + "(") && closing != assigned.end() && closing + 1 == assigned.end();
  const bool is_whole = written.kind == WrittenPlace::Kind::Declaration || written.text == written.variable;
  return is_plain && is_whole ? written.variable : std::string();
}

void add_addresses(const std::string& text, std::set<std::string>& variables) {
  for (std::size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    const std::size_t end = text.find_first_of(" .[(),;+-&|)", at + 1);
    variables.insert(text.substr(at + 1, end == std::string::npos ? end : end - at - 1));
  }
}

} // namespace

RunVariables::RunVariables(const Violation& violation, const ProgramNames& names)
    : trace_(violation.trace), names_(names), activations_(activations_of(violation)) {
  for (std::size_t step = 0; step < trace_.size(); ++step) {
    is_gap_.push_back(is_gap(violation, step));
  }
  note_names();
  note_owners();
}

/// Which variables each activation is seen to have.
void RunVariables::note_names() {
  for (std::size_t step = 0; step < trace_.size(); ++step) {
    const TraceStep& one = trace_[step];
    add_addresses(one.text, address_taken_);
    const StepActivation& activation = activations_[step];
    const WrittenPlace written = written_place(one.text);
    if (written.kind == WrittenPlace::Kind::Declaration && !is_read(one)) {
      declared_[activation.number].insert(written.variable);
    }
    for (const auto& [name, value] : one.values) {
      add_addresses(value, address_taken_);
      if (one.kind == TraceStepKind::Call) {
        if (activation.entered) {
          declared_[*activation.entered].insert(name);
          scalars_[*activation.entered].insert(name);
        }
      } else if (!is_part(name) && (is_read(one) ? mentions_place(one.text, name) : written.variable == name)) {
        scalars_[activation.number].insert(name);
      }
    }
  }
}

void RunVariables::note_owners() {
  for (std::size_t step = 0; step < trace_.size(); ++step) {
    const TraceStep& one = trace_[step];
    for (const auto& [name, value] : one.values) {
      if (one.kind == TraceStepKind::Call) {
        if (activations_[step].entered) {
          owners_[name].insert(*activations_[step].entered + 1);
        }
      } else if (is_read(one) ? reads_directly(step, name) : writes_directly(step, name)) {
        note_owner(step, name);
      }
    }
    if (one.kind == TraceStepKind::Call) {
      if (const WrittenPlace written = written_place(one.text); !written.variable.empty()) {
        note_owner(step, written.variable);
      }
    }
  }
}

void RunVariables::note_owner(std::size_t step, const std::string& name) {
  // Somebody whose variables nobody knows is one more.
  owners_[ownership_of(name)].insert(named_owner(step, name).value_or(activations_[step].number + 1));
}

/// Whose variable a step means that names it for itself.
std::optional<RunVariables::Owner> RunVariables::named_owner(std::size_t step, const std::string& name) const {
  const std::string variable = variable_of(name);
  const Owner own = activations_[step].number + 1;
  const auto declared = declared_.find(activations_[step].number);
  if (declared != declared_.end() && declared->second.contains(variable)) {
    return own;
  }
  const auto statics = names_.statics.find(trace_[step].function);
  if (statics == names_.statics.end()) {
    return std::nullopt;
  }
  return statics->second.contains(variable) ? static_owner : own;
}

std::optional<RunVariables::Owner> RunVariables::owner_of_read(std::size_t step, const std::string& name) const {
  return reads_directly(step, name) ? named_owner(step, name) : only_owner(name);
}

std::optional<RunVariables::Owner> RunVariables::only_owner(const std::string& name) const {
  const auto owners = owners_.find(ownership_of(name));
  return owners != owners_.end() && owners->second.size() == 1 ? std::optional(*owners->second.begin()) : std::nullopt;
}

bool RunVariables::has_scalar(std::size_t step, const std::string& variable) const {
  const auto scalars = scalars_.find(activations_[step].number);
  return scalars != scalars_.end() && scalars->second.contains(variable);
}

bool RunVariables::writes_directly(std::size_t step, const std::string& name) const {
  const WrittenPlace written = written_place(trace_[step].text);
  if (written.variable.empty() || written.variable != variable_of(name)) {
    return false;
  }
  const bool is_whole = written.kind == WrittenPlace::Kind::Declaration || written.text == written.variable;
  return is_part(name) ? !has_scalar(step, written.variable) : is_whole;
}

bool RunVariables::reads_directly(std::size_t step, const std::string& name) const {
  return mentions_place(trace_[step].text, name) && !(is_part(name) && has_scalar(step, variable_of(name)));
}

std::vector<const RunVariables::Known*> RunVariables::meant_by(Owner owner, const std::string& name,
                                                               const Place* place) const {
  const auto of_owner = known_.find(owner);
  if (of_owner == known_.end() || !of_owner->second.contains(name)) {
    return {};
  }
  std::vector<const Known*> meant;
  const Known* innermost = nullptr;
  bool is_certain = place != nullptr;
  for (const Known& known : of_owner->second.at(name)) {
    const bool is_elsewhere = place != nullptr && known.end && !is_between(*place, known.declared, *known.end);
    if (is_elsewhere) {
      continue;
    }
    meant.push_back(&known);
    is_certain = is_certain && (known.end || known.declared.line == 0);
    innermost = innermost == nullptr || is_before(innermost->declared, known.declared) ? &known : innermost;
  }
  return is_certain && innermost != nullptr ? std::vector{innermost} : meant;
}

void RunVariables::go_on() {
  const std::size_t step = next_++;
  const TraceStep& one = trace_[step];
  newest_ = std::max(newest_, activations_[step].number + 1);
  if (is_gap_[step]) {
    known_.clear();
    has_gap_ = true;
  } else if (one.kind == TraceStepKind::Call) {
    enter(step);
  } else if (one.kind == TraceStepKind::Return) {
    leave(step);
  } else if (is_read(one)) {
    for (const auto& [name, value] : one.values) {
      read(step, name, value);
    }
  } else if (one.values.empty()) {
    forget_what_it_may_write(step);
  } else {
    for (const auto& [name, value] : one.values) {
      write(step, name, value);
    }
  }
}

void RunVariables::enter(std::size_t call) {
  const std::optional<std::size_t> entered = activations_[call].entered;
  if (!entered) {
    return;
  }
  call_of_[*entered] = call;
  for (const auto& [name, value] : trace_[call].values) {
    set(*entered + 1, name, {value, call}, nullptr);
  }
}

/// The caller's step goes on with the result.
void RunVariables::leave(std::size_t step) {
  const TraceStep& one = trace_[step];
  const auto call = call_of_.find(activations_[step].number);
  if (call == call_of_.end() || one.values.empty()) {
    return;
  }
  const TraceStep& caller = trace_[call->second];
  const std::string target = target_of_result(caller.text, one.function);
  const auto owner = target.empty() ? std::nullopt : named_owner(call->second, target);
  if (owner) {
    const bool declares = written_place(caller.text).kind == WrittenPlace::Kind::Declaration;
    KnownValue value{one.values.front().second, call->second, false, KnownValue::Certainty::Converted};
    declares ? declare(*owner, target, std::move(value), caller.place)
             : set(*owner, target, std::move(value), &caller.place);
  }
}

void RunVariables::write(std::size_t step, const std::string& name, const std::string& value) {
  const std::string variable = variable_of(name);
  if (variable.empty()) {
    return;
  }
  reached_[activations_[step].number].insert(name);
  const WrittenPlace written = written_place(trace_[step].text);
  const bool is_direct = writes_directly(step, name);
  // The place has no name of its own, as in allocated memory, or it has the one by which a pointer leads to it.
  const bool is_perhaps_unnamed = !is_direct && written.text == name;
  const auto owner = is_perhaps_unnamed ? std::nullopt : is_direct ? named_owner(step, name) : only_owner(name);
  if (!owner || *owner > newest_) { // a variable that is not there yet is another one
    forget(name);
    return;
  }
  const Place& place = trace_[step].place;
  if (is_direct && written.kind == WrittenPlace::Kind::Declaration) {
    declare(*owner, name, {value, step}, place);
  } else if (is_direct || meant_by(*owner, name, nullptr).size() <= 1) {
    set(*owner, name, {value, step}, is_direct ? &place : nullptr);
  } else {
    forget(name);
  }
}

void RunVariables::declare(Owner owner, const std::string& name, KnownValue value, const Place& place) {
  Knowns& knowns = known_[owner][name];
  std::erase_if(knowns, [&](const Known& known) { return is_same_place(known.declared, place); });
  knowns.push_back({std::move(value), place, names_.end_of_block(place)});
}

/// If nobody knows which one is meant, it is the one that was declared last.
void RunVariables::set(Owner owner, const std::string& name, KnownValue value, const Place* place) {
  const std::vector<const Known*> meant = meant_by(owner, name, place);
  Knowns& knowns = known_[owner][name];
  if (meant.empty()) {
    knowns.insert(knowns.begin(), Known{std::move(value)});
    return;
  }
  const auto known = std::ranges::find_if(knowns, [&](const Known& one) { return &one == meant.back(); });
  known->last = std::move(value);
}

void RunVariables::read(std::size_t step, const std::string& name, const std::string& value) {
  if (variable_of(name).empty()) {
    return;
  }
  reached_[activations_[step].number].insert(name);
  const auto owner = owner_of_read(step, name);
  if (!owner) {
    return;
  }
  const Place* place = reads_directly(step, name) ? &trace_[step].place : nullptr;
  const std::vector<const Known*> meant = meant_by(*owner, name, place);
  if (meant.size() > 1) {
    return;
  }
  KnownValue known{value, std::nullopt, meant.empty() && can_be_from_start(*owner, name)};
  if (!meant.empty() && meant.front()->last.value == value) {
    known = meant.front()->last;
    known.certainty = KnownValue::Certainty::Seen;
  }
  set(*owner, name, std::move(known), place);
}

bool RunVariables::can_be_from_start(Owner owner, const std::string& name) const {
  const std::string variable = variable_of(name);
  const bool is_there_from_start = owner == static_owner || owner == activations_.front().number + 1;
  const bool may_be_written_unseen = is_part(name) || address_taken_.contains(variable);
  return is_there_from_start && !has_gap_ && !doubtful_.contains(name) && !doubtful_.contains(variable) &&
         !(has_unseen_writes_ && may_be_written_unseen);
}

void RunVariables::forget(const std::string& name) {
  for (auto& [owner, values] : known_) {
    values.erase(name);
  }
  doubtful_.insert(name);
}

/// A library function, or an assignment of a whole struct, says nothing about what it writes.
void RunVariables::forget_what_it_may_write(std::size_t step) {
  const std::string& text = trace_[step].text;
  if (text.find_first_of("(=") == std::string::npos) {
    return; // a declaration
  }
  has_unseen_writes_ = true;
  for (auto& [owner, values] : known_) {
    std::erase_if(values, [&](const auto& entry) {
      const std::string variable = variable_of(entry.first);
      const bool is_at_risk =
          is_part(entry.first) || address_taken_.contains(variable) || find_word(text, variable) != std::string::npos;
      if (is_at_risk) {
        doubtful_.insert(entry.first);
      }
      return is_at_risk;
    });
  }
  if (const WrittenPlace written = written_place(text); !written.variable.empty()) {
    doubtful_.insert(written.variable);
  }
}

std::optional<KnownValue> RunVariables::found_by_next(const std::string& name, const std::string& value) const {
  if (next_ >= trace_.size() || variable_of(name).empty()) {
    return std::nullopt;
  }
  const TraceStep& reader = trace_[next_];
  const auto owner = owner_of_read(next_, name);
  if (!owner) {
    return std::nullopt;
  }
  std::vector<const Known*> meant = meant_by(*owner, name, reads_directly(next_, name) ? &reader.place : nullptr);
  if (meant.empty()) {
    return can_be_from_start(*owner, name) ? std::optional(KnownValue{value, std::nullopt, true}) : std::nullopt;
  }
  if (is_right_behind(meant.back()->declared, reader.place)) {
    meant = {meant.back()};
  }
  std::erase_if(meant, [&](const Known* known) { return known->last.value != value; });
  if (meant.size() != 1) {
    return std::nullopt;
  }
  const KnownValue& found = meant.front()->last;
  // What something depends on that matters was written by a step that matters.
  const bool is_plausible = !found.writer || trace_[*found.writer].is_relevant || !reader.is_relevant;
  return is_plausible ? std::optional(found) : std::nullopt;
}

std::optional<KnownValue> RunVariables::after_last(const std::string& name) const {
  if (next_ == 0 || variable_of(name).empty()) {
    return std::nullopt;
  }
  const std::size_t step = next_ - 1;
  const TraceStep& last = trace_[step];
  if (is_read(last) || is_write(last)) {
    const auto own = std::ranges::find(last.values, name, [](const auto& value) { return value.first; });
    if (own != last.values.end()) {
      return KnownValue{own->second, is_write(last) ? std::optional(step) : std::nullopt};
    }
  }
  const bool is_led_to_by_namesake = is_part(name) && has_scalar(step, variable_of(name));
  const auto named = is_led_to_by_namesake ? std::nullopt : named_owner(step, name);
  std::vector<const Known*> meant;
  if (named) {
    meant = meant_by(*named, name, &last.place);
  }
  const auto reached = reached_.find(activations_[step].number);
  const bool is_reached = reached != reached_.end() && reached->second.contains(name);
  if (meant.empty() && is_part(name) && is_reached) { // by a pointer
    if (const auto only = only_owner(name)) {
      meant = meant_by(*only, name, nullptr);
    }
  }
  const bool is_known = meant.size() == 1 && meant.front()->last.certainty == KnownValue::Certainty::Seen;
  return is_known ? std::optional(meant.front()->last) : std::nullopt;
}

} // namespace vouch::server
