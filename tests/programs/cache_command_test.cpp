#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// `vouch cache`, from outside.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class CacheCommand : public testing::Test {
protected:
  ProcessResult cache(const std::string& action) const {
    return run_process({VOUCH_BINARY, "cache", action, "--cache", folder_.path().string()});
  }
  [[nodiscard]] std::string file() const { return folder_.path() / "blocks.sqlite"; }

private:
  test::TemporaryFolder folder_;
};

TEST_F(CacheCommand, MakesNoCacheByLooking) {
  for (const char* action : {"stats", "verify", "clear"}) {
    const ProcessResult result = cache(action);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out, file() + ": there is no cache\n");
    EXPECT_FALSE(std::filesystem::exists(file()));
  }
}

TEST_F(CacheCommand, SetsAsideWhatIsNoCache) {
  std::ofstream(file()) << "a letter";
  const ProcessResult first = cache("verify");
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.err, HasSubstr("renamed to " + file() + ".aside-1"));
  EXPECT_TRUE(std::filesystem::exists(file() + ".aside-1"));
  const ProcessResult second = cache("verify");
  EXPECT_EQ(second.status, 0);
  EXPECT_THAT(second.err, IsEmpty());
  EXPECT_EQ(second.out, file() + ": 0 entries checked\n");
}

} // namespace
} // namespace vouch::testkit
