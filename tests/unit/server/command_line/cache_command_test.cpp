#include "server/command_line/cache_command.hpp"
#include "server/support/cache_folder.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

namespace vouch::server {
namespace {

using testing::HasSubstr;

struct Printed {
  int status = 0;
  std::string out;
  std::string err;
};

/// What `vouch cache` does about a cache with this report; the folder it asked for is in `file`.
Printed run(const CacheOptions& options, CacheReport report) {
  auto answer = [&](const char* what) {
    return [&report, what](const std::string& folder) {
      report.file = folder + "/" + what;
      return report;
    };
  };
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = run_cache(options, {answer("stats"), answer("verify"), answer("clear")});
  return {status, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

/// The environment as it was, afterwards.
class Variable {
public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) {
      old_ = old;
    }
    value != nullptr ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(CacheCommand, PrintsWhatWasFound) {
  CacheReport report;
  report.exists = true;
  report.entries = 3;
  report.value_bytes = 3 << 20U;
  report.cost_milliseconds = 1500;
  const Printed stats = run({CacheAction::Statistics, "d"}, report);
  EXPECT_EQ(stats.status, 0);
  EXPECT_THAT(stats.out, HasSubstr("d/stats: 3 entries, 3.0 MiB"));
  EXPECT_THAT(stats.out, HasSubstr("1.5 s"));
  EXPECT_EQ(run({CacheAction::Verify, "d"}, report).out, "d/verify: 3 entries checked\n");
  EXPECT_EQ(run({CacheAction::Clear, "d"}, report).out, "d/clear: 3 entries removed\n");
}

TEST(CacheCommand, DamageIsAFailure) {
  CacheReport report;
  report.exists = true;
  report.entries = 1;
  report.damaged_entries = 1;
  EXPECT_EQ(run({CacheAction::Verify, "d"}, report).status, 1);
  report.damaged_entries = 0;
  report.messages = {"it was renamed"};
  const Printed printed = run({CacheAction::Verify, "d"}, report);
  EXPECT_EQ(printed.status, 1);
  EXPECT_EQ(printed.err, "vouch: it was renamed\n");
}

TEST(CacheCommand, NoCacheIsNoFailure) {
  const Printed printed = run({CacheAction::Verify, "d"}, {});
  EXPECT_EQ(printed.status, 0);
  EXPECT_THAT(printed.out, HasSubstr("there is no cache"));
}

TEST(CacheCommand, LooksWhereCachesAre) {
  const Variable home("HOME", "/home/someone");
  {
    const Variable cache("XDG_CACHE_HOME", "/var/someones-cache");
    EXPECT_EQ(default_cache_folder(), "/var/someones-cache/vouch");
    EXPECT_THAT(run({CacheAction::Statistics, ""}, {}).out, HasSubstr("/var/someones-cache/vouch/stats"));
  }
  for (const char* useless : {static_cast<const char*>(nullptr), "", "relative"}) {
    const Variable cache("XDG_CACHE_HOME", useless);
    EXPECT_EQ(default_cache_folder(), "/home/someone/.cache/vouch");
  }
  const Variable nothing("XDG_CACHE_HOME", nullptr);
  const Variable homeless("HOME", nullptr);
  EXPECT_EQ(run({CacheAction::Statistics, ""}, {}).status, 2);
}

} // namespace
} // namespace vouch::server
