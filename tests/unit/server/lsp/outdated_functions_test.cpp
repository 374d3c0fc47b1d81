#include "server/lsp/outdated_functions.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using Names = std::set<std::string>;

enum class Callers { All, OnlyThese };

VerifiedFunction function(const std::string& name, std::vector<std::string> calls, Callers callers = Callers::All) {
  VerifiedFunction result;
  result.name = name;
  result.calls = std::move(calls);
  result.is_for_all_callers = callers == Callers::All;
  result.verdict = Verdict::Safe;
  return result;
}

VerifiedDocument document_of(std::vector<VerifiedFunction> functions) {
  VerifiedDocument document;
  document.functions = std::move(functions);
  return document;
}

TEST(OutdatedFunctionsTest, AnEditConcernsTheCallersAndNotTheCalled) {
  const VerifiedDocument document = document_of({function("a", {"b"}), function("b", {"c"}), function("c", {})});
  EXPECT_EQ(affected_by_edits(document, {"b"}), (Names{"a", "b"}));
  EXPECT_EQ(affected_by_edits(document, {"c"}), (Names{"a", "b", "c"}));
  EXPECT_EQ(affected_by_edits(document, {"a"}), Names{"a"});
}

TEST(OutdatedFunctionsTest, WhatIsVerifiedAsTheFileCallsItDependsOnItsCallers) {
  const VerifiedDocument document =
      document_of({function("a", {"b"}), function("b", {"c"}, Callers::OnlyThese),
                   function("c", {}, Callers::OnlyThese), function("d", {"c"}), function("e", {})});
  EXPECT_EQ(affected_by_edits(document, {"a"}), (Names{"a", "b", "c"}));
  EXPECT_EQ(affected_by_edits(document, {"e"}), Names{"e"});
}

TEST(OutdatedFunctionsTest, RecursionComesToAnEnd) {
  const VerifiedDocument document = document_of({function("a", {"b"}), function("b", {"a"}), function("c", {"b"})});
  EXPECT_EQ(affected_by_edits(document, {"a"}), (Names{"a", "b", "c"}));
}

TEST(OutdatedFunctionsTest, VariablesOfTheFileCarryChangesToo) {
  VerifiedFunction writer = function("writer", {});
  VerifiedFunction reader = function("reader", {});
  VerifiedFunction other = function("other", {});
  writer.statics = {"count"};
  reader.statics = {"count", "limit"};
  other.statics = {"size"};
  const VerifiedDocument document = document_of({writer, reader, other, function("caller", {"reader"})});
  const Names affected = affected_by_edits(document, {"writer"});
  EXPECT_TRUE(affected.contains("reader"));
  EXPECT_TRUE(affected.contains("caller"));
  EXPECT_FALSE(affected.contains("other"));
}

/// `f` in lines 0 to 2, `g` in lines 4 to 6.
DocumentStatus status_of_two() {
  DocumentStatus status;
  status.state = VerificationState::Finished;
  status.verdict_version = 1;
  status.outdated.emplace();
  status.verified = document_of({function("f", {}), function("g", {})});
  status.verified.functions[0].body = {{0, 0}, {2, 1}};
  status.verified.functions[1].body = {{4, 0}, {6, 1}};
  return status;
}

TEST(OutdatedFunctionsTest, AnEditInAFunctionIsItsOwnAffair) {
  const DocumentStatus status = with_outdated(status_of_two(), {{5, 2}, {5, 3}});
  EXPECT_EQ(status.outdated, Names{"g"});
  EXPECT_EQ(with_outdated(status, {{1, 0}, {1, 0}}).outdated, (Names{"f", "g"}));
}

TEST(OutdatedFunctionsTest, AnEditElsewhereMayMatterToAll) {
  EXPECT_EQ(with_outdated(status_of_two(), {{3, 0}, {3, 0}}).outdated, std::nullopt);
  EXPECT_EQ(with_outdated(status_of_two(), {{1, 0}, {4, 2}}).outdated, std::nullopt);
}

TEST(OutdatedFunctionsTest, WhatARunHasDecidedBeforeItsEndIsUpToDate) {
  DocumentStatus status = status_of_two();
  status.outdated.reset();
  status.is_partial = true;
  status.verified.functions[1].is_open = true;
  EXPECT_EQ(with_decided_parts(status).outdated, Names{"g"});
  status.outdated.emplace();
  EXPECT_EQ(with_decided_parts(status).outdated, Names()) << "what was known before the run still is";
}

} // namespace
} // namespace vouch::server
