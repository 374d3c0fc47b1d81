#include "analysis/facts/freed_before.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <utility>

namespace vouch::facts {
namespace {

const cfa::Type pointer = cfa::PointerType{64};

/// `main` calls `release(p)`, which frees its parameter, and `look(p)`, which frees nothing, and again.
class FreedBeforeTest : public testing::Test {
protected:
  FreedBeforeTest() {
    main_ = builder_.add_function("main", {});
    release_ = builder_.add_function("release", {});
    look_ = builder_.add_function("look", {});
    p_ = variable("p", main_);
    freed_ = variable("freed", release_);
    looked_at_ = variable("looked at", look_);
    kept_ = variable("kept", main_);
    last_ = builder_.function(main_).entry;
    builder_.add_edge(builder_.function(release_).entry, builder_.function(release_).exit,
                      cfa::Free{expressions().read(freed_, pointer)}, {});
    builder_.add_edge(builder_.function(look_).entry, builder_.function(look_).exit, cfa::Skip{}, {});
    const cfa::Type size = cfa::IntegerType{64, cfa::Signedness::Unsigned};
    allocation_ = then(cfa::Allocate{p_, expressions().constant(8, size)});
    other_ = then(cfa::Allocate{kept_, expressions().constant(8, size)});
  }

  cfa::ExpressionPool& expressions() { return builder_.expressions(); }

  cfa::VariableId variable(const std::string& name, cfa::FunctionId function) {
    cfa::Variable result;
    result.name = name;
    result.type = pointer;
    result.function = function;
    return builder_.add_variable(result);
  }

  cfa::EdgeId then(cfa::Operation operation) {
    const cfa::LocationId next = builder_.add_location(main_, {});
    return builder_.add_edge(std::exchange(last_, next), next, std::move(operation), {});
  }

  /// Returns the location behind the call.
  cfa::LocationId call(cfa::FunctionId callee, cfa::VariableId parameter) {
    const cfa::LocationId next = builder_.add_location(main_, {});
    builder_.add_call(std::exchange(last_, next), next, {callee, {{parameter, expressions().read(p_, pointer)}}}, {},
                      {});
    return next;
  }

  bool is_freed_before(cfa::EdgeId allocation, cfa::LocationId location) {
    if (!cfa_) {
      builder_.add_edge(last_, builder_.function(main_).exit, cfa::Skip{}, {});
      cfa_.emplace(builder_.build());
      points_to_.emplace(*cfa_);
    }
    return FreedBefore(*cfa_, *points_to_).may_be_freed(points_to_->class_of_allocation(allocation), location);
  }
  /// Once the automaton is built.
  cfa::LocationId entry_of(cfa::FunctionId function) { return cfa_->function(function).entry; }

  cfa::CfaBuilder builder_{cfa::DataModel{}};
  std::optional<cfa::Cfa> cfa_;
  std::optional<PointsTo> points_to_;
  cfa::FunctionId main_, release_, look_;
  cfa::VariableId p_, freed_, looked_at_, kept_;
  cfa::LocationId last_;
  cfa::EdgeId allocation_, other_;
};

TEST_F(FreedBeforeTest, NothingBeforeTheFirstFree) {
  const cfa::LocationId before = call(look_, looked_at_);
  const cfa::LocationId behind = call(release_, freed_);
  EXPECT_FALSE(is_freed_before(allocation_, before));
  EXPECT_TRUE(is_freed_before(allocation_, behind));
  EXPECT_FALSE(is_freed_before(allocation_, entry_of(release_)));
  EXPECT_FALSE(is_freed_before(allocation_, entry_of(look_)));
}

TEST_F(FreedBeforeTest, WhatIsCalledBehindItSeesIt) {
  call(release_, freed_);
  const cfa::LocationId behind = call(look_, looked_at_);
  EXPECT_TRUE(is_freed_before(allocation_, behind));
  EXPECT_TRUE(is_freed_before(allocation_, entry_of(look_)));
}

TEST_F(FreedBeforeTest, WhatACalleeHasSeenSomeOtherCallerDoesNot) {
  const cfa::LocationId before = call(look_, looked_at_);
  call(release_, freed_);
  call(look_, looked_at_);
  EXPECT_FALSE(is_freed_before(allocation_, before)); // although `look` has an exit behind a free
  EXPECT_TRUE(is_freed_before(allocation_, entry_of(look_)));
}

TEST_F(FreedBeforeTest, OtherClassesAreNotFreed) {
  const cfa::LocationId behind = call(release_, freed_);
  EXPECT_FALSE(is_freed_before(other_, behind));
}

TEST_F(FreedBeforeTest, WithoutALocationAnyRunCounts) {
  call(release_, freed_);
  EXPECT_TRUE(is_freed_before(allocation_, {}));
  EXPECT_FALSE(is_freed_before(other_, {}));
}

} // namespace
} // namespace vouch::facts
