#pragma once

#include "analysis/support/result.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

/// Verification witnesses: what verifiers tell one another about a verdict, in the YAML format 2.x of SV-COMP
/// (Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek: Software Verification Witnesses 2.0, SPIN 2024).
namespace vouch::server {

struct WitnessLocation {
  std::string file;
  unsigned line = 0;   ///< from 1
  unsigned column = 0; ///< from 1; zero: not said
  std::string function;
};

enum class WaypointType { Assumption, Branching, FunctionEnter, FunctionReturn, Target };
enum class WaypointAction { Follow, Avoid };

/// Something that a run passes: a place where a condition holds, a branch, a call with its result, the violation.
struct Waypoint {
  WaypointType type = WaypointType::Assumption;
  WaypointAction action = WaypointAction::Follow;
  WitnessLocation location;
  std::string constraint; ///< a C expression; of branches `true`, `false` or a number; of results with `\result`
};

/// A run passes the segments in this order: in each it comes to the last waypoint, and before that to no other.
struct ViolationWitness {
  std::vector<std::vector<Waypoint>> segments;
};

struct WitnessInvariant {
  enum class Kind { Loop, Location } kind = Kind::Loop;
  WitnessLocation location; ///< of the loop's keyword, or of a statement
  std::string value;        ///< a C expression that holds whenever control is there
};

struct CorrectnessWitness {
  std::vector<WitnessInvariant> invariants;
};

using WitnessContent = std::variant<ViolationWitness, CorrectnessWitness>;

/// Where a witness comes from, and what it is about.
struct WitnessMetadata {
  std::string producer_version;
  std::string input_file;
  std::string input_text; ///< its content, for the hash
  std::string specification;
  std::string data_model; ///< `LP64` or `ILP32`
};

/// The document with a new identifier and the present time.
std::string to_yaml(const WitnessContent& witness, const WitnessMetadata& metadata);

/// What a document says of the program that it is about; empty where it says nothing.
struct WitnessTask {
  std::map<std::string, std::string> hashes; ///< of files, by path, as `hash_of` gives them
  std::string data_model;                    ///< `LP64` or `ILP32`
};

struct Witness {
  WitnessContent content;
  WitnessTask task;
};

/// Reads a document. Fails if it is no witness of version 2, or if it has parts whose meaning is not known here.
Result<Witness> witness_of_yaml(const std::string& text);

/// SHA-256 in hexadecimal digits.
std::string hash_of(const std::string& text);

} // namespace vouch::server
