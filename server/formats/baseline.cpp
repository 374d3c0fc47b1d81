#include "server/formats/baseline.hpp"

#include "protocol/json.hpp"
#include "server/formats/sarif_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace vouch::server {

namespace {

using protocol::Json;

constexpr const char* fingerprint_name = "vouchViolation/v1";

std::string text_of(const Json& object, const char* name) {
  const Json* member = object.is_object() ? protocol::find_member(object, name) : nullptr;
  return member != nullptr && member->is_string() ? member->get<std::string>() : "";
}

unsigned number_of(const Json& object, const char* name) {
  const Json* member = object.is_object() ? protocol::find_member(object, name) : nullptr;
  return member != nullptr && member->is_number_unsigned() ? member->get<unsigned>() : 0;
}

const Json& array_of(const Json& object, const char* name) {
  static const Json nothing = Json::array();
  const Json* member = object.is_object() ? protocol::find_member(object, name) : nullptr;
  return member != nullptr && member->is_array() ? *member : nothing;
}

/// The object or the first element of the array that is found along `path`, each in the one before.
Json first_at(const Json& object, std::initializer_list<const char*> path) {
  const Json* at = &object;
  for (const char* name : path) {
    at = at->is_object() ? protocol::find_member(*at, name) : nullptr;
    if (at != nullptr && at->is_array()) {
      at = at->empty() ? nullptr : &at->front();
    }
    if (at == nullptr) {
      return {};
    }
  }
  return *at;
}

/// Those that the report found, and those of an earlier one that it could not decide: they are not new if they come again.
std::vector<KnownViolation> violations_of_report(const Json& report) {
  std::vector<KnownViolation> result;
  const auto add = [&result](const Json& violation) {
    result.push_back({text_of(violation, "fingerprint"), text_of(violation, "code"), text_of(violation, "message"),
                      text_of(violation, "function"), text_of(violation, "file"), number_of(violation, "line")});
  };
  for (const Json& file : array_of(report, "files")) {
    std::ranges::for_each(array_of(file, "violations"), add);
  }
  std::ranges::for_each(array_of(first_at(report, {"since"}), "open"), add);
  return result;
}

std::vector<KnownViolation> violations_of_sarif(const Json& log) {
  std::vector<KnownViolation> result;
  for (const Json& run : array_of(log, "runs")) {
    for (const Json& violation : array_of(run, "results")) {
      const bool is_past = text_of(violation, "baselineState") == "absent";
      if (is_past) {
        continue;
      }
      result.push_back({text_of(first_at(violation, {"partialFingerprints"}), fingerprint_name),
                        text_of(violation, "ruleId"), text_of(first_at(violation, {"message"}), "text"),
                        text_of(first_at(violation, {"locations", "logicalLocations"}), "name"),
                        text_of(first_at(violation, {"locations", "physicalLocation", "artifactLocation"}), "uri"),
                        number_of(first_at(violation, {"locations", "physicalLocation", "region"}), "startLine")});
    }
  }
  return result;
}

using Path = std::filesystem::path;

/// Whether one is the end of the other: reports name files from different folders.
bool may_be_the_same(const std::string& one, const std::string& other) {
  const Path a = Path(one).lexically_normal();
  const Path b = Path(other).lexically_normal();
  const auto [end_of_a, end_of_b] =
      std::mismatch(std::make_reverse_iterator(a.end()), std::make_reverse_iterator(a.begin()),
                    std::make_reverse_iterator(b.end()), std::make_reverse_iterator(b.begin()));
  return end_of_a == std::make_reverse_iterator(a.begin()) || end_of_b == std::make_reverse_iterator(b.begin());
}

const FunctionReport* function_in(const FileReport& file, const std::string& name) {
  const auto found = std::ranges::find(file.functions, name, &FunctionReport::name);
  return found == file.functions.end() ? nullptr : &*found;
}

/// Whether the file is one in which the violation was, as far as names tell.
bool is_about(const FileReport& file, const KnownViolation& known) {
  const bool has_its_name = Path(file.path).filename() == Path(known.file).filename();
  return may_be_the_same(file.path, known.file) || (has_its_name && function_in(file, known.function) != nullptr);
}

/// Whether what the violation was about is not decided in the file.
bool is_open(const FileReport& file, const KnownViolation& known) {
  const bool is_looked_at = file.compiles && (file.verdict != Verdict::Unknown || !file.functions.empty());
  const FunctionReport* function = function_in(file, known.function);
  if (!is_looked_at || function == nullptr || function->verdict == Verdict::Safe) {
    return !is_looked_at;
  }
  return function->verdict == Verdict::Unknown ||
         std::ranges::any_of(function->check_list, [&known](const ReportedCheck& check) {
           return check.state == CheckState::Open && check.code == known.code;
         });
}

/// Whether nothing is said now of what a violation was about: it is not decided, or nobody has looked.
bool is_unanswered(const KnownViolation& known, const CheckReport& report) {
  const std::optional<Property> property = property_of_code(known.code);
  const bool was_asked_for = property && std::ranges::find(report.properties, *property) != report.properties.end();
  const auto is_its_file = [&known](const FileReport& file) { return is_about(file, known); };
  return !was_asked_for || std::ranges::none_of(report.files, is_its_file) ||
         std::ranges::any_of(report.files,
                             [&](const FileReport& file) { return is_its_file(file) && is_open(file, known); });
}

} // namespace

Result<Baseline> read_baseline(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Error{"cannot read '" + path + "'"};
  }
  const Json json = Json::parse(file, nullptr, false);
  const bool is_object = json.is_object();
  if (is_object && protocol::find_member(json, "files") != nullptr) {
    return Baseline{path, violations_of_report(json)};
  }
  if (is_object && protocol::find_member(json, "runs") != nullptr) {
    return Baseline{path, violations_of_sarif(json)};
  }
  return Error{"'" + path + "' is no report of `vouch check --format json` or `--format sarif`"};
}

Comparison compare(const Baseline& baseline, const CheckReport& report) {
  std::multimap<std::string, const KnownViolation*> missing;
  for (const KnownViolation& known : baseline.violations) {
    missing.emplace(known.fingerprint, &known);
  }
  Comparison result{baseline.file, {}, {}, {}};
  for (const FileReport& file : report.files) {
    std::vector<BaselineState>& states = result.states.emplace_back();
    for (const Violation& violation : file.violations) {
      const auto known = missing.find(violation.fingerprint);
      states.push_back(known == missing.end() ? BaselineState::New : BaselineState::Same);
      if (known != missing.end()) {
        missing.erase(known);
      }
    }
  }
  for (const auto& [fingerprint, known] : missing) {
    (is_unanswered(*known, report) ? result.open : result.mended).push_back(*known);
  }
  return result;
}

std::size_t count_of(const Comparison& comparison, BaselineState state) {
  std::size_t count = 0;
  for (const std::vector<BaselineState>& states : comparison.states) {
    count += static_cast<std::size_t>(std::ranges::count(states, state));
  }
  return count;
}

} // namespace vouch::server
