#include "analysis/reuse/stored_attempt.hpp"

#include "analysis/reuse/canonical_code.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace vouch::reuse {
namespace {

/// The places of some functions.
struct PlaceTable {
  std::map<std::string, StoredPlace> by_text; ///< `file.c:3:7`
  std::set<std::string> paths;
};

const std::regex& place_in_text() {
  static const std::regex position(R"(:\d+:\d+|\bline \d+)");
  return position;
}

PlaceTable places_of(const std::vector<cfa::FunctionId>& functions, const cfa::Cfa& cfa, const StableNames& names) {
  PlaceTable table;
  auto add = [&](const SourceRange& range, const StoredPlace& place) {
    if (range.is_valid()) {
      table.by_text.emplace(to_string(range), place);
      table.paths.insert(range.path());
    }
  };
  for (cfa::FunctionId function : functions) {
    const std::vector<cfa::LocationId> locations = canonical_code(cfa, names, function).locations;
    for (std::size_t number = 0; number < locations.size(); ++number) {
      StoredPlace place{names.of(function), number};
      add(cfa.location(locations[number]).range, place);
      const auto edges = cfa.outgoing(locations[number]);
      for (std::size_t i = 0; i < edges.size(); ++i) {
        place.edge = i;
        add(cfa.edge(edges[i]).range, place);
      }
    }
  }
  return table;
}

/// `text` with the places that it speaks of apart; nothing if one of them is not in the table.
std::optional<StoredText> stored(const std::string& text, const PlaceTable& table) {
  const std::regex& position = place_in_text();
  StoredText result;
  std::size_t begin = 0; // of the piece
  for (std::sregex_iterator match(text.begin(), text.end(), position); match != std::sregex_iterator(); ++match) {
    const auto end = static_cast<std::size_t>(match->position() + match->length());
    const StoredPlace* place = nullptr;
    std::size_t length = 0;
    for (const std::string& path : table.paths) {
      const std::size_t candidate = path.size() + static_cast<std::size_t>(match->length());
      const auto known =
          candidate <= end - begin ? table.by_text.find(text.substr(end - candidate, candidate)) : table.by_text.end();
      if (known != table.by_text.end() && candidate > length) {
        place = &known->second;
        length = candidate;
      }
    }
    if (place == nullptr) {
      return std::nullopt;
    }
    result.pieces.push_back(text.substr(begin, end - length - begin));
    result.places.push_back(*place);
    begin = end;
  }
  result.pieces.push_back(text.substr(begin));
  return result;
}

std::optional<cfa::LocationId> location_of(const StoredPlace& place, const StableNames& names, CanonicalCodes& codes) {
  const std::optional<cfa::FunctionId> function = names.function(place.function);
  if (!function || place.location >= codes.of(*function).locations.size()) {
    return std::nullopt;
  }
  return codes.of(*function).locations[place.location];
}

std::optional<SourceRange> range_of(const StoredPlace& place, const cfa::Cfa& cfa, const StableNames& names,
                                    CanonicalCodes& codes) {
  const std::optional<cfa::LocationId> location = location_of(place, names, codes);
  if (!location) {
    return std::nullopt;
  }
  if (!place.edge) {
    return cfa.location(*location).range;
  }
  const auto edges = cfa.outgoing(*location);
  return *place.edge < edges.size() ? std::optional(cfa.edge(edges[*place.edge]).range) : std::nullopt;
}

std::optional<std::string> restored(const StoredText& text, const cfa::Cfa& cfa, const StableNames& names,
                                    CanonicalCodes& codes) {
  if (text.pieces.size() != text.places.size() + 1) {
    return std::nullopt;
  }
  std::string result = text.pieces.front();
  for (std::size_t i = 0; i < text.places.size(); ++i) {
    const std::optional<SourceRange> range = range_of(text.places[i], cfa, names, codes);
    if (!range) {
      return std::nullopt;
    }
    result += to_string(*range) + text.pieces[i + 1];
  }
  return result;
}

} // namespace

std::optional<StoredAttempt> stored(const findings::EntryOutcome& outcome,
                                    const std::vector<cfa::FunctionId>& functions, const cfa::Cfa& cfa,
                                    const StableNames& names) {
  const bool speaks_of_places = std::ranges::any_of(
      outcome.open, [](const std::string& reason) { return std::regex_search(reason, place_in_text()); });
  const PlaceTable table = speaks_of_places ? places_of(functions, cfa, names) : PlaceTable();
  CanonicalCodes codes(cfa, names);
  StoredAttempt attempt;
  attempt.violations = outcome.violating_runs;
  for (const std::string& reason : outcome.open) {
    std::optional<StoredText> text = stored(reason, table);
    if (!text) {
      return std::nullopt;
    }
    attempt.open.push_back(*std::move(text));
  }
  if (outcome.open_targets) {
    attempt.open_targets.emplace();
    for (cfa::LocationId target : *outcome.open_targets) {
      const cfa::FunctionId function = cfa.location(target).function;
      const std::vector<cfa::LocationId>& locations = codes.of(function).locations;
      const auto place = std::ranges::find(locations, target);
      if (place == locations.end()) {
        return std::nullopt;
      }
      attempt.open_targets->push_back({names.of(function), static_cast<std::size_t>(place - locations.begin())});
    }
  }
  return attempt;
}

std::optional<OpenParts> restored(const StoredAttempt& attempt, const cfa::Cfa& cfa, const StableNames& names) {
  CanonicalCodes codes(cfa, names);
  OpenParts open;
  for (const StoredText& stored_text : attempt.open) {
    std::optional<std::string> text = restored(stored_text, cfa, names, codes);
    if (!text) {
      return std::nullopt;
    }
    open.reasons.push_back(*std::move(text));
  }
  if (attempt.open_targets) {
    open.targets.emplace();
    for (const StoredPlace& place : *attempt.open_targets) {
      const std::optional<cfa::LocationId> target = location_of(place, names, codes);
      if (!target) {
        return std::nullopt;
      }
      open.targets->push_back(*target);
    }
  }
  return open;
}

} // namespace vouch::reuse
