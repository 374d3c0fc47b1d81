#include "analysis/support/overloaded.hpp"
#include "server/formats/witness.hpp"

#include <algorithm>
#include <array>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cctype>
#include <ctime>
#include <openssl/evp.h>
#include <string_view>
#include <yaml-cpp/yaml.h>

namespace vouch::server {
namespace {

struct TypeWord {
  WaypointType type;
  std::string_view word;
};
constexpr std::array<TypeWord, 5> type_words = {{{WaypointType::Assumption, "assumption"},
                                                 {WaypointType::Branching, "branching"},
                                                 {WaypointType::FunctionEnter, "function_enter"},
                                                 {WaypointType::FunctionReturn, "function_return"},
                                                 {WaypointType::Target, "target"}}};

std::string present_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
  return text.data();
}

// Writing

void write_entry(YAML::Emitter& out, std::string_view key, const std::string& value) {
  out << YAML::Key << std::string(key) << YAML::Value << YAML::DoubleQuoted << value;
}

void write_location(YAML::Emitter& out, const WitnessLocation& location) {
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  write_entry(out, "file_name", location.file);
  out << YAML::Key << "line" << YAML::Value << location.line;
  if (location.column != 0) {
    out << YAML::Key << "column" << YAML::Value << location.column;
  }
  if (!location.function.empty()) {
    write_entry(out, "function", location.function);
  }
  out << YAML::EndMap;
}

void write_metadata(YAML::Emitter& out, const WitnessMetadata& metadata) {
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  write_entry(out, "format_version", "2.0");
  write_entry(out, "uuid", boost::uuids::to_string(boost::uuids::random_generator()()));
  write_entry(out, "creation_time", present_time());
  out << YAML::Key << "producer" << YAML::Value << YAML::BeginMap;
  write_entry(out, "name", "Vouch");
  write_entry(out, "version", metadata.producer_version);
  out << YAML::EndMap << YAML::Key << "task" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "input_files" << YAML::Value << YAML::BeginSeq << YAML::DoubleQuoted << metadata.input_file
      << YAML::EndSeq;
  out << YAML::Key << "input_file_hashes" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << YAML::DoubleQuoted << metadata.input_file << YAML::Value << YAML::DoubleQuoted
      << hash_of(metadata.input_text) << YAML::EndMap;
  write_entry(out, "specification", metadata.specification);
  write_entry(out, "data_model", metadata.data_model);
  write_entry(out, "language", "C");
  out << YAML::EndMap << YAML::EndMap;
}

void write_waypoint(YAML::Emitter& out, const Waypoint& waypoint) {
  out << YAML::BeginMap << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  for (const TypeWord& known : type_words) {
    if (known.type == waypoint.type) {
      write_entry(out, "type", std::string(known.word));
    }
  }
  write_entry(out, "action", waypoint.action == WaypointAction::Follow ? "follow" : "avoid");
  write_location(out, waypoint.location);
  if (!waypoint.constraint.empty()) {
    out << YAML::Key << "constraint" << YAML::Value << YAML::BeginMap;
    write_entry(out, "value", waypoint.constraint);
    if (waypoint.type == WaypointType::Assumption) {
      write_entry(out, "format", "c_expression");
    } else if (waypoint.type == WaypointType::FunctionReturn) {
      write_entry(out, "format", "ext_c_expression");
    }
    out << YAML::EndMap;
  }
  out << YAML::EndMap << YAML::EndMap;
}

void write_content(YAML::Emitter& out, const ViolationWitness& witness) {
  for (const std::vector<Waypoint>& segment : witness.segments) {
    out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq;
    for (const Waypoint& waypoint : segment) {
      write_waypoint(out, waypoint);
    }
    out << YAML::EndSeq << YAML::EndMap;
  }
}

void write_content(YAML::Emitter& out, const CorrectnessWitness& witness) {
  for (const WitnessInvariant& invariant : witness.invariants) {
    const bool is_loop = invariant.kind == WitnessInvariant::Kind::Loop;
    out << YAML::BeginMap << YAML::Key << "invariant" << YAML::Value << YAML::BeginMap;
    write_entry(out, "type", is_loop ? "loop_invariant" : "location_invariant");
    write_location(out, invariant.location);
    write_entry(out, "value", invariant.value);
    write_entry(out, "format", "c_expression");
    out << YAML::EndMap << YAML::EndMap;
  }
}

// Reading

/// What stands at `key`; throws if it is missing.
YAML::Node required(const YAML::Node& map, const char* key) {
  if (!map.IsMap() || !map[key]) {
    throw std::runtime_error(std::string("\"") + key + "\" is missing");
  }
  return map[key];
}

WitnessLocation location_of(const YAML::Node& node) {
  WitnessLocation result;
  result.file = node["file_name"] ? node["file_name"].as<std::string>() : "";
  result.line = required(node, "line").as<unsigned>();
  result.column = node["column"] ? node["column"].as<unsigned>() : 0;
  result.function = node["function"] ? node["function"].as<std::string>() : "";
  return result;
}

Waypoint waypoint_of(const YAML::Node& node) {
  Waypoint result;
  const auto type = required(node, "type").as<std::string>();
  const auto action = required(node, "action").as<std::string>();
  const TypeWord* known = nullptr;
  for (const TypeWord& candidate : type_words) {
    known = candidate.word == type ? &candidate : known;
  }
  if (known == nullptr || (action != "follow" && action != "avoid")) {
    throw std::runtime_error("waypoints of type \"" + type + "\" with action \"" + action + "\" are not known");
  }
  result.type = known->type;
  result.action = action == "follow" ? WaypointAction::Follow : WaypointAction::Avoid;
  result.location = location_of(required(node, "location"));
  if (const YAML::Node constraint = node["constraint"]) {
    result.constraint = required(constraint, "value").as<std::string>();
  }
  return result;
}

void read_segments(const YAML::Node& content, ViolationWitness& witness) {
  for (const YAML::Node& item : content) {
    std::vector<Waypoint> segment;
    for (const YAML::Node& waypoint : required(item, "segment")) {
      segment.push_back(waypoint_of(required(waypoint, "waypoint")));
    }
    const bool has_end = !segment.empty() && segment.back().action == WaypointAction::Follow;
    if (!has_end) {
      throw std::runtime_error("a segment does not end with a waypoint to follow");
    }
    witness.segments.push_back(std::move(segment));
  }
  if (witness.segments.empty() || witness.segments.back().back().type != WaypointType::Target) {
    throw std::runtime_error("the last waypoint is not the target");
  }
}

void read_invariants(const YAML::Node& content, CorrectnessWitness& witness) {
  for (const YAML::Node& item : content) {
    const YAML::Node invariant = required(item, "invariant");
    const auto type = required(invariant, "type").as<std::string>();
    if (type != "loop_invariant" && type != "location_invariant") {
      throw std::runtime_error("invariants of type \"" + type + "\" are not known");
    }
    witness.invariants.push_back(
        {type == "loop_invariant" ? WitnessInvariant::Kind::Loop : WitnessInvariant::Kind::Location,
         location_of(required(invariant, "location")), required(invariant, "value").as<std::string>()});
  }
}

WitnessTask task_of(const YAML::Node& metadata) {
  WitnessTask result;
  const YAML::Node task = metadata["task"];
  if (!task) {
    return result;
  }
  for (const auto& entry : task["input_file_hashes"]) {
    auto hash = entry.second.as<std::string>();
    std::ranges::transform(hash, hash.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    result.hashes.emplace(entry.first.as<std::string>(), std::move(hash));
  }
  result.data_model = task["data_model"] ? task["data_model"].as<std::string>() : "";
  if (!result.data_model.empty() && result.data_model != "LP64" && result.data_model != "ILP32") {
    throw std::runtime_error("data model \"" + result.data_model + "\" is not known");
  }
  return result;
}

Witness witness_in(const YAML::Node& document) {
  if (!document.IsSequence() || document.size() == 0) {
    throw std::runtime_error("it is not a list of entries");
  }
  ViolationWitness violation;
  CorrectnessWitness correctness;
  WitnessTask task;
  bool is_violation = false;
  for (const YAML::Node& entry : document) {
    const auto type = required(entry, "entry_type").as<std::string>();
    const auto version = required(required(entry, "metadata"), "format_version").as<std::string>();
    if (!version.starts_with("2.")) {
      throw std::runtime_error("its format has version " + version + ", not 2");
    }
    WitnessTask of_entry = task_of(entry["metadata"]);
    task.hashes.merge(of_entry.hashes);
    if (!task.data_model.empty() && !of_entry.data_model.empty() && task.data_model != of_entry.data_model) {
      throw std::runtime_error("its entries are about different data models");
    }
    task.data_model = of_entry.data_model.empty() ? task.data_model : of_entry.data_model;
    if (type == "violation_sequence" && document.size() == 1) {
      is_violation = true;
      read_segments(required(entry, "content"), violation);
    } else if (type == "invariant_set") {
      read_invariants(required(entry, "content"), correctness);
    } else {
      throw std::runtime_error("entries of type \"" + type + "\" are not known, or are not alone");
    }
  }
  return {is_violation ? WitnessContent(std::move(violation)) : WitnessContent(std::move(correctness)),
          std::move(task)};
}

} // namespace

std::string hash_of(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string result;
  for (unsigned i = 0; i < size; ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    result += {digits[digest[i] >> 4U], digits[digest[i] & 15U]};
  }
  return result;
}

std::string to_yaml(const WitnessContent& witness, const WitnessMetadata& metadata) {
  YAML::Emitter out;
  const bool is_violation = std::holds_alternative<ViolationWitness>(witness);
  out << YAML::BeginSeq << YAML::BeginMap;
  write_entry(out, "entry_type", is_violation ? "violation_sequence" : "invariant_set");
  write_metadata(out, metadata);
  out << YAML::Key << "content" << YAML::Value << YAML::BeginSeq;
  std::visit([&](const auto& content) { write_content(out, content); }, witness);
  out << YAML::EndSeq << YAML::EndMap << YAML::EndSeq;
  return std::string(out.c_str()) + "\n";
}

Result<Witness> witness_of_yaml(const std::string& text) {
  try {
    return witness_in(YAML::Load(text));
  } catch (const std::exception& problem) { // of the library too
    return Error{problem.what()};
  }
}

} // namespace vouch::server
