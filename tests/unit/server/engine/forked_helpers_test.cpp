#include "server/engine/forked_helpers.hpp"

#include <algorithm>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <new>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace vouch::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::chrono::milliseconds patience = 20s;

/// What helpers of these tests do.
std::string answer_to(const std::string& question) {
  if (question == "who") {
    return std::to_string(getpid());
  }
  if (question == "crash") {
    std::raise(SIGSEGV);
  }
  if (question == "no memory") {
    throw std::bad_alloc();
  }
  if (question == "fill") {
    std::vector<char> filled(std::size_t{300} << 20U, 'x');
    std::this_thread::sleep_for(patience);
    return {filled.front()};
  }
  if (question == "long") {
    return std::string(3'000'000, '\0');
  }
  return question + question;
}

TEST(ForkedHelpers, AnswerFromProcessesOfTheirOwn) {
  const auto helpers = forked_helpers(2, 0)(answer_to);
  ASSERT_EQ(helpers->count(), 2);
  helpers->ask(0, "who");
  helpers->ask(1, "who");
  std::vector<std::string> processes;
  for (int i = 0; i < 2; ++i) {
    const auto answer = helpers->wait(patience);
    ASSERT_TRUE(answer && answer->text);
    processes.push_back(*answer->text);
  }
  EXPECT_NE(processes[0], processes[1]);
  EXPECT_THAT(processes, testing::Not(testing::Contains(std::to_string(getpid()))));
}

TEST(ForkedHelpers, AnswerOneQuestionAfterTheOther) {
  const auto helpers = forked_helpers(1, 0)(answer_to);
  for (const std::string question : {std::string("a"), std::string(), std::string(100'000, 'b')}) {
    helpers->ask(0, question);
    const auto answer = helpers->wait(patience);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->text, question + question);
  }
}

TEST(ForkedHelpers, GiveAnswersOfAnyLength) {
  const auto helpers = forked_helpers(1, 0)(answer_to);
  helpers->ask(0, "long");
  const auto answer = helpers->wait(patience);
  ASSERT_TRUE(answer && answer->text);
  EXPECT_EQ(answer->text->size(), 3'000'000);
}

TEST(ForkedHelpers, AreNotWaitedForLongerThanAskedFor) {
  const auto helpers = forked_helpers(1, 0)(answer_to);
  EXPECT_FALSE(helpers->wait(30ms));
}

TEST(ForkedHelpers, EndByThemselvesAndItIsToldHow) {
  const auto helpers = forked_helpers(3, 0)(answer_to);
  helpers->ask(0, "crash");
  const auto crashed = helpers->wait(patience);
  ASSERT_TRUE(crashed);
  EXPECT_FALSE(crashed->text);
  EXPECT_EQ(crashed->helper, 0);
  EXPECT_THAT(crashed->how_it_ended, HasSubstr("internal error: the engine"));
  helpers->ask(1, "no memory");
  const auto failed = helpers->wait(patience);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->helper, 1);
  EXPECT_EQ(failed->how_it_ended, "memory");
  helpers->ask(2, "a");
  const auto other = helpers->wait(patience);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->text, "aa") << "the others go on";
}

TEST(ForkedHelpers, EndWhenTheyTakeTooMuchMemory) {
  const auto helpers = forked_helpers(2, std::uint64_t{200} << 20U)(answer_to);
  helpers->ask(0, "fill");
  const auto ended = helpers->wait(patience);
  ASSERT_TRUE(ended);
  EXPECT_FALSE(ended->text);
  EXPECT_EQ(ended->how_it_ended, "memory");
  helpers->ask(1, "a");
  EXPECT_TRUE(helpers->wait(patience));
}

TEST(ForkedHelpers, EndWithWhoStartedThem) {
  pid_t process = 0;
  {
    const auto helpers = forked_helpers(1, 0)(answer_to);
    helpers->ask(0, "who");
    process = std::stoi(helpers->wait(patience)->text.value());
    EXPECT_EQ(kill(process, 0), 0);
  }
  EXPECT_EQ(kill(process, 0), -1) << "it has been waited for";
}

} // namespace
} // namespace vouch::server
