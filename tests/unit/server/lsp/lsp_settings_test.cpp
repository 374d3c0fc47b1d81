#include "server/lsp/lsp_settings.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <thread>

namespace vouch::server {
namespace {

const std::vector<PresetName> presets = {{"default", "all"}, {"predicate", "predicates"}};

using protocol::Json;

TEST(LspSettings, ReadsWhatIsThereAndKeepsTheRest) {
  LspSettings current;
  current.analysis = "predicate";
  const auto reading = read_settings(Json::parse(R"({"budgetSeconds": 1.5, "verifyOn": "change", "link": "none",
                      "allocation": "may-fail", "properties": ["reach-error"], "other": 1})"),
                                     current, presets);
  EXPECT_TRUE(reading.complaints.empty());
  EXPECT_EQ(reading.settings.budget, std::chrono::milliseconds(1500));
  EXPECT_EQ(reading.settings.verify_on, VerifyOn::Change);
  EXPECT_EQ(reading.settings.properties, std::vector<Property>{Property::ReachError});
  EXPECT_EQ(reading.settings.linking, Linking::None);
  EXPECT_EQ(reading.settings.allocation, Allocation::MayFail);
  EXPECT_EQ(reading.settings.analysis, "predicate");
}

TEST(LspSettings, TakesEveryPropertyThatTheCommandLineTakes) {
  const auto reading = read_settings(
      Json::parse(R"({"properties": ["overflow", "div-by-zero", "null", "bounds", "use-after-free", "memory"]})"), {},
      presets);
  EXPECT_TRUE(reading.complaints.empty());
  EXPECT_EQ(reading.settings.properties,
            (std::vector<Property>{Property::Overflow, Property::DivisionByZero, Property::Null, Property::Bounds,
                                   Property::UseAfterFree, Property::Memory}));
}

TEST(LspSettings, MayBeWrappedInTheirSection) {
  const auto reading = read_settings(Json::parse(R"({"vouch": {"verifyOn": "manual"}, "clangd": {}})"), {}, presets);
  EXPECT_EQ(reading.settings.verify_on, VerifyOn::Manual);
}

TEST(LspSettings, OneProcessorIsLeftToTheEditorIfNobodySaysHowManyJobsThereAre) {
  const auto reading = read_settings(Json::parse(R"({"jobs": 5})"), {}, presets);
  EXPECT_TRUE(reading.complaints.empty());
  EXPECT_EQ(jobs_of(reading.settings), 5);
  EXPECT_GE(jobs_of(LspSettings()), 1);
  EXPECT_LE(jobs_of(LspSettings()), std::max(1U, std::thread::hardware_concurrency() - 1));
}

TEST(LspSettings, NullSaysNothing) {
  const auto reading = read_settings(nullptr, {}, presets);
  EXPECT_EQ(reading.settings, LspSettings());
  EXPECT_TRUE(reading.complaints.empty());
}

TEST(LspSettings, WhatIsWrongIsComplainedAboutAndNotTaken) {
  for (const char* text :
       {R"({"budgetSeconds": 0})", R"({"budgetSeconds": -1})", R"({"budgetSeconds": "5"})",
        R"({"budgetSeconds": 1e300})", R"({"jobs": -1})", R"({"jobs": "all"})", R"({"verifyOn": "always"})",
        R"({"verifyOn": 1})", R"({"properties": []})", R"({"properties": "assert"})",
        R"({"properties": ["assert", "speed"]})", R"({"properties": [1]})", R"({"analysis": "magic"})", "[]", "7"}) {
    const auto reading = read_settings(Json::parse(text), {}, presets);
    EXPECT_EQ(reading.complaints.size(), 1U) << text;
    EXPECT_EQ(reading.settings, LspSettings()) << text;
  }
}

TEST(LspSettings, FoldersAndFlags) {
  const auto reading = read_settings(
      Json::parse(R"({"flags": ["-DX=1"], "buildFolder": "out", "exclude": ["gen"], "testsFolder": "tests"})"), {},
      presets);
  EXPECT_TRUE(reading.complaints.empty());
  EXPECT_EQ(reading.settings.flags, std::vector<std::string>{"-DX=1"});
  EXPECT_EQ(reading.settings.build_folder, "out");
  EXPECT_EQ(reading.settings.exclude, std::vector<std::string>{"gen"});
  EXPECT_EQ(reading.settings.tests_folder, "tests");
  const auto wrong =
      read_settings(Json::parse(R"({"flags": "-DX", "buildFolder": 7, "exclude": [3], "testsFolder": null})"),
                    reading.settings, presets);
  EXPECT_EQ(wrong.complaints.size(), 4U);
  EXPECT_EQ(wrong.settings, reading.settings);
}

} // namespace
} // namespace vouch::server
