#include "analysis/facts/program_facts.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/reuse/result_cache.hpp"
#include "analysis/reuse/store/run_store.hpp"
#include "analysis/verifier.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::reuse {
namespace {

using testing::HasSubstr;

const std::string code = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                         "int main(void) { if (__VERIFIER_nondet_int() == 1) reach_error(); return 0; }\n";

/// A cache that takes the violated program for safe.
class WrongVerdictInTheCache : public testing::Test {
protected:
  WrongVerdictInTheCache() {
    options_.cache_folder = folder_.path();
    input_.path = "/snippet/main.c";
    input_.unsaved[input_.path] = code;
    RunContext context;
    const frontend::Translation translation = frontend::translate(input_, options_, context);
    const facts::ProgramFacts facts(*translation.cfa, options_.blocks);
    const StableNames names(*translation.cfa);
    const FingerprintTable fingerprints(*translation.cfa, names, facts.regions, facts.blocks, facts.effects);
    RunStore store(options_.cache_folder);
    ResultCache cache(
        *translation.cfa, names, [&]() -> const FingerprintTable& { return fingerprints; }, options_, store);
    cache.put(translation.cfa->entry_points().front(), {}, std::chrono::milliseconds(1));
  }

  FileReport check() {
    VerificationContext context;
    return verify(input_, options_, context);
  }

  test::TemporaryFolder folder_;
  Options options_;
  SourceInput input_;
};

TEST_F(WrongVerdictInTheCache, IsFoundByTheAudit) {
  options_.cache_audit = CacheAudit::On;
  const FileReport report = check();
  EXPECT_EQ(report.verdict, Verdict::Violated);
  EXPECT_EQ(report.violations.size(), 1U);
  EXPECT_FALSE(report.functions.front().from_cache);
  const auto error = std::ranges::find(report.messages, MessageSeverity::Error, &Message::severity);
  ASSERT_NE(error, report.messages.end());
  EXPECT_THAT(error->text, HasSubstr("the stored verdict of 'main' is 'safe'"));
}

TEST_F(WrongVerdictInTheCache, IsMendedByTheAudit) {
  options_.cache_audit = CacheAudit::On;
  check();
  options_.cache_audit = CacheAudit::Off;
  const FileReport report = check();
  EXPECT_EQ(report.verdict, Verdict::Violated);
  EXPECT_TRUE(report.functions.front().from_cache);
}

TEST_F(WrongVerdictInTheCache, IsNotBelievedWhereProofsAreAlwaysChecked) {
  options_.proof_checks = ProofChecks::Always;
  const FileReport report = check();
  EXPECT_EQ(report.verdict, Verdict::Violated);
  EXPECT_FALSE(report.functions.front().from_cache);
}

/// A cache with the proof of a safe program and no verdict, in which every predicate has become `false`.
class WrongProofInTheCache : public testing::Test {
protected:
  WrongProofInTheCache() {
    input_.path = "/snippet/main.c";
    input_.unsaved[input_.path] = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                                  "int main(void) { int n = __VERIFIER_nondet_int(), i = 0;\n"
                                  "  while (i < n) i++; if (n > 0 && i != n) reach_error(); return 0; }\n";
    options_.analysis = "predicate";
    const test::TemporaryFolder other;
    options_.cache_folder = other.path();
    verify();
    VerificationHints hints = hints_in(other.path(), std::nullopt);
    EXPECT_TRUE(hints.proof);
    for (std::string& predicate : hints.proof->predicates) {
      predicate = "false";
    }
    hints_in(folder_.path(), hints);
    options_.cache_folder = folder_.path();
  }

  FileReport verify() {
    VerificationContext context;
    return vouch::verify(input_, options_, context);
  }

  /// Puts `hints` there if there are any; returns those that are there.
  VerificationHints hints_in(const std::string& folder, const std::optional<VerificationHints>& hints) {
    options_.cache_folder = folder;
    RunContext context;
    const frontend::Translation translation = frontend::translate(input_, options_, context);
    const facts::ProgramFacts facts(*translation.cfa, options_.blocks);
    const StableNames names(*translation.cfa);
    const FingerprintTable fingerprints(*translation.cfa, names, facts.regions, facts.blocks, facts.effects);
    RunStore store(options_.cache_folder);
    ResultCache cache(
        *translation.cfa, names, [&]() -> const FingerprintTable& { return fingerprints; }, options_, store);
    const cfa::EntryPoint& entry = translation.cfa->entry_points().front();
    if (hints) {
      cache.put_hints(entry, *hints, std::chrono::milliseconds(1));
    }
    return cache.hints(entry);
  }

  test::TemporaryFolder folder_;
  Options options_;
  SourceInput input_;
};

TEST_F(WrongProofInTheCache, IsFoundByTheAudit) {
  options_.cache_audit = CacheAudit::On;
  const FileReport report = verify();
  EXPECT_EQ(report.verdict, Verdict::Safe);
  const auto error = std::ranges::find(report.messages, MessageSeverity::Error, &Message::severity);
  ASSERT_NE(error, report.messages.end());
  EXPECT_THAT(error->text, HasSubstr("the last proof of 'main' does not pass its check"));
}

TEST_F(WrongProofInTheCache, IsNoProofOfOtherCode) {
  std::string& source = input_.unsaved[input_.path];
  source.replace(source.find("i++"), 3, "i += 2");
  EXPECT_EQ(verify().verdict, Verdict::Violated);
}

/// A project of two files in a folder, with static functions in both.
FileReport verified_in(const std::filesystem::path& folder, const std::string& cache, const std::string& limit = "4") {
  SourceInput input;
  input.path = (folder / "src" / "a.c").string();
  input.unsaved[(folder / "include" / "half.h").string()] =
      "static inline int half(int n) { static int calls; calls = n & 1; return 8 / (calls + 1); }\n";
  input.unsaved[input.path] = "#include \"../include/half.h\"\nstatic int table[4] = {1, 2, 3, 4};\n"
                              "static int get(unsigned i) { return i < " +
                              limit +
                              " ? table[i] : 0; }\nint f(int n) { return half(n) + get(n & 7); }\n"
                              "int g(void) { int *p = 0; return half(1) > 0 ? *p : get(1); }\n";
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  options.cache_folder = cache;
  VerificationContext context;
  return verify(input, options, context);
}

TEST(ResultCache, KnowsASecondCheckoutOfTheSameFiles) {
  const test::TemporaryFolder cache;
  const FileReport first = verified_in("/snippet/project", cache.path());
  EXPECT_EQ(first.verdict, Verdict::Violated);
  const FileReport second = verified_in("/snippet/other/place/project", cache.path());
  ASSERT_EQ(second.functions.size(), first.functions.size());
  for (std::size_t i = 0; i < second.functions.size(); ++i) {
    EXPECT_TRUE(second.functions[i].from_cache) << second.functions[i].name;
    EXPECT_EQ(second.functions[i].verdict, first.functions[i].verdict) << second.functions[i].name;
  }
  ASSERT_EQ(second.violations.size(), 1U);
  EXPECT_EQ(second.violations[0].place.file, "/snippet/other/place/project/src/a.c");
}

TEST(ResultCache, TellsOtherFilesInTheSamePlaceApart) {
  const test::TemporaryFolder cache;
  EXPECT_EQ(verified_in("/snippet/project", cache.path()).violations.size(), 1U);
  const FileReport other = verified_in("/snippet/other/project", cache.path(), "5");
  const auto f = std::ranges::find(other.functions, "f", &FunctionReport::name);
  ASSERT_NE(f, other.functions.end());
  EXPECT_FALSE(f->from_cache);
  EXPECT_EQ(other.violations.size(), 2U);
}

} // namespace
} // namespace vouch::reuse
