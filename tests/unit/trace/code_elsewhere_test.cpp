#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/unit/trace/cfa_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

TEST(CodeElsewhere, ChangesWhatIsNotConstant) {
  using Constants = cfa::HavocMemory::Constants;
  struct Case {
    bool is_constant;
    bool by_address;
    Constants constants;
    cfa::Integer expected;
  };
  for (const Case& c : {Case{true, false, Constants::Kept, 1}, Case{false, false, Constants::Kept, 7},
                        Case{true, true, Constants::Kept, 1}, Case{false, true, Constants::Kept, 7},
                        Case{true, true, Constants::Written, 7}}) {
    CfaSketch s;
    auto x = s.variable("x", i32, cfa::Storage::Memory);
    s.builder().variable(x).is_constant = c.is_constant;
    s.operation(cfa::Declare{x});
    s.operation(cfa::Store{s.address(x), s.constant(1)});
    s.operation(
        cfa::HavocMemory{c.by_address ? s.address(x) : nullptr, "f", cfa::InputKind::External, {}, c.constants});
    s.check(s.binary(cfa::BinaryOperator::Equal, s.load(s.address(x), i32), s.constant(c.expected)));
    s.return_here();
    const cfa::LocationId start = s.builder().function(s.main()).entry;
    const cfa::Cfa cfa = s.build();
    ListedInputs input({7});
    const RunResult result = Interpreter(cfa).run(start, input, {});
    EXPECT_TRUE(std::holds_alternative<Halted>(result.outcome)) << to_string(result.outcome, cfa);
  }
}

/// `y = &x; pass(p); change everything within types;`, where `p` is `&x`, `&y` or null, and `y` is a variable in memory: `x`
/// is 7 afterwards if code elsewhere could get at it, and otherwise what it was.
TEST(CodeElsewhere, ChangesWhatItsPointersLeadTo) {
  enum class Passed { X, Y, Null };
  struct Case {
    Passed passed;
    bool converts_address; ///< then it may know of everything
    cfa::Integer expected;
  };
  for (const Case& c : {Case{Passed::X, false, 7}, Case{Passed::Y, false, 7}, Case{Passed::Null, false, 1},
                        Case{Passed::Null, true, 7}}) {
    CfaSketch s;
    auto x = s.variable("x", i32, cfa::Storage::Memory);
    auto y = s.variable("y", pointer, cfa::Storage::Memory);
    s.operation(cfa::Declare{x});
    s.operation(cfa::Declare{y});
    s.operation(cfa::Store{s.address(x), s.constant(1)});
    s.operation(cfa::Store{s.address(y), s.address(x)});
    if (c.converts_address) {
      auto number = s.variable("number", i64);
      s.operation(cfa::Assign{number, s.pool().convert(s.address(x), i64)});
    }
    const cfa::ExpressionRef argument = c.passed == Passed::X   ? s.address(x)
                                        : c.passed == Passed::Y ? s.address(y)
                                                                : s.constant(0, pointer);
    cfa::Input told{s.variable("result", i32), cfa::InputKind::External, "pass", {argument}};
    s.operation(told);
    cfa::HavocMemory change{nullptr, "pass", cfa::InputKind::External};
    change.pointers = cfa::HavocMemory::Pointers::KeepTypes;
    s.operation(change);
    s.check(s.binary(cfa::BinaryOperator::Equal, s.load(s.address(x), i32), s.constant(c.expected)));
    s.return_here();
    const cfa::LocationId start = s.builder().function(s.main()).entry;
    const cfa::Cfa cfa = s.build();
    ListedInputs input({0, 7});
    const RunResult result = Interpreter(cfa).run(start, input, {});
    EXPECT_TRUE(std::holds_alternative<Halted>(result.outcome)) << to_string(result.outcome, cfa);
  }
}

/// Which pointers of its type there are no run knows, if the object is of no type that is known.
TEST(CodeElsewhere, LeavesPointersThatConfirmNothing) {
  for (const bool is_described : {true, false}) {
    CfaSketch s;
    const cfa::GivenTypeId node = s.builder().add_given_type({"struct node", 8, 8, {{0, "next", cfa::GivenTypeId(0)}}});
    auto x = s.variable("x", pointer, cfa::Storage::Memory);
    auto value = s.variable("value", pointer);
    s.builder().variable(x).contents = is_described ? node : cfa::GivenTypeId();
    s.operation(cfa::Declare{x});
    s.operation(cfa::Input{s.variable("result", i32), cfa::InputKind::External, "pass", {s.address(x)}});
    cfa::HavocMemory change{nullptr, "pass", cfa::InputKind::External};
    change.pointers = cfa::HavocMemory::Pointers::KeepTypes;
    s.operation(change);
    s.operation(cfa::Assign{value, s.load(s.address(x), pointer)});
    s.check(s.binary(cfa::BinaryOperator::NotEqual, s.read(value), s.constant(0, pointer)));
    s.return_here();
    const cfa::LocationId start = s.builder().function(s.main()).entry;
    const cfa::Cfa cfa = s.build();
    ListedInputs input({0, 5});
    const RunResult result = Interpreter(cfa).run(start, input, {});
    EXPECT_TRUE(std::holds_alternative<Halted>(result.outcome)) << to_string(result.outcome, cfa);
    EXPECT_EQ(result.used_overapproximation, !is_described);
  }
}

} // namespace
} // namespace vouch::trace
