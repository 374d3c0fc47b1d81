#include "analysis/reuse/known_entries.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/report/options.hpp"
#include "analysis/reuse/build_identity.hpp"
#include "analysis/reuse/canonical_code.hpp"
#include "analysis/reuse/question.hpp"
#include "analysis/reuse/stored_results.hpp"

#include <algorithm>
#include <utility>

namespace vouch::reuse {
namespace {

constexpr const char* kind_of_proofs = "proof";

std::string number_of(cfa::GivenTypeId type) { return type.is_valid() ? std::to_string(type.index()) : "none"; }

/// Which ones the operation speaks of. What they look like, the code says; of two that look the same, objects are different.
std::string types_in(const cfa::Operation& operation) {
  std::vector<cfa::GivenTypeId> types;
  if (const auto* input = std::get_if<cfa::Input>(&operation)) {
    types = input->argument_types;
    types.push_back(input->given);
    types.push_back(input->result_type);
  } else if (const auto* havoc = std::get_if<cfa::HavocMemory>(&operation)) {
    types = havoc->pointer_types;
    types.push_back(havoc->contents);
  }
  std::string text;
  for (const cfa::GivenTypeId type : types) {
    text += " " + number_of(type);
  }
  return text;
}

} // namespace

KnownEntries::KnownEntries(const cfa::Cfa& cfa, const StableNames& names, const Options& options)
    : cfa_(cfa), names_(names), options_(options), build_(build_identity()), types_(fingerprint_of(types_text())),
      objects_(fingerprint_of(objects_text())), codes_(cfa.function_count()) {}

/// In the order of their numbers, which the code of functions speaks of.
std::string KnownEntries::types_text() const {
  std::string text;
  for (std::size_t index = 0; index < cfa_.given_type_count(); ++index) {
    const cfa::GivenType& type = cfa_.given_type(cfa::GivenTypeId(index));
    text += reuse::quoted(type.name) + " " + cfa::to_string(type.size) + " " + cfa::to_string(type.alignment);
    for (const cfa::GivenType::Pointer& pointer : type.pointers) {
      text += " " + cfa::to_string(pointer.offset) + " " + reuse::quoted(pointer.name) + " to " +
              number_of(pointer.leads_to);
    }
    text += type.has_other_pointers ? " others" : "";
    for (const cfa::GivenTypeId other : type.others_lead_to) {
      text += " or-to " + number_of(other);
    }
    text += "\n";
  }
  return text;
}

std::string KnownEntries::objects_text() const {
  std::string text;
  for (std::size_t index = 0; index < cfa_.variable_count(); ++index) {
    const cfa::VariableId id(index);
    const cfa::Variable& variable = cfa_.variable(id);
    if (variable.storage == cfa::Storage::Memory && !cfa::has_automatic_storage(variable)) {
      text += reuse::quoted(names_.of(id)) + " " + declaration_text(variable) + " contents " +
              number_of(variable.contents) + "\n";
    }
  }
  return text;
}

const KnownEntries::Code& KnownEntries::code_of(cfa::FunctionId function) const {
  std::optional<Code>& known = codes_[function.index()];
  if (!known) {
    CanonicalCode code = canonical_code(cfa_, names_, function);
    code.text += cfa_.function(function).is_linked ? "linked\n" : "";
    for (const cfa::VariableId variable : code.variables) {
      code.text += " contents " + number_of(cfa_.variable(variable).contents);
    }
    for (const cfa::EdgeId edge : code.edges) {
      code.text += types_in(cfa_.edge(edge).operation);
    }
    known = Code{fingerprint_of(code.text), {}};
    std::ranges::copy_if(code.locations, std::back_inserter(known->targets),
                         [&](cfa::LocationId location) { return cfa_.location(location).target.has_value(); });
  }
  return *known;
}

StoreKey KnownEntries::key_of(const std::string& kind, const Question& question) const {
  std::vector<std::string> lines;
  for (const cfa::FunctionId function : question.entered) {
    const Code& code = code_of(function);
    std::string line = names_.of(function) + " " + to_string(code.fingerprint) + " ";
    for (const cfa::LocationId target : code.targets) {
      line += question.is_impossible(target) ? '-' : '+';
    }
    lines.push_back(line + "\n");
  }
  std::ranges::sort(lines);
  std::string text = kind + " by code\n" + question_about(question.entry, cfa_, names_, options_, build_) + "types " +
                     to_string(types_) + "\n";
  text += question.is_about_numbers ? "" : "objects " + to_string(objects_) + "\n";
  for (const std::string& line : lines) {
    text += line;
  }
  return {fingerprint_of(text), std::move(text)};
}

std::optional<findings::EntryOutcome> KnownEntries::find_proof(const Question& question, ResultStore& store) const {
  const std::optional<std::string> text = build_.empty() ? std::nullopt : store.find(key_of(kind_of_proofs, question));
  const std::optional<StoredVerdict> verdict = text ? verdict_of(*text) : std::nullopt;
  if (!verdict || !verdict->violations.empty()) {
    return std::nullopt;
  }
  findings::EntryOutcome outcome;
  outcome.is_from_cache = true;
  if (verdict->facts) {
    outcome.facts = restored(*verdict->facts, cfa_, names_);
  }
  return outcome;
}

void KnownEntries::put_proof(const Question& question, const findings::EntryOutcome& outcome,
                             std::chrono::milliseconds cost, ResultStore& store) const {
  if (build_.empty()) {
    return;
  }
  StoredVerdict verdict{outcome.violating_runs};
  if (outcome.facts) {
    verdict.facts = stored(*outcome.facts, cfa_, names_);
  }
  const StoreEntry entry{key_of(kind_of_proofs, question), to_text(verdict), static_cast<std::uint64_t>(cost.count())};
  store.put({&entry, 1});
}

std::optional<KnownEntries::OpenAttempt> KnownEntries::find_attempt(const Question& question,
                                                                    ResultStore& store) const {
  const std::optional<std::string> text =
      build_.empty() ? std::nullopt : store.find(key_of(settings_text(options_), question));
  const std::optional<StoredAttempt> attempt = text ? attempt_of(*text) : std::nullopt;
  std::optional<OpenParts> open = attempt ? restored(*attempt, cfa_, names_) : std::nullopt;
  if (!open || !attempt->violations.empty()) {
    return std::nullopt;
  }
  OpenAttempt result{{}, attempt->end, attempt->share};
  result.outcome.open = std::move(open->reasons);
  result.outcome.open_targets = std::move(open->targets);
  result.outcome.spent_before = attempt->spent;
  result.outcome.is_from_cache = true;
  return result;
}

void KnownEntries::put_attempt(const Question& question, const OpenAttempt& attempt, std::chrono::milliseconds spent,
                               ResultStore& store) const {
  if (build_.empty()) {
    return;
  }
  std::optional<StoredAttempt> stored_attempt = stored(attempt.outcome, question.entered, cfa_, names_);
  if (!stored_attempt) {
    return;
  }
  stored_attempt->share = attempt.share;
  stored_attempt->spent = spent;
  stored_attempt->end = attempt.end;
  const StoreEntry entry{key_of(settings_text(options_), question), to_text(*stored_attempt),
                         static_cast<std::uint64_t>(spent.count())};
  store.put({&entry, 1});
}

} // namespace vouch::reuse
