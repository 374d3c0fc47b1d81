#include "server/formats/trace_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TraceFiles : public testing::Test {
protected:
  /// Not there yet, nor is the one around it.
  std::string folder() const { return folder_.path() / "cache" / "traces"; }

  std::string write(const std::string& name, const std::string& text) const { return folder_.write(name, text); }

private:
  test::TemporaryFolder folder_;
};

TraceFile some_trace() {
  TraceFile trace;
  trace.input = {"/project/a.c",
                 {{"/project/a.c", "int main(void) { /* é */ }\n"}, {"/project/a.h", ""}},
                 {"-I", "b c"},
                 "/project/build"};
  trace.options.entry = "main";
  trace.options.properties = {Property::Bounds, Property::UseAfterFree};
  trace.options.data_model = DataModelName::Ilp32;
  trace.options.linking = Linking::None;
  trace.options.allocation = Allocation::MayFail;
  trace.violation = {Property::Bounds,       "bounds", "a[7] can be out of bounds", "f",
                     {"/project/a.c", 6, 3}, true,     FindingKind::CanHappen,      {}};
  trace.violation.trace = {{{"/project/a.c", 4, 7}, "main", TraceStepKind::Input, "x = input()", {{"x", "0"}}},
                           {{"/project/a.h", 9, 1}, "f", TraceStepKind::Violation, "a[7]", {}}};
  trace.violation.run = {"main", {"0", "-170141183460469231731687303715884105728"}};
  trace.violation.fingerprint = "0123456789abcdef0123456789abcdef";
  return trace;
}

TEST_F(TraceFiles, AreReadAsTheyWereWritten) {
  const auto id = write_trace_file(folder(), some_trace());
  ASSERT_TRUE(id) << id.error().message;
  const auto read = find_trace(folder(), *id);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_text(*read), to_text(some_trace()));
  EXPECT_EQ(read->input.unsaved, some_trace().input.unsaved);
  EXPECT_EQ(read->options.properties, some_trace().options.properties);
  EXPECT_EQ(read->options.allocation, Allocation::MayFail);
  EXPECT_EQ(read->violation.kind, FindingKind::CanHappen);
  EXPECT_EQ(read->violation.run.inputs, some_trace().violation.run.inputs);
  EXPECT_EQ(read->violation.trace.at(0).values, some_trace().violation.trace.at(0).values);
}

TEST_F(TraceFiles, AreFoundByTheirPathToo) {
  const auto id = write_trace_file(folder(), some_trace());
  ASSERT_TRUE(id);
  EXPECT_TRUE(find_trace("", trace_path(folder(), *id)));
}

TEST_F(TraceFiles, AreNamedByTheirContents) {
  TraceFile other = some_trace();
  other.violation.run.inputs.back() = "1";
  const auto id = write_trace_file(folder(), some_trace());
  EXPECT_THAT(*id, testing::MatchesRegex("[0-9a-f]{16}"));
  EXPECT_EQ(*id, *write_trace_file(folder(), some_trace()));
  EXPECT_NE(*id, *write_trace_file(folder(), other));
  EXPECT_EQ(trace_id("a"), "af63dc4c8601ec8c") << "as published for FNV-1a";
}

TEST_F(TraceFiles, LeaveNothingElseInTheFolder) {
  ASSERT_TRUE(write_trace_file(folder(), some_trace()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), 1);
}

TEST_F(TraceFiles, OldestOnesGo) {
  TraceFile trace = some_trace();
  const auto first = write_trace_file(folder(), trace);
  ASSERT_TRUE(first);
  fs::last_write_time(trace_path(folder(), *first), fs::file_time_type::clock::now() - std::chrono::hours(1));
  std::string last;
  for (std::size_t i = 0; i < most_traces; ++i) {
    trace.violation.run.inputs = {std::to_string(i)};
    last = *write_trace_file(folder(), trace);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), most_traces);
  EXPECT_FALSE(find_trace(folder(), *first));
  EXPECT_TRUE(find_trace(folder(), last));
}

TEST_F(TraceFiles, OneThatIsNotThereIsNamed) {
  const auto none = find_trace(folder(), "0123456789abcdef");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("there is no trace 0123456789abcdef"));
  EXPECT_THAT(find_trace(folder(), folder() + "/x.json").error().message, HasSubstr("x.json"));
}

TEST_F(TraceFiles, WhatIsNoneIsRefused) {
  const auto complaint = [&](const std::string& text) {
    const auto result = find_trace("", write("t.json", text));
    return result ? std::string("accepted") : result.error().message;
  };
  EXPECT_THAT(complaint(""), HasSubstr("not JSON"));
  EXPECT_THAT(complaint("[]"), HasSubstr("not a trace"));
  EXPECT_THAT(complaint("{\"files\": []}"), HasSubstr("not a trace"));
  EXPECT_THAT(complaint("{\"vouchTrace\": 2}"), HasSubstr("version 2"));
  EXPECT_THAT(complaint("{\"vouchTrace\": 1}"), HasSubstr("`path` is missing"));
  std::string text = to_text(some_trace());
  EXPECT_EQ(complaint(text), "accepted");
  text.replace(text.find("ilp32"), 5, "lp128");
  EXPECT_THAT(complaint(text), HasSubstr("lp128"));
}

TEST_F(TraceFiles, FolderThatCannotBeMadeIsAMessage) {
  const std::string file = write("file", "");
  const auto result = write_trace_file(file + "/traces", some_trace());
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr(file));
}

TEST(TracesFolder, FollowsTheCacheOfTheUser) {
  const char* before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before != nullptr ? before : "";
  setenv("XDG_CACHE_HOME", "/nowhere/cache", 1);
  EXPECT_EQ(default_traces_folder(), "/nowhere/cache/vouch/traces");
  before != nullptr ? setenv("XDG_CACHE_HOME", kept.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
}

} // namespace
} // namespace vouch::server
