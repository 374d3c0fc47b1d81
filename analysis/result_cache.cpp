#include "analysis/result_cache.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace vouch {
namespace {

/// Of what is stored; another one finds nothing of this.
constexpr int format = 1;

/// `safe`, or a line `violated 3 -1 17` for each violation, its inputs in order.
std::string to_text(const StoredVerdict& verdict) {
  if (verdict.violations.empty()) {
    return "safe\n";
  }
  std::string text;
  for (const RunInputs& inputs : verdict.violations) {
    text += "violated";
    for (const cfa::Integer& input : inputs) {
      text += " " + cfa::to_string(input);
    }
    text += "\n";
  }
  return text;
}

std::optional<cfa::Integer> integer_of(const std::string& word) {
  const bool is_negative = word.starts_with('-');
  cfa::Integer value = 0;
  for (std::size_t i = is_negative ? 1 : 0; i < word.size(); ++i) {
    if (word[i] < '0' || word[i] > '9') {
      return std::nullopt;
    }
    value = value * 10 + (is_negative ? -(word[i] - '0') : word[i] - '0');
  }
  return word.size() > (is_negative ? 1U : 0U) ? std::optional(value) : std::nullopt;
}

std::optional<StoredVerdict> verdict_of(const std::string& text) {
  if (text == "safe\n") {
    return StoredVerdict{};
  }
  StoredVerdict verdict;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != "violated") {
      return std::nullopt;
    }
    RunInputs& inputs = verdict.violations.emplace_back();
    while (words >> word) {
      const std::optional<cfa::Integer> input = integer_of(word);
      if (!input) {
        return std::nullopt;
      }
      inputs.push_back(*input);
    }
  }
  return verdict.violations.empty() ? std::nullopt : std::optional(verdict);
}

bam::StoreKey key_of(std::string text) { return {bam::fingerprint_of(text), std::move(text)}; }

} // namespace

ResultCache::ResultCache(const cfa::Cfa& cfa, const ProgramFacts& facts, const Options& options,
                         bam::StoreMessages on_message)
    : cfa_(cfa), options_(options), fingerprints_(cfa, facts.regions, facts.blocks, facts.effects), calls_(cfa) {
  bam::StoreSettings settings;
  settings.on_message = std::move(on_message);
  store_ = bam::open_block_store(options.cache_folder, std::move(settings));
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

bam::StoreKey ResultCache::verdict_key(const cfa::EntryPoint& entry) const {
  std::string text = "verdict " + std::to_string(format) + "\n" + version_text() + "\n";
  text += "data model " + std::to_string(cfa_.data_model().pointer_width) + "\nproperties";
  std::vector<int> properties;
  for (Property property : options_.properties) {
    properties.push_back(static_cast<int>(property));
  }
  std::sort(properties.begin(), properties.end());
  for (int property : properties) {
    text += " " + std::to_string(property);
  }
  text +=
      "\nentry " + std::to_string(static_cast<int>(entry.kind)) + " " + fingerprints_.names().of(entry.function) + "\n";
  std::vector<std::string> lines;
  for (cfa::FunctionId function : entered_from(entry)) {
    const bam::BlockFingerprints& fingerprints = fingerprints_.of(function);
    lines.push_back(fingerprints_.names().of(function) + " " + to_string(fingerprints.own) + " " +
                    to_string(fingerprints.environment) + "\n");
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) {
    text += line;
  }
  return key_of(std::move(text));
}

bam::StoreKey ResultCache::inputs_key(const cfa::EntryPoint& entry) const {
  return key_of("inputs " + std::to_string(format) + "\n" + version_text() + "\n" +
                fingerprints_.names().of(entry.function) + "\n");
}

std::optional<StoredVerdict> ResultCache::find(const cfa::EntryPoint& entry) {
  const std::optional<std::string> text = store_->find(verdict_key(entry));
  return text ? verdict_of(*text) : std::nullopt;
}

std::vector<RunInputs> ResultCache::last_inputs(const cfa::EntryPoint& entry) {
  const std::optional<std::string> text = store_->find(inputs_key(entry));
  const std::optional<StoredVerdict> verdict = text ? verdict_of(*text) : std::nullopt;
  return verdict ? verdict->violations : std::vector<RunInputs>();
}

void ResultCache::put(const cfa::EntryPoint& entry, const StoredVerdict& verdict, std::chrono::milliseconds cost) {
  const auto milliseconds = static_cast<std::uint64_t>(cost.count());
  const std::string text = to_text(verdict);
  std::vector<bam::StoreEntry> entries = {{verdict_key(entry), text, milliseconds}};
  if (!verdict.violations.empty()) {
    entries.push_back({inputs_key(entry), text, milliseconds});
  }
  store_->put(entries);
}

} // namespace vouch
