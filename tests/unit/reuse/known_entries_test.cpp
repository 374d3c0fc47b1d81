#include "analysis/facts/functions_before_targets.hpp"
#include "analysis/facts/functions_of_numbers.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/reuse/known_entries.hpp"
#include "analysis/reuse/store/run_store.hpp"
#include "analysis/verifier.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace vouch::reuse {
namespace {

using testing::HasSubstr;

/// One version of a file, and the question about its last entry point.
class VersionOfFile {
public:
  explicit VersionOfFile(const std::string& code, Options options = {}, std::vector<std::string> proved = {})
      : options_(std::move(options)), proved_(std::move(proved)),
        cfa_(frontend::cfa_of("#include <assert.h>\n" + code, options_)), names_(cfa_),
        proofs_(cfa_, names_, options_) {}

  template <class Use>
  auto with_question(const Use& use) {
    const cfa::EntryPoint& entry = cfa_.entry_points().back();
    const std::function<bool(cfa::LocationId)> is_impossible = [this](cfa::LocationId target) {
      return std::ranges::find(proved_, cfa_.function(cfa_.location(target).function).name) != proved_.end();
    };
    const std::vector<cfa::FunctionId> entered =
        facts::FunctionsBeforeTargets(cfa_).entered_from(entry.start, is_impossible);
    return use(KnownEntries::Question{entry, entered, is_impossible,
                                      bool(facts::functions_of_numbers(cfa_)[entry.function.index()])});
  }

  bool is_proved(ResultStore& store) {
    return with_question([&](const auto& question) { return proofs_.find_proof(question, store).has_value(); });
  }
  void leave_open(ResultStore& store) {
    KnownEntries::OpenAttempt attempt;
    attempt.outcome.open = {"timeout"};
    with_question(
        [&](const auto& question) { proofs_.put_attempt(question, attempt, std::chrono::milliseconds(1), store); });
  }
  bool is_left_open(ResultStore& store) {
    return with_question([&](const auto& question) { return proofs_.find_attempt(question, store).has_value(); });
  }
  void prove(ResultStore& store) {
    with_question([&](const auto& question) { proofs_.put_proof(question, {}, std::chrono::milliseconds(1), store); });
  }

private:
  Options options_;
  std::vector<std::string> proved_;
  cfa::Cfa cfa_;
  StableNames names_;
  KnownEntries proofs_;
};

/// Whether the proof of the last function of `before` is found in `after`.
bool proof_outlives(const std::string& before, const std::string& after) {
  RunStore store("");
  VersionOfFile(before).prove(store);
  EXPECT_TRUE(VersionOfFile(before).is_proved(store));
  return VersionOfFile(after).is_proved(store);
}

const std::string half_in_c = "static int half(int n) { return n / 2; }\n";
const std::string caller_in_c = "int f(int n) { int h = half(n); assert(h <= n || n < 0); return h; }\n";

TEST(KnownEntries, OutliveWhatChangesNoCode) {
  EXPECT_TRUE(proof_outlives(half_in_c + caller_in_c, "/* a comment */\n\n" + half_in_c + caller_in_c));
  EXPECT_TRUE(proof_outlives(half_in_c + caller_in_c, "static int half(int m) { return m / 2; }\n" + caller_in_c));
}

TEST(KnownEntries, OutliveEditsOfWhatIsNotEntered) {
  EXPECT_TRUE(proof_outlives("int g(int n) { return n; }\n" + half_in_c + caller_in_c,
                             "int g(int n) { return n + 1; }\nint more;\nint k(void) { return more; }\n" + half_in_c +
                                 caller_in_c));
  // Behind the last assertion.
  EXPECT_TRUE(proof_outlives("static int g(int n) { return n; }\nint f(int n) { assert(n == n); return g(n); }\n",
                             "static int g(int n) { return n + 1; }\nint f(int n) { assert(n == n); return g(n); }\n"));
}

TEST(KnownEntries, EndWithTheCodeThatTheyAreAbout) {
  EXPECT_FALSE(proof_outlives(half_in_c + caller_in_c, "static int half(int n) { return n * 2; }\n" + caller_in_c));
  EXPECT_FALSE(proof_outlives(half_in_c + caller_in_c,
                              half_in_c + "int f(int n) { int h = half(n); assert(h < n || n < 0); return h; }\n"));
  EXPECT_FALSE(proof_outlives(half_in_c + caller_in_c, "static int half(long n) { return n / 2; }\n" + caller_in_c));
}

/// What is checked in a function counts only if nobody else has proved it.
TEST(KnownEntries, AreAboutTheTargetsThatCount) {
  const std::string code = "static int g(int n) { assert(n < 9); return n; }\n"
                           "int f(int n) { int h = g(n); assert(h == n); return h; }\n";
  RunStore store("");
  VersionOfFile(code, {}, {"g"}).prove(store);
  EXPECT_TRUE(VersionOfFile(code, {}, {"g"}).is_proved(store));
  EXPECT_FALSE(VersionOfFile(code).is_proved(store));
}

TEST(KnownEntries, AreAboutOneQuestion) {
  RunStore store("");
  Options options;
  options.properties = {Property::Assert};
  VersionOfFile(half_in_c + caller_in_c, options).prove(store);
  EXPECT_TRUE(VersionOfFile(half_in_c + caller_in_c, options).is_proved(store));
  options.properties = {Property::Assert, Property::DivisionByZero};
  EXPECT_FALSE(VersionOfFile(half_in_c + caller_in_c, options).is_proved(store));
}

/// Callers may pass the address of any of them, and what they lead to.
TEST(KnownEntries, OfPointersEndWhereObjectsAndTypesChange) {
  const std::string code = "struct node { int value; };\nstatic int kept;\n"
                           "int f(struct node *p) { int k = p->value; assert(k == p->value); return k; }\n";
  EXPECT_TRUE(proof_outlives(code, "static int unused(int n) { return n; }\n" + code));
  EXPECT_FALSE(proof_outlives(code, "static int table[4];\nint *first(void) { return table; }\n" + code));
  EXPECT_FALSE(
      proof_outlives(code, "static char text[4];\nint k(int n) { text[n & 3] = 1; return text[n & 1]; }\n" + code));
  EXPECT_FALSE(proof_outlives(code, "struct node { int value; struct node *next; };\nstatic int kept;\n"
                                    "int f(struct node *p) { int k = p->value; assert(k == p->value); return k; }\n"));
  EXPECT_FALSE(proof_outlives(code, "struct other { int value; };\nstatic int kept;\n"
                                    "int f(struct other *p) { int k = p->value; assert(k == p->value); return k; }\n"));
}

/// Two pointers to one type may lead to one object.
TEST(KnownEntries, KnowTypesApartThatLookTheSame) {
  const std::string types = "struct a { int value; };\nstruct b { int value; };\n";
  const std::string keeps = "int keep(struct a *p, struct b *q) { return p->value + q->value; }\n"; // both are known
  const auto two_of = [&](const std::string& second) {
    return types + keeps + "int f(struct a *p, struct " + second +
           " *q) { p->value = 1; q->value = 2; assert(p->value == 1); return 0; }\n";
  };
  EXPECT_TRUE(proof_outlives(two_of("b"), two_of("b")));
  EXPECT_FALSE(proof_outlives(two_of("b"), two_of("a")));
}

/// The second verification takes the facts of the first one, with the names and places of the new text.
TEST(KnownEntries, SayWhatTheProofSaid) {
  const test::TemporaryFolder folder;
  Options options;
  options.cache_folder = folder.path();
  options.properties = {Property::Assert};
  const auto invariants_of = [&](const std::string& counter, const std::string& in_front) {
    SourceInput input;
    input.path = "/snippet/main.c";
    input.unsaved[input.path] = "#include <assert.h>\n" + in_front + "int f(int n) { int " + counter +
                                " = 0;\n  if (n < 0) return 0;\n  while (" + counter + " < n) " + counter +
                                "++;\n  assert(n >= 0); return " + counter + "; }\n";
    VerificationContext context;
    const FileReport report = verify(input, options, context);
    EXPECT_EQ(report.verdict, Verdict::Safe);
    std::vector<std::string> texts = {report.functions.front().from_cache ? "from the cache" : "anew"};
    for (const Invariant& invariant : report.invariants) {
      texts.push_back(std::to_string(invariant.place.line) + ": " + invariant.text);
    }
    return texts;
  };
  const std::vector<std::string> first = invariants_of("i", "");
  ASSERT_GE(first.size(), 2U);
  EXPECT_EQ(first.front(), "anew");
  const std::vector<std::string> second = invariants_of("k", "\n");
  ASSERT_EQ(second.size(), first.size());
  EXPECT_EQ(second.front(), "from the cache");
  EXPECT_THAT(second[1], HasSubstr("5: "));
}

TEST(KnownEntries, KnowProofsFromAttempts) {
  RunStore store("");
  VersionOfFile version(half_in_c + caller_in_c);
  version.prove(store);
  EXPECT_FALSE(version.is_left_open(store));
  version.leave_open(store);
  EXPECT_TRUE(version.is_left_open(store));
  EXPECT_TRUE(version.is_proved(store)) << "the attempt is in the place of the proof";
}

/// An attempt depends on the means as well.
TEST(KnownEntries, AskWithWhichMeansSomethingWasLeftOpen) {
  RunStore store("");
  Options options;
  VersionOfFile(half_in_c + caller_in_c, options).leave_open(store);
  VersionOfFile(half_in_c + caller_in_c, options).prove(store);
  options.analysis = "value";
  EXPECT_FALSE(VersionOfFile(half_in_c + caller_in_c, options).is_left_open(store));
  EXPECT_TRUE(VersionOfFile(half_in_c + caller_in_c, options).is_proved(store)); // whatever found it
}

/// What stayed open is asked again only with much more time, and its places are those of the new text.
TEST(KnownEntries, HaveWhatAnAttemptLeftOpen) {
  const test::TemporaryFolder folder;
  Options options;
  options.cache_folder = folder.path();
  options.entry_milliseconds = 2000;
  const auto report_of = [&](const std::string& in_front) {
    SourceInput input;
    input.path = "/snippet/main.c";
    input.unsaved[input.path] =
        in_front + "#include <assert.h>\nint f(int n) {\n  __asm__ volatile(\"nop\" : \"+r\"(n));\n  assert(n != 7);\n"
                   "  return n;\n}\n";
    VerificationContext context;
    return verify(input, options, context);
  };
  const FileReport first = report_of("");
  ASSERT_EQ(first.verdict, Verdict::Unknown);
  const FileReport second = report_of("\n\n");
  EXPECT_EQ(second.verdict, Verdict::Unknown);
  EXPECT_EQ(second.statistics.block_hits, 1U);
  EXPECT_EQ(second.statistics.solver_queries, 0U);
  EXPECT_NE(second.reason, first.reason) << "it speaks of another line";
  options.entry_milliseconds = 8000;
  EXPECT_EQ(report_of("").statistics.block_hits, 0U);
}

/// Of a program that is violated.
TEST(KnownEntries, AreLookedAtByTheAudit) {
  const std::string code = "int f(int n) { int k = n / 2; assert(k != 9); return k; }\n";
  const test::TemporaryFolder folder;
  Options options;
  options.cache_folder = folder.path();
  {
    RunStore store(folder.path());
    VersionOfFile(code, options).prove(store);
  }
  const auto verified = [&](CacheAudit audit) {
    options.cache_audit = audit;
    SourceInput input;
    input.path = "/snippet/main.c";
    input.unsaved[input.path] = "#include <assert.h>\n" + code;
    VerificationContext context;
    return verify(input, options, context);
  };
  ASSERT_EQ(verified(CacheAudit::Off).verdict, Verdict::Safe) << "the wrong proof is not where it is looked for";
  const FileReport audited = verified(CacheAudit::On);
  EXPECT_EQ(audited.verdict, Verdict::Violated);
  const auto error = std::ranges::find(audited.messages, MessageSeverity::Error, &Message::severity);
  ASSERT_NE(error, audited.messages.end());
  EXPECT_THAT(error->text, HasSubstr("the stored verdict of 'f' is 'safe'"));
  EXPECT_EQ(verified(CacheAudit::Off).verdict, Verdict::Violated);
}

} // namespace
} // namespace vouch::reuse
