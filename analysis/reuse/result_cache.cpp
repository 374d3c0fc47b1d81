#include "analysis/reuse/result_cache.hpp"

#include "analysis/report/version.hpp"
#include "analysis/reuse/build_identity.hpp"

#include <algorithm>

namespace vouch::reuse {
namespace {

/// Of what is stored; another one finds nothing of this.
constexpr int format = 5; // 2 could keep "safe" for what cannot be modelled; 5 has facts

StoreKey key_of(std::string text) { return {fingerprint_of(text), std::move(text)}; }

} // namespace

ResultCache::ResultCache(const cfa::Cfa& cfa, std::function<const facts::ProgramFacts&()> facts, const Options& options,
                         StoreMessages on_message)
    : cfa_(cfa), facts_(std::move(facts)), options_(options), build_(build_identity()), names_(cfa), calls_(cfa) {
  StoreSettings settings;
  settings.on_message = std::move(on_message);
  store_ = open_block_store(options.cache_folder, std::move(settings));
}

const FingerprintTable& ResultCache::fingerprints() {
  if (!fingerprints_) {
    const facts::ProgramFacts& facts = facts_();
    fingerprints_.emplace(cfa_, facts.regions, facts.blocks, facts.effects);
  }
  return *fingerprints_;
}

std::vector<cfa::FunctionId> ResultCache::entered_from(const cfa::EntryPoint& entry) const {
  return calls_.reachable_from(cfa_.location(entry.start).function);
}

std::vector<std::string> ResultCache::rests_on(const cfa::EntryPoint& entry) const {
  std::vector<std::string> names;
  for (cfa::FunctionId function : entered_from(entry)) {
    if (!cfa_.function(function).is_synthetic) {
      names.push_back(cfa_.function(function).name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

StoreKey ResultCache::verdict_key(const cfa::EntryPoint& entry) {
  std::string text = "verdict " + std::to_string(format) + "\n" + version_text() + "\nbuild " + build_ + "\n";
  text += "data model " + std::to_string(cfa_.data_model().pointer_width) + "\ncallers " +
          std::to_string(static_cast<int>(options_.callers)) + "\nproperties";
  std::vector<int> properties;
  for (Property property : options_.properties) {
    properties.push_back(static_cast<int>(property));
  }
  std::sort(properties.begin(), properties.end());
  for (int property : properties) {
    text += " " + std::to_string(property);
  }
  text += "\nentry " + std::to_string(static_cast<int>(entry.kind)) + " " + names_.of(entry.function) + "\n";
  std::vector<std::string> lines;
  for (cfa::FunctionId function : entered_from(entry)) {
    const BlockFingerprints& of_function = fingerprints().of(function);
    lines.push_back(names_.of(function) + " " + to_string(of_function.own) + " " + to_string(of_function.environment) +
                    "\n");
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) {
    text += line;
  }
  return key_of(std::move(text));
}

StoreKey ResultCache::hints_key(const cfa::EntryPoint& entry) const {
  // Programs may have functions of one name.
  return key_of("hints " + std::to_string(format) + "\n" + version_text() + "\nbuild " + build_ + "\n" +
                names_.of(entry.function) + "\n" + cfa_.function(entry.function).name_range.path() + "\n");
}

std::optional<StoredVerdict> ResultCache::find(const cfa::EntryPoint& entry) {
  if (build_.empty()) {
    return std::nullopt;
  }
  const std::optional<std::string> text = store_->find(verdict_key(entry));
  return text ? verdict_of(*text) : std::nullopt;
}

void ResultCache::put(const cfa::EntryPoint& entry, const StoredVerdict& verdict, std::chrono::milliseconds cost) {
  const StoreEntry stored{verdict_key(entry), to_text(verdict), static_cast<std::uint64_t>(cost.count())};
  store_->put({&stored, 1});
}

VerificationHints ResultCache::hints(const cfa::EntryPoint& entry) {
  if (build_.empty()) {
    return {};
  }
  const std::optional<std::string> text = store_->find(hints_key(entry));
  return text ? hints_of(*text).value_or(VerificationHints()) : VerificationHints();
}

void ResultCache::put_hints(const cfa::EntryPoint& entry, const VerificationHints& hints,
                            std::chrono::milliseconds cost) {
  const StoreEntry stored{hints_key(entry), to_text(hints), static_cast<std::uint64_t>(cost.count())};
  store_->put({&stored, 1});
}

} // namespace vouch::reuse
