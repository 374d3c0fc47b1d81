#include "analysis/cfa/branch_joins.hpp"
#include "tests/support/program_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

using test::ProgramSketch;

struct Sketch : ProgramSketch {
  VariableId x = variable("x");
  void step(LocationId from, LocationId to) { set(from, to, x, 0); }
  void branch_on(LocationId from, LocationId holds, LocationId fails) { branch(from, equals(x, 1), holds, fails); }
};

TEST(BranchJoins, TheWaysOfABranchComeTogether) {
  Sketch s;
  const LocationId left = s.location();
  const LocationId right = s.location();
  const LocationId behind = s.location();
  s.branch_on(s.entry(), left, right);
  s.step(left, behind);
  s.step(right, behind);
  s.step(behind, s.exit());
  const LocationId entry = s.entry();
  const Cfa cfa = s.build();
  BranchJoins joins(cfa);
  EXPECT_EQ(joins.join_of(entry), behind);
  EXPECT_EQ(joins.join_of(left), behind);
}

/// entry -> head; head -> body -> head; head -> exit
TEST(BranchJoins, ALoopIsLeftBehindItsHead) {
  Sketch s;
  const LocationId head = s.location();
  const LocationId body = s.location();
  const LocationId behind = s.location();
  s.step(s.entry(), head);
  s.branch_on(head, body, behind);
  s.step(body, head);
  s.step(behind, s.exit());
  const Cfa cfa = s.build();
  BranchJoins joins(cfa);
  EXPECT_EQ(joins.join_of(head), behind);
  EXPECT_EQ(joins.join_of(body), head);
}

TEST(BranchJoins, WaysThatOnlyEndArePassedOver) {
  Sketch s;
  const LocationId check = s.location();
  const LocationId error = s.target("bad");
  const LocationId stops = s.location();
  const LocationId behind = s.location();
  s.branch_on(s.entry(), error, check);
  s.branch_on(check, stops, behind); // as by exit()
  s.step(behind, s.exit());
  const LocationId entry = s.entry();
  const Cfa cfa = s.build();
  BranchJoins joins(cfa);
  EXPECT_EQ(joins.join_of(entry), check);
  EXPECT_EQ(joins.join_of(check), behind);
}

/// for (;;) { if (x == 1) ...; else ...; }
TEST(BranchJoins, ALoopWithoutAnEndHasJoins) {
  Sketch s;
  const LocationId left = s.location();
  const LocationId right = s.location();
  const LocationId behind = s.location();
  const LocationId head = s.location();
  s.step(s.entry(), head);
  s.branch_on(head, left, right);
  s.step(left, behind);
  s.step(right, behind);
  s.step(behind, head);
  const Cfa cfa = s.build();
  EXPECT_EQ(BranchJoins(cfa).join_of(head), behind);
}

TEST(BranchJoins, WaysToTwoEndsNeverComeTogether) {
  Sketch s;
  const LocationId left = s.location();
  const LocationId right = s.location();
  s.branch_on(s.entry(), left, right);
  const LocationId entry = s.entry();
  const Cfa cfa = s.build();
  EXPECT_FALSE(BranchJoins(cfa).join_of(entry).is_valid());
}

} // namespace
} // namespace vouch::cfa
