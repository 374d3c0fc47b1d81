#include "analysis/facts/memory_regions.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using namespace vouch::test;

/// `pass(pointer)`, of which the code is not seen, where the argument counts as a pointer to `type`.
cfa::Input passed(cfa::VariableId target, cfa::ExpressionRef pointer, cfa::GivenTypeId type) {
  return {.target = target,
          .kind = cfa::InputKind::External,
          .origin = "pass",
          .arguments = {pointer},
          .argument_types = {type}};
}

class ObjectsHandedOn : public ::testing::Test {
protected:
  cfa::ExpressionRef next_of(cfa::VariableId pointer) { return p.expressions().load(p.read(pointer), pointer_type); }

  Program p;
  cfa::GivenTypeId node = p.builder().add_given_type({"struct node", 16, 8, {{0, "next", cfa::GivenTypeId(0)}}});
  cfa::VariableId head = p.register_variable("head", pointer_type);
  cfa::VariableId next = p.register_variable("next", pointer_type);
};

TEST_F(ObjectsHandedOn, AreHandedOnAsTheirType) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::Allocate{next, p.number(16, u64), cfa::AllocationKind::ZeroedHeap});
  const cfa::EdgeId allocation{1};
  p.then(passed(p.register_variable("result", i32), p.read(next), node));
  const cfa::ExpressionRef load = next_of(head);
  p.then(cfa::Assign{next, load});
  const cfa::Cfa cfa = p.build();
  const MemoryRegions regions(cfa);
  EXPECT_EQ(&regions.group_of(load), &regions.group_of_allocation(allocation)) << "it may be found there now";
  EXPECT_EQ(regions.offsets_of(load), Congruence::exactly(0));
  EXPECT_FALSE(regions.group_of(load).has_unknown_objects);
}

/// A record with two pointers, of which the first is also read as a number.
class PointersAsNumbers : public ::testing::Test {
protected:
  cfa::ExpressionRef load(cfa::ExpressionRef address, const cfa::Type& type) {
    return p.expressions().load(address, type);
  }

  Program p;
};

TEST_F(PointersAsNumbers, AreKnownOutsideAndThoseBesideThemAreNot) {
  const cfa::VariableId first = p.memory_variable("first", i32, 4);
  const cfa::VariableId second = p.memory_variable("second", i32, 4);
  const cfa::VariableId record = p.memory_variable("record", cfa::AggregateType{16}, 8);
  const cfa::ExpressionRef start = p.address_of(record);
  const cfa::ExpressionRef behind = p.plus(p.address_of(record), 8);
  p.then(cfa::Store{start, p.address_of(first)});
  p.then(cfa::Store{behind, p.address_of(second)});
  const cfa::VariableId number = p.register_variable("number", u64);
  p.then(cfa::Assign{number, load(start, u64)});
  const cfa::ExpressionRef from_number = p.expressions().convert(p.read(number), pointer_type);
  p.then(cfa::Store{from_number, p.number(1)});
  p.then(cfa::Store{load(start, pointer_type), p.number(2)});
  p.then(cfa::Store{load(behind, pointer_type), p.number(3)});
  const cfa::Cfa cfa = p.build();
  const MemoryRegions regions(cfa);
  EXPECT_EQ(&regions.group_of(from_number), &regions.group_of(first));
  EXPECT_EQ(&regions.group_of(load(start, pointer_type)), &regions.group_of(first));
  EXPECT_TRUE(regions.group_of(load(behind, pointer_type)).is_one_variable());
}

TEST_F(PointersAsNumbers, MayBePointersOfCallers) {
  const cfa::GivenTypeId number = p.builder().add_given_type({"int", 4, 4});
  const cfa::GivenTypeId box = p.builder().add_given_type({"struct box", 16, 8, {{0, "a", number}, {8, "b", number}}});
  const cfa::VariableId passed_box = p.register_variable("box", pointer_type);
  p.then(cfa::Input{passed_box, cfa::InputKind::Parameter, "box", {}, {}, box});
  const cfa::VariableId bits = p.register_variable("bits", u64);
  p.then(cfa::Assign{bits, load(p.read(passed_box), u64)});
  const cfa::ExpressionRef from_bits = p.expressions().convert(p.read(bits), pointer_type);
  const cfa::ExpressionRef other = load(p.plus(p.read(passed_box), 8), pointer_type);
  p.then(cfa::Store{from_bits, p.number(1)});
  p.then(cfa::Store{other, p.number(2)});
  const cfa::Cfa cfa = p.build();
  const MemoryRegions regions(cfa);
  EXPECT_EQ(&regions.group_of(from_bits), &regions.group_of(other)) << "`a` and `b` may lead to the same number";
}

/// Whether what was passed, in the same call or an earlier one, may be what a result leads to.
class ResultsOfCodeElsewhere : public ::testing::Test {
protected:
  bool may_lead_to_what_was_passed(cfa::GivenTypeId passed_as, cfa::GivenTypeId returned, bool in_one_call) {
    const cfa::VariableId object = p.register_variable("object", pointer_type);
    const cfa::VariableId result = p.register_variable("result", pointer_type);
    p.then(cfa::Allocate{object, p.number(16, u64), cfa::AllocationKind::ZeroedHeap});
    const cfa::EdgeId allocation{0};
    cfa::Input call = passed(result, p.read(object), passed_as);
    if (!in_one_call) {
      p.then(passed(p.register_variable("nothing", i32), p.read(object), passed_as));
      call.arguments.clear();
      call.argument_types.clear();
    }
    call.result_type = returned;
    p.then(call);
    const cfa::ExpressionRef load = p.expressions().load(p.read(result), i32);
    p.then(cfa::Assign{p.register_variable("read", i32), load});
    const cfa::Cfa cfa = p.build();
    const MemoryRegions regions(cfa);
    return &regions.group_of(p.read(result)) == &regions.group_of_allocation(allocation);
  }

  Program p;
  cfa::GivenTypeId record = p.builder().add_given_type({"struct s", 16, 8});
  cfa::GivenTypeId number = p.builder().add_given_type({"int", 4, 4});
  cfa::GivenTypeId character = p.builder().add_given_type({"char", 1, 1});
  cfa::GivenTypeId byte = p.builder().add_given_type({"unsigned char", 1, 1});
};

TEST_F(ResultsOfCodeElsewhere, LeadIntoWhatIsPassedInTheSameCall) {
  EXPECT_TRUE(may_lead_to_what_was_passed(record, number, true));
}
TEST_F(ResultsOfCodeElsewhere, LeadIntoWhatWasPassedAsTheirType) {
  EXPECT_TRUE(may_lead_to_what_was_passed(number, number, false));
}
TEST_F(ResultsOfCodeElsewhere, LeadIntoCharactersOfAnySign) {
  EXPECT_TRUE(may_lead_to_what_was_passed(byte, character, false));
}
TEST_F(ResultsOfCodeElsewhere, LeadAnywhereWithoutAType) {
  EXPECT_TRUE(may_lead_to_what_was_passed(record, {}, false));
}
TEST_F(ResultsOfCodeElsewhere, DoNotLeadIntoWhatWasPassedBeforeAsAnotherType) {
  EXPECT_FALSE(may_lead_to_what_was_passed(record, number, false));
}

TEST_F(ObjectsHandedOn, GetOutWhereTheirTypeIsNotSaid) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(passed(p.register_variable("result", i32), p.read(head), {}));
  const cfa::ExpressionRef load = next_of(head);
  p.then(cfa::Assign{next, load});
  const cfa::Cfa cfa = p.build();
  EXPECT_TRUE(MemoryRegions(cfa).group_of(load).has_unknown_objects);
}

TEST_F(ObjectsHandedOn, GetOutByAPlaceInTheMiddleThatMayPointOn) {
  const cfa::GivenTypeId number = p.builder().add_given_type({"int", 4, 4});
  for (const cfa::GivenTypeId type : {node, number}) {
    Program q;
    ASSERT_EQ(q.builder().add_given_type({"struct node", 16, 8, {{0, "next", cfa::GivenTypeId(0)}}}), node);
    ASSERT_EQ(q.builder().add_given_type({"int", 4, 4}), number);
    const cfa::VariableId list = q.register_variable("list", pointer_type);
    q.then(cfa::Input{list, cfa::InputKind::Parameter, "list", {}, {}, node});
    q.then(passed(q.register_variable("result", i32), q.plus(q.read(list), 8), type));
    const cfa::ExpressionRef load = q.expressions().load(q.read(list), pointer_type);
    q.then(cfa::Assign{q.register_variable("next", pointer_type), load});
    const cfa::Cfa cfa = q.build();
    EXPECT_EQ(MemoryRegions(cfa).group_of(load).has_unknown_objects, type == node);
  }
}

TEST_F(ObjectsHandedOn, AreLeftInVariablesOfTheFileWhereTypesAreKept) {
  for (const auto pointers : {cfa::HavocMemory::Pointers::KeepTypes, cfa::HavocMemory::Pointers::Any}) {
    for (const bool is_described : {true, false}) {
      Program q;
      ASSERT_EQ(q.builder().add_given_type({"struct node", 16, 8, {{0, "next", cfa::GivenTypeId(0)}}}), node);
      const cfa::VariableId all = q.memory_variable("all", cfa::AggregateType{16}, 8, cfa::VariableKind::Global);
      q.builder().variable(all).contents = is_described ? node : cfa::GivenTypeId();
      cfa::HavocMemory change{nullptr, "change", cfa::InputKind::External};
      change.pointers = pointers;
      q.then(change);
      const cfa::ExpressionRef load = q.expressions().load(q.address_of(all), pointer_type);
      q.then(cfa::Assign{q.register_variable("next", pointer_type), load});
      const cfa::Cfa cfa = q.build();
      const MemoryRegions regions(cfa);
      const bool is_known = is_described && pointers == cfa::HavocMemory::Pointers::KeepTypes;
      EXPECT_EQ(&regions.group_of(load) == &regions.group_of(node), is_known);
      EXPECT_EQ(regions.group_of(load).has_unknown_objects, !is_known);
    }
  }
}

/// A pointer that the program keeps where no type says that there is one may be anything after code elsewhere has run.
TEST_F(ObjectsHandedOn, AreLostWhereTheirTypeSaysNothing) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::Allocate{next, p.number(16, u64), cfa::AllocationKind::ZeroedHeap});
  const cfa::ExpressionRef place = p.plus(p.read(head), 8);
  p.then(cfa::Store{place, p.read(next)});
  cfa::HavocMemory change{nullptr, "change", cfa::InputKind::External};
  change.pointers = cfa::HavocMemory::Pointers::KeepTypes;
  p.then(change);
  const cfa::ExpressionRef load = p.expressions().load(place, pointer_type);
  p.then(cfa::Assign{next, load});
  const cfa::Cfa cfa = p.build();
  EXPECT_TRUE(MemoryRegions(cfa).group_of(load).has_unknown_objects);
}

} // namespace
} // namespace vouch::facts
