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

} // namespace
} // namespace vouch::trace
