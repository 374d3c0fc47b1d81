#include "server/command_line/cache_command.hpp"
#include "server/command_line/command_line.hpp"
#include "server/support/cache_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Command parse(std::vector<std::string> words) {
  return parse_command_line(words,
                            {"vouch 1.2.3", {{"default", "all"}, {"value", "values"}, {"predicate", "predicates"}}});
}

CheckOptions check(std::vector<std::string> words) {
  words.insert(words.begin(), "check");
  auto command = parse(std::move(words));
  if (const auto* answer = std::get_if<Answer>(&command)) {
    ADD_FAILURE() << answer->text;
    return {};
  }
  return std::get<CheckOptions>(command);
}

/// The text of bad usage.
std::string rejection(std::vector<std::string> words) {
  auto command = parse(std::move(words));
  const auto* answer = std::get_if<Answer>(&command);
  if (answer == nullptr) {
    ADD_FAILURE() << "was accepted";
    return {};
  }
  EXPECT_EQ(answer->exit_status, 2);
  return answer->text;
}

TEST(CommandLine, HasTheDefaultsOfTheContract) {
  auto options = check({"a.c"});
  EXPECT_THAT(options.files, ElementsAre("a.c"));
  EXPECT_EQ(options.timeout, std::chrono::seconds(20));
  EXPECT_EQ(options.engine.entry_milliseconds, 0U);
  EXPECT_EQ(options.memory_limit_bytes, 0U);
  EXPECT_EQ(options.format, ReportFormat::Text);
  EXPECT_FALSE(options.show_statistics);
  EXPECT_FALSE(options.verbose);
  EXPECT_EQ(options.engine.entry, "");
  EXPECT_THAT(options.engine.properties, testing::ElementsAreArray(checked_by_default));
  EXPECT_EQ(options.engine.analysis, "default");
  EXPECT_EQ(options.engine.data_model, DataModelName::Lp64);
  EXPECT_EQ(options.engine.linking, Linking::Database);
  EXPECT_EQ(options.engine.allocation, Allocation::AsChecked);
  EXPECT_EQ(options.engine.block_operator, Options().block_operator);
  EXPECT_EQ(options.engine.abstraction, PredicateAbstraction::Cartesian);
  EXPECT_EQ(options.engine.precision_scope, PrecisionScope::Location);
}

TEST(CommandLine, ExecutionsCanBeSwitchedOff) {
  EXPECT_EQ(check({"a.c"}).engine.executions, Executions::On);
  EXPECT_EQ(check({"--executions", "off", "a.c"}).engine.executions, Executions::Off);
}

TEST(CommandLine, ReadsEveryOption) {
  auto options = check({"--entry",
                        "f",
                        "--property",
                        "reach-error",
                        "--link",
                        "none",
                        "--allocation",
                        "may-fail",
                        "--analysis",
                        "predicate",
                        "--timeout",
                        "1.5",
                        "--memory",
                        "512",
                        "--data-model",
                        "ilp32",
                        "--cache",
                        "off",
                        "--format",
                        "json",
                        "--stats",
                        "--verbose",
                        "-p",
                        "build",
                        "--block-operator",
                        "single",
                        "--abstraction",
                        "boolean",
                        "--precision-scope",
                        "global",
                        "--arg",
                        "graphs.dot",
                        "a.c",
                        "b.c"});
  EXPECT_EQ(options.engine.linking, Linking::None);
  EXPECT_EQ(options.engine.allocation, Allocation::MayFail);
  EXPECT_THAT(options.files, ElementsAre("a.c", "b.c"));
  EXPECT_EQ(options.engine.entry, "f");
  EXPECT_THAT(options.engine.properties, ElementsAre(Property::ReachError));
  EXPECT_EQ(options.engine.analysis, "predicate");
  EXPECT_EQ(options.timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(check({"--function-timeout", "2.5", "a.c"}).engine.entry_milliseconds, 2500U);
  EXPECT_EQ(options.memory_limit_bytes, std::uint64_t{512} << 20U);
  EXPECT_EQ(options.engine.data_model, DataModelName::Ilp32);
  EXPECT_EQ(options.format, ReportFormat::Json);
  EXPECT_TRUE(options.show_statistics);
  EXPECT_TRUE(options.verbose);
  EXPECT_EQ(options.build_directory, "build");
  EXPECT_EQ(options.engine.block_operator, BlockOperator::SingleBlock);
  EXPECT_EQ(options.engine.abstraction, PredicateAbstraction::Boolean);
  EXPECT_EQ(options.engine.precision_scope, PrecisionScope::Global);
  EXPECT_EQ(options.graph_file, "graphs.dot");
  EXPECT_EQ(options.engine.graphs, ExportedGraphs::LastExploration);
}

TEST(CommandLine, ReadsHowStatesAreExplored) {
  const auto options = check({"--order",
                              "random",
                              "--seed",
                              "7",
                              "--merge",
                              "per-location",
                              "--stop",
                              "union",
                              "--value-merge",
                              "join",
                              "--value-counting",
                              "path",
                              "--value-scope",
                              "location",
                              "--value-elimination",
                              "declared-last",
                              "--value-threshold",
                              "4",
                              "--precision",
                              "in.json",
                              "--precision-out",
                              "out.json",
                              "a.c"});
  EXPECT_EQ(options.engine.traversal_order, TraversalOrder::Random);
  EXPECT_EQ(options.engine.seed, 7U);
  EXPECT_EQ(options.engine.product_merge, ProductMerge::PerLocation);
  EXPECT_EQ(options.engine.product_stop, ProductStop::Union);
  EXPECT_EQ(options.engine.value_merge, ValueMerge::Join);
  EXPECT_EQ(options.engine.value_counting, ValueCounting::Path);
  EXPECT_EQ(options.engine.value_scope, ValueScope::Location);
  EXPECT_EQ(options.engine.elimination_order, EliminationOrder::DeclaredLast);
  EXPECT_EQ(options.engine.value_threshold, 4U);
  EXPECT_EQ(options.precision_file, "in.json");
  EXPECT_EQ(options.precision_out_file, "out.json");
  EXPECT_EQ(options.engine.exported_precision, ExportedPrecision::Found);
  EXPECT_THAT(rejection({"check", "--precision", "in.json", "a.c", "b.c"}), HasSubstr("one FILE"));
}

TEST(CommandLine, ReadsWhenAttemptsPause) {
  const Pausing pausing =
      check({"--pause-time", "0.25", "--pause-states", "1000", "--pause-memory", "64", "a.c"}).engine.pausing;
  EXPECT_EQ(pausing.milliseconds, 250U);
  EXPECT_EQ(pausing.states, 1000U);
  EXPECT_EQ(pausing.mebibytes, 64U);
  EXPECT_THAT(rejection({"check", "--pause-time", "0", "a.c"}), HasSubstr("--pause-time"));
  for (const std::string option : {"--pause-states", "--pause-memory"}) {
    for (const std::string number : {"0", "-5", "1099511627777", "18446744073709551615", "99999999999999999999"}) {
      EXPECT_THAT(rejection({"check", option + "=" + number, "a.c"}), HasSubstr(option)) << number;
    }
    EXPECT_NO_THROW(check({option, "1099511627776", "a.c"})) << option;
  }
}

TEST(CommandLine, OptionsMayStandBehindFiles) {
  auto options = check({"a.c", "--property", "assert", "b.c"});
  EXPECT_THAT(options.files, ElementsAre("a.c", "b.c"));
  EXPECT_THAT(options.engine.properties, ElementsAre(Property::Assert));
}

TEST(CommandLine, WhatStandsBehindTwoDashesGoesToClang) {
  auto options = check({"a.c", "--", "-I", "include", "--timeout", "b.c"});
  EXPECT_THAT(options.files, ElementsAre("a.c"));
  EXPECT_THAT(options.clang_arguments, ElementsAre("-I", "include", "--timeout", "b.c"));
}

TEST(CommandLine, APropertyNamedTwiceCountsOnce) {
  EXPECT_THAT(check({"--property", "assert,assert", "a.c"}).engine.properties, ElementsAre(Property::Assert));
  EXPECT_THAT(check({"--property", "overflow,div-by-zero", "a.c"}).engine.properties,
              ElementsAre(Property::Overflow, Property::DivisionByZero));
}

TEST(CommandLine, RejectsBadUsageAndSaysWhatIsPossible) {
  EXPECT_THAT(rejection({"check"}), HasSubstr("FILE"));
  EXPECT_THAT(rejection({"check", "--analysis", "octagon", "a.c"}), HasSubstr("default, value, predicate"));
  EXPECT_THAT(rejection({"check", "--property", "", "a.c"}), HasSubstr("assert, reach-error"));
  EXPECT_THAT(rejection({"check", "--property", "assert,speed", "a.c"}), HasSubstr("'speed' is unknown"));
  EXPECT_THAT(rejection({"check", "--data-model", "llp64", "a.c"}), HasSubstr("lp64, ilp32"));
  EXPECT_THAT(rejection({"check", "--frobnicate", "a.c"}), HasSubstr("--frobnicate"));
  EXPECT_THAT(rejection({"verify", "a.c"}), HasSubstr("vouch help"));
  EXPECT_THAT(rejection({"check", "--entry"}), HasSubstr("--entry"));
}

TEST(CommandLine, RejectsBudgetsThatMakeNoSense) {
  for (const char* timeout : {"0", "-3", "nan", "inf", "1e300", "soon"}) {
    EXPECT_THAT(rejection({"check", "--timeout", timeout, "a.c"}), HasSubstr("--timeout")) << timeout;
    EXPECT_THAT(rejection({"check", "--function-timeout", timeout, "a.c"}), HasSubstr("--function-timeout")) << timeout;
  }
  for (const char* memory : {"0", "-1", "9223372036854775807", "much"}) {
    EXPECT_THAT(rejection({"check", "--memory", memory, "a.c"}), HasSubstr("--memory")) << memory;
  }
}

TEST(CommandLine, RejectsWhatThisVersionDoesNotHave) {
  EXPECT_THAT(rejection({"check", "--format", "xml", "a.c"}), HasSubstr("unknown"));
  EXPECT_THAT(rejection({"check", "--witness", "w.yml", "a.c", "b.c"}), HasSubstr("one FILE"));
  EXPECT_THAT(rejection({"check", "--check-witness", "w.yml", "-p", "build"}), HasSubstr("one FILE"));
}

TEST(CommandLine, TheCacheIsOffForChecksAndOnForEditors) {
  EXPECT_EQ(std::get<CheckOptions>(parse({"check", "a.c"})).engine.cache_folder, "");
  EXPECT_EQ(std::get<CheckOptions>(parse({"check", "--cache", "here", "a.c"})).engine.cache_folder, "here");
  EXPECT_EQ(std::get<CheckOptions>(parse({"check", "--cache", "off", "a.c"})).engine.cache_folder, "");
  EXPECT_EQ(std::get<LspOptions>(parse({"lsp"})).settings.cache_folder, default_cache_folder());
  EXPECT_EQ(std::get<LspOptions>(parse({"lsp", "--cache", "off"})).settings.cache_folder, "");
}

TEST(CommandLine, ReadsWhatToDoWithTheCache) {
  auto cache = [](std::vector<std::string> words) {
    words.insert(words.begin(), "cache");
    return std::get<CacheOptions>(parse(std::move(words)));
  };
  EXPECT_EQ(cache({"stats"}).action, CacheAction::Statistics);
  EXPECT_EQ(cache({"stats"}).folder, "");
  EXPECT_EQ(cache({"verify", "--cache", "here"}).action, CacheAction::Verify);
  EXPECT_EQ(cache({"verify", "--cache", "here"}).folder, "here");
  EXPECT_EQ(cache({"clear"}).action, CacheAction::Clear);
  EXPECT_THAT(rejection({"cache"}), HasSubstr("vouch help cache"));
  EXPECT_THAT(rejection({"cache", "burn"}), HasSubstr("vouch help cache"));
  EXPECT_THAT(rejection({"cache", "stats", "file.c"}), HasSubstr("vouch help cache"));
}

std::string text_of(std::vector<std::string> words) {
  auto answer = std::get<Answer>(parse(std::move(words)));
  EXPECT_EQ(answer.exit_status, 0);
  return answer.text;
}

TEST(CommandLine, AnswersRequestsForHelpAndVersion) {
  EXPECT_EQ(text_of({"--version"}), "vouch 1.2.3\n");
  EXPECT_THAT(text_of({"help"}), HasSubstr("check"));
  EXPECT_EQ(text_of({"--help"}), text_of({"help"}));
  EXPECT_THAT(text_of({"help", "check"}), HasSubstr("--timeout"));
  EXPECT_EQ(text_of({"check", "--help"}), text_of({"help", "check"}));
  EXPECT_THAT(text_of({"help", "check"}), Not(HasSubstr("--executions"))); // for tests
  EXPECT_THAT(rejection({"help", "verify"}), HasSubstr("verify"));
}

TEST(CommandLine, HelpHasADozenOptionsAndAllOfThemWhereAsked) {
  const auto options_in = [](const std::string& help) {
    std::size_t count = 0;
    for (std::size_t at = help.find("\n  -"); at != std::string::npos; at = help.find("\n  -", at + 1)) {
      ++count;
    }
    return count;
  };
  const std::string everyday = text_of({"check", "--help"});
  const std::string all = text_of({"check", "--help-all"});
  EXPECT_GE(options_in(everyday), 10U) << everyday;
  EXPECT_LE(options_in(everyday), 16U) << everyday;
  EXPECT_THAT(everyday, HasSubstr("What is checked"));
  EXPECT_THAT(everyday, Not(HasSubstr("--block-operator")));
  EXPECT_THAT(everyday, HasSubstr("--help-all shows " + std::to_string(options_in(all) - options_in(everyday)) +
                                  " more options"));
  EXPECT_THAT(all, HasSubstr("--block-operator"));
  EXPECT_THAT(all, Not(HasSubstr("--executions"))); // for tests
  EXPECT_THAT(all, Not(HasSubstr("more options")));
  EXPECT_THAT(rejection({}), HasSubstr("Usage"));
}

} // namespace
} // namespace vouch::server
