#pragma once

#include "analysis/verifier.hpp"
#include "protocol/json.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace vouch::server {

/// When documents are verified without being asked. All but `Manual` include opening and saving.
enum class VerifyOn { Save, Change, Manual };

/// What a user can set: `initializationOptions` and the configuration section `vouch`.
struct LspSettings {
  std::chrono::milliseconds budget{20'000}; ///< for one document, wall clock
  VerifyOn verify_on = VerifyOn::Save;
  std::vector<Property> properties = Options().properties;
  AnalysisPreset analysis = AnalysisPreset::Default;
  Linking linking = Linking::Database;
  std::string cache_folder; ///< where verdicts are kept from run to run; empty: nowhere

  friend bool operator==(const LspSettings&, const LspSettings&) = default;
};

struct SettingsReading {
  LspSettings settings;
  std::vector<std::string> complaints; ///< for the user, one per value that was not understood and not taken over
};

/// Reads the keys that `json` has; the others stay as they are in `current`. `json` may be wrapped in a member `vouch`,
/// as clients that send whole configurations do.
SettingsReading read_settings(const protocol::Json& json, const LspSettings& current);

} // namespace vouch::server
