#include "analysis/configurations/configuration.hpp"

#include <gtest/gtest.h>
#include <set>

namespace vouch::configurations {
namespace {

TEST(Presets, EveryNameStandsForOneRow) {
  std::set<std::string_view> names;
  for (const Configuration& configuration : all_configurations()) {
    EXPECT_TRUE(names.insert(configuration.name).second) << configuration.name;
    EXPECT_EQ(configuration_named(configuration.name), &configuration);
    EXPECT_FALSE(configuration.components.empty()) << configuration.name;
  }
  names.clear();
  for (const Preset& preset : all_presets()) {
    EXPECT_TRUE(names.insert(preset.name.name).second) << preset.name.name;
    EXPECT_EQ(preset_named(preset.name.name), &preset);
  }
  EXPECT_EQ(configuration_named(""), nullptr);
  EXPECT_EQ(preset_named("no such preset"), nullptr);
}

TEST(Presets, AttemptsAreOfConfigurationsThatExist) {
  for (const Preset& preset : all_presets()) {
    ASSERT_FALSE(preset.attempts.empty());
    for (const Attempt& attempt : preset.attempts) {
      EXPECT_TRUE(attempt.configuration.empty() || configuration_named(attempt.configuration)) << attempt.configuration;
      EXPECT_TRUE(!attempt.after || has_attempt(preset, attempt.after->configuration)) << preset.name.name;
      EXPECT_GE(attempt.time.divisor, 1U);
    }
    EXPECT_FALSE(preset.attempts.back().configuration.empty()) << "the rest of the time belongs to an analysis";
  }
}

TEST(Presets, TheDefaultIsTheFirst) { EXPECT_EQ(all_presets().front().name.name, Options().analysis); }

/// A condition on an attempt that comes later, or on none, would never change.
TEST(Presets, AttemptsDependOnEarlierOnes) {
  for (const Preset& preset : all_presets()) {
    std::set<std::string_view> tried;
    for (const Attempt& attempt : preset.attempts) {
      EXPECT_TRUE(!attempt.after || tried.contains(attempt.after->configuration)) << preset.name.name;
      tried.insert(attempt.configuration);
    }
  }
}

} // namespace
} // namespace vouch::configurations
