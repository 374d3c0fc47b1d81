#include "analysis/reuse/result_cache.hpp"

#include "analysis/report/version.hpp"
#include "analysis/reuse/build_identity.hpp"
#include "analysis/reuse/canonical_code.hpp"
#include "analysis/reuse/question.hpp"

#include <algorithm>

namespace vouch::reuse {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) {
    result += text;
  }
  return result;
}

StoreKey key_of(std::string text) { return {fingerprint_of(text), std::move(text)}; }

} // namespace

ResultCache::ResultCache(const cfa::Cfa& cfa, const StableNames& names,
                         std::function<const FingerprintTable&()> fingerprints, const Options& options,
                         ResultStore& store)
    : cfa_(cfa), fingerprints_(std::move(fingerprints)), options_(options), build_(build_identity()), names_(names),
      calls_(cfa), store_(store) {}

std::vector<cfa::FunctionId> ResultCache::entered_from(const cfa::EntryPoint& entry) const {
  return calls_.reachable_from(cfa_.location(entry.start).function);
}

StoreKey ResultCache::verdict_key(const cfa::EntryPoint& entry) const {
  std::vector<std::string> lines;
  for (cfa::FunctionId function : entered_from(entry)) {
    const BlockFingerprints& of_function = fingerprints_().of(function);
    lines.push_back(names_.of(function) + " " + to_string(of_function.own) + " " + to_string(of_function.environment) +
                    "\n");
  }
  std::sort(lines.begin(), lines.end());
  return key_of("verdict " + question_about(entry, cfa_, names_, options_, build_) + joined(lines));
}

StoreKey ResultCache::attempt_key(const cfa::EntryPoint& entry) const {
  std::vector<std::string> codes;
  for (cfa::FunctionId function : entered_from(entry)) {
    codes.push_back(names_.of(function) + " " + canonical_code(cfa_, names_, function).text);
  }
  std::sort(codes.begin(), codes.end());
  return key_of("attempt " + settings_text(options_) + "\n" + question_about(entry, cfa_, names_, options_, build_) +
                joined(codes));
}

StoreKey ResultCache::hints_key(const cfa::EntryPoint& entry) const {
  // Programs may have functions of one name.
  return key_of("hints " + std::to_string(stored_format) + "\n" + version_text() + "\nbuild " + build_ + "\n" +
                names_.of(entry.function) + "\n" + cfa_.function(entry.function).name_range.path() + "\n");
}

std::optional<StoredVerdict> ResultCache::find(const cfa::EntryPoint& entry) {
  if (build_.empty()) {
    return std::nullopt;
  }
  const std::optional<std::string> text = store_.find(verdict_key(entry));
  return text ? verdict_of(*text) : std::nullopt;
}

void ResultCache::put(const cfa::EntryPoint& entry, const StoredVerdict& verdict, std::chrono::milliseconds cost) {
  const StoreEntry stored{verdict_key(entry), to_text(verdict), static_cast<std::uint64_t>(cost.count())};
  store_.put({&stored, 1});
}

std::optional<StoredAttempt> ResultCache::find_attempt(const cfa::EntryPoint& entry) {
  if (build_.empty()) {
    return std::nullopt;
  }
  const std::optional<std::string> text = store_.find(attempt_key(entry));
  return text ? attempt_of(*text) : std::nullopt;
}

void ResultCache::put_attempt(const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome, AttemptEnd end,
                              std::chrono::milliseconds share, std::chrono::milliseconds spent) {
  std::optional<StoredAttempt> attempt = stored(outcome, entered_from(entry), cfa_, names_);
  if (!attempt) {
    return;
  }
  attempt->share = share;
  attempt->spent = spent;
  attempt->end = end;
  const StoreEntry kept{attempt_key(entry), to_text(*attempt), static_cast<std::uint64_t>(spent.count())};
  store_.put({&kept, 1});
}

void ResultCache::forget_attempt(const cfa::EntryPoint& entry) {
  const StoreKey key = attempt_key(entry);
  if (store_.find(key)) {
    const StoreEntry nothing{key, to_text(StoredAttempt()), 0}; // without time, and so worth nothing
    store_.put({&nothing, 1});
  }
}

VerificationHints ResultCache::hints(const cfa::EntryPoint& entry) {
  if (build_.empty()) {
    return {};
  }
  const std::optional<std::string> text = store_.find(hints_key(entry));
  return text ? hints_of(*text).value_or(VerificationHints()) : VerificationHints();
}

void ResultCache::put_hints(const cfa::EntryPoint& entry, const VerificationHints& hints,
                            std::chrono::milliseconds cost) {
  const StoreEntry stored{hints_key(entry), to_text(hints), static_cast<std::uint64_t>(cost.count())};
  store_.put({&stored, 1});
}

} // namespace vouch::reuse
