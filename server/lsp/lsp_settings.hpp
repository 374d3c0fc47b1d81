#pragma once

#include "analysis/report/options.hpp"
#include "protocol/json.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vouch::server {

/// When documents are verified without being asked. All but `Manual` include opening and saving.
enum class VerifyOn { Save, Change, Manual };

/// What is written into the text as hints.
enum class HintsShown { No, Yes };
struct HintSettings {
  HintsShown values = HintsShown::Yes;     ///< of the selected counterexample, at line ends
  HintsShown invariants = HintsShown::Yes; ///< at loops
  friend bool operator==(const HintSettings&, const HintSettings&) = default;
};

/// What a user can set: `initializationOptions` and the configuration section `vouch`.
struct LspSettings {
  std::chrono::milliseconds budget{20'000}; ///< for one function that is verified on its own, wall clock
  VerifyOn verify_on = VerifyOn::Save;
  std::vector<Property> properties = {checked_by_default.begin(), checked_by_default.end()};
  std::string analysis = Options().analysis;
  Linking linking = Linking::Database;
  Allocation allocation = Allocation::AsChecked;
  Callers callers = Callers::Sensible;
  std::string cache_folder; ///< where verdicts are kept from run to run; empty: nowhere
  std::uint64_t memory_limit_bytes = std::uint64_t{4} << 30U; ///< resident, for each verifying process
  std::size_t jobs = 0;             ///< functions of a file that are verified at a time; 0: see `jobs_of`
  std::vector<std::string> flags;   ///< for Clang, behind those of the compilation database
  std::string build_folder;         ///< where the database is; empty: searched upwards from each file
  std::vector<std::string> exclude; ///< names of folders that are no part of the workspace
  std::string tests_folder;         ///< where tests of violations are written; empty: beside the source
  HintSettings hints;

  friend bool operator==(const LspSettings&, const LspSettings&) = default;
};

/// How many functions of a file are verified at a time. Where nobody says so, the editor keeps one processor.
std::size_t jobs_of(const LspSettings& settings);

struct SettingsReading {
  LspSettings settings;
  std::vector<std::string> complaints; ///< for the user, one per value that was not understood and not taken over
};

/// Reads the keys that `json` has; the others stay as they are in `current`. `json` may be wrapped in a member `vouch`,
/// as clients that send whole configurations do. `presets`: what `analysis` may name.
SettingsReading read_settings(const protocol::Json& json, const LspSettings& current,
                              const std::vector<PresetName>& presets);

/// All settings for those who write editor extensions: an array of objects with `key`, `type`, `default`, `description`
/// and, where there is a choice, `enum`. `defaults` are what counts before an editor says something.
protocol::Json describe_settings(const LspSettings& defaults, const std::vector<PresetName>& presets);

} // namespace vouch::server
