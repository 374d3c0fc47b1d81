#include "analysis/facts/memory_regions.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using namespace vouch::test;

const cfa::Type ten_ints = cfa::AggregateType{40};
const cfa::Type two_fields = cfa::AggregateType{16}; // struct { int number; struct node* next; }

const UniformCells* uniform(const MemoryRegions& regions, RegionId id) {
  return std::get_if<UniformCells>(&regions.region(id).cells);
}

std::vector<UniformCells> views_of(const MemoryRegions& regions, RegionId region) {
  const auto* mixed = std::get_if<MixedCells>(&regions.region(region).cells);
  return mixed != nullptr ? mixed->views : std::vector<UniformCells>();
}

TEST(Congruence, JoinsAndOverlaps) {
  EXPECT_EQ(join(Congruence::exactly(4), Congruence::exactly(12)), Congruence::of(4, 8));
  EXPECT_EQ(multiply(Congruence::anything(), Congruence::exactly(16)), Congruence::of(0, 16));
  EXPECT_FALSE(may_overlap(Congruence::of(0, 16), 4, Congruence::of(8, 16), 8));
  EXPECT_TRUE(may_overlap(Congruence::of(0, 16), 4, Congruence::of(13, 16), 4));
  EXPECT_TRUE(may_overlap(Congruence::exactly(0), 8, Congruence::of(0, 4), 4));
  EXPECT_FALSE(may_overlap(Congruence::exactly(0), 4, Congruence::exactly(4), 4));
  EXPECT_FALSE(may_overlap(Congruence::exactly(4), 4, Congruence::exactly(0), 4));
}

TEST(Congruence, UnsignedWrapKeepsOnlyPowersOfTwo) {
  EXPECT_EQ(wrap(Congruence::of(0, 12), u32), Congruence::of(0, 4));
  EXPECT_EQ(wrap(Congruence::exactly(300), u8), Congruence::exactly(44));
}

TEST(MemoryRegions, ObjectsThatNoPointerSharesAreApart) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", ten_ints, 4);
  cfa::VariableId b = p.memory_variable("b", ten_ints, 4);
  cfa::VariableId i = p.register_variable("i", i64);
  cfa::ExpressionRef in_a = p.element(p.address_of(a), p.read(i), 4);
  cfa::ExpressionRef in_b = p.element(p.address_of(b), p.read(i), 4);
  p.then(cfa::Store{in_a, p.number(1)});
  p.then(cfa::Store{in_b, p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  RegionId region = regions.region_of(in_a, i32);
  EXPECT_NE(region, regions.region_of(in_b, i32));
  ASSERT_NE(uniform(regions, region), nullptr);
  EXPECT_EQ(uniform(regions, region)->type, i32);
  EXPECT_TRUE(regions.group_of(region).is_one_variable());
}

TEST(MemoryRegions, PointerToEitherObjectMergesThem) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", i32, 4);
  cfa::VariableId b = p.memory_variable("b", i32, 4);
  cfa::VariableId q = p.register_variable("q", pointer_type);
  p.then(cfa::Assign{q, p.address_of(a)});
  p.then(cfa::Assign{q, p.address_of(b)});
  p.then(cfa::Store{p.address_of(a), p.number(1)});
  p.then(cfa::Store{p.address_of(b), p.number(1)});
  p.then(cfa::Store{p.read(q), p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(p.address_of(a), i32), regions.region_of(p.address_of(b), i32));
  EXPECT_EQ(regions.region_of(p.address_of(a), i32), regions.region_of(p.read(q), i32));
  EXPECT_EQ(regions.group_of(a).variables.size(), 2U);
}

TEST(MemoryRegions, FieldsOfListNodesAreApart) {
  Program p;
  cfa::VariableId head = p.register_variable("head", pointer_type);
  cfa::VariableId node = p.register_variable("node", pointer_type);
  p.then(cfa::Allocate{node, p.number(16, u64)});
  cfa::ExpressionRef next = p.plus(p.read(node), 8);
  p.then(cfa::Store{p.read(node), p.number(7)});
  p.then(cfa::Store{next, p.read(head)});
  p.then(cfa::Assign{head, p.read(node)});
  p.then(cfa::Assign{node, p.expressions().load(next, pointer_type)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  RegionId number = regions.region_of(p.read(node), i32);
  RegionId link = regions.region_of(next, pointer_type);
  EXPECT_NE(number, link);
  EXPECT_EQ(uniform(regions, number)->type, i32);
  EXPECT_EQ(uniform(regions, link)->type, pointer_type);
  EXPECT_EQ(uniform(regions, link)->offsets, Congruence::exactly(8));
  EXPECT_FALSE(regions.group_of(link).has_unknown_objects);
}

TEST(MemoryRegions, ArrayOfStructuresSplitsByField) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", cfa::AggregateType{160}, 8);
  cfa::VariableId i = p.register_variable("i", i64);
  cfa::ExpressionRef first = p.element(p.address_of(a), p.read(i), 16);
  cfa::ExpressionRef second = p.plus(first, 8);
  p.then(cfa::Store{first, p.number(1)});
  p.then(cfa::Store{second, p.number(1, i64)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_NE(regions.region_of(first, i32), regions.region_of(second, i64));
  EXPECT_EQ(uniform(regions, regions.region_of(second, i64))->offsets, Congruence::of(8, 16));
}

TEST(MemoryRegions, ViewsOfDifferentSizeMakeAMixedRegion) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", i32, 4);
  cfa::ExpressionRef last_byte = p.plus(p.address_of(a), 3);
  p.then(cfa::Store{p.address_of(a), p.number(1)});
  p.then(cfa::Store{last_byte, p.number(1, u8)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(p.address_of(a), i32), regions.region_of(last_byte, u8));
  EXPECT_EQ(uniform(regions, regions.region_of(last_byte, u8)), nullptr);
  const std::vector<UniformCells> views = views_of(regions, regions.region_of(last_byte, u8));
  ASSERT_EQ(views.size(), 2U);
  EXPECT_EQ(views[0].type, cfa::Type(u8));
  EXPECT_EQ(views[1].type, cfa::Type(i32));
}

TEST(MemoryRegions, MisalignedAccessesMakeAMixedRegion) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", ten_ints, 4);
  cfa::VariableId i = p.register_variable("i", i64);
  cfa::ExpressionRef anywhere = p.plus(p.address_of(a), p.read(i));
  p.then(cfa::Store{anywhere, p.number(1)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(uniform(regions, regions.region_of(anywhere, i32)), nullptr);
  EXPECT_TRUE(views_of(regions, regions.region_of(anywhere, i32)).empty());
}

TEST(MemoryRegions, SignednessAloneKeepsCellsUniform) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", i32, 4);
  p.then(cfa::Store{p.address_of(a), p.number(1, i32)});
  p.then(cfa::Store{p.address_of(a), p.number(1, u32)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(uniform(regions, regions.region_of(p.address_of(a), i32))->type, u32);
}

TEST(MemoryRegions, IntegersBecomePointersToWhatWasConverted) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", i32, 4);
  cfa::VariableId b = p.memory_variable("b", i32, 4);
  cfa::VariableId n = p.register_variable("n", u64);
  cfa::ExpressionRef back = p.expressions().convert(p.read(n), pointer_type);
  p.then(cfa::Store{p.address_of(a), p.number(1)});
  p.then(cfa::Store{p.address_of(b), p.number(1)});
  p.then(cfa::Assign{n, p.expressions().convert(p.address_of(a), u64)});
  p.then(cfa::Store{back, p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(back, i32), regions.region_of(p.address_of(a), i32));
  EXPECT_NE(regions.region_of(back, i32), regions.region_of(p.address_of(b), i32));
}

TEST(MemoryRegions, ParametersMayPointToGlobalsButNotToLocalsThatDoNotEscape) {
  Program p;
  cfa::VariableId global = p.memory_variable("g", i32, 4, cfa::VariableKind::Global);
  cfa::VariableId local = p.memory_variable("l", i32, 4);
  cfa::VariableId passed = p.memory_variable("passed", i32, 4);
  cfa::VariableId q = p.register_variable("q", pointer_type, cfa::VariableKind::Parameter);
  cfa::VariableId r = p.register_variable("r", i32);
  p.then(cfa::Input{q, cfa::InputKind::Parameter, "q", {}});
  p.then(cfa::Store{p.address_of(global), p.number(1)});
  p.then(cfa::Store{p.address_of(local), p.number(1)});
  p.then(cfa::Store{p.address_of(passed), p.number(1)});
  p.then(cfa::Store{p.read(q), p.number(2)});
  p.then(cfa::Input{r, cfa::InputKind::External, "f", {p.address_of(passed)}});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  RegionId outside = regions.region_of(p.read(q), i32);
  EXPECT_EQ(outside, regions.region_of(p.address_of(global), i32));
  EXPECT_EQ(outside, regions.region_of(p.address_of(passed), i32));
  EXPECT_NE(outside, regions.region_of(p.address_of(local), i32));
  EXPECT_EQ(uniform(regions, outside)->type, i32);
}

TEST(MemoryRegions, UncomputedPointersMayPointToEverything) {
  Program p;
  cfa::VariableId local = p.memory_variable("l", i32, 4);
  cfa::VariableId q = p.register_variable("q", pointer_type);
  p.then(cfa::Store{p.address_of(local), p.number(1)});
  p.then(cfa::Input{q, cfa::InputKind::Overapproximated, "asm", {}});
  p.then(cfa::Store{p.read(q), p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(p.read(q), i32), regions.region_of(p.address_of(local), i32));
}

// The kind says what the new contents can be: nothing that is an address, something from outside, or anything.
TEST(MemoryRegions, HavockedMemoryHoldsPointersOfItsKind) {
  struct Case {
    cfa::InputKind kind;
    bool reaches_escaped;
    bool reaches_local;
  };
  for (const Case& c : {Case{cfa::InputKind::Uninitialised, false, false}, Case{cfa::InputKind::Parameter, true, false},
                        Case{cfa::InputKind::Overapproximated, true, true}}) {
    Program p;
    cfa::VariableId local = p.memory_variable("l", i32, 4);
    cfa::VariableId escaped = p.memory_variable("e", i32, 4);
    cfa::VariableId cell = p.memory_variable("cell", pointer_type, 8);
    cfa::VariableId r = p.register_variable("r", i32);
    cfa::ExpressionRef loaded = p.expressions().load(p.address_of(cell), pointer_type);
    p.then(cfa::Input{r, cfa::InputKind::External, "f", {p.address_of(escaped)}});
    p.then(cfa::Store{p.address_of(local), p.number(1)});
    p.then(cfa::Store{p.address_of(escaped), p.number(1)});
    p.then(cfa::HavocMemory{p.address_of(cell), "cell", c.kind});
    p.then(cfa::Store{loaded, p.number(2)});
    cfa::Cfa cfa = p.build();
    MemoryRegions regions(cfa);
    RegionId region = regions.region_of(loaded, i32);
    EXPECT_EQ(region == regions.region_of(p.address_of(escaped), i32), c.reaches_escaped);
    EXPECT_EQ(region == regions.region_of(p.address_of(local), i32), c.reaches_local);
  }
}

// Eight bytes from outside may be an address that got out; four are none.
TEST(MemoryRegions, BytesThatAreReceivedMayBeAPointer) {
  for (const cfa::Integer size : {4, 8}) {
    Program p;
    cfa::VariableId escaped = p.memory_variable("e", i32, 4);
    cfa::VariableId cell = p.memory_variable("cell", pointer_type, 8);
    cfa::VariableId r = p.register_variable("r", i32);
    cfa::ExpressionRef loaded = p.expressions().load(p.address_of(cell), pointer_type);
    p.then(cfa::Input{r, cfa::InputKind::External, "f", {p.address_of(escaped)}});
    p.then(cfa::Store{p.address_of(escaped), p.number(1)});
    p.then(cfa::ReceiveMemory{p.address_of(cell), p.number(size, u64)});
    p.then(cfa::Store{loaded, p.number(2)});
    cfa::Cfa cfa = p.build();
    MemoryRegions regions(cfa);
    EXPECT_EQ(regions.region_of(loaded, i32) == regions.region_of(p.address_of(escaped), i32), size == 8);
  }
}

// A call without a definition that changes everything: it may have kept any address, and may give it back.
TEST(MemoryRegions, WhoChangesEverythingKnowsEverything) {
  Program p;
  cfa::VariableId local = p.memory_variable("l", i32, 4);
  cfa::VariableId q = p.register_variable("q", pointer_type);
  p.then(cfa::Store{p.address_of(local), p.number(1)});
  p.then(cfa::HavocMemory{nullptr, "f", cfa::InputKind::External});
  p.then(cfa::Input{q, cfa::InputKind::Nondeterministic, "g", {}});
  p.then(cfa::Store{p.read(q), p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(p.read(q), i32), regions.region_of(p.address_of(local), i32));
}

TEST(MemoryRegions, UninitialisedPointersPointNowhere) {
  Program p;
  cfa::VariableId local = p.memory_variable("l", i32, 4);
  cfa::VariableId q = p.register_variable("q", pointer_type);
  p.then(cfa::Input{q, cfa::InputKind::Uninitialised, "q", {}});
  p.then(cfa::Assign{q, p.address_of(local)});
  p.then(cfa::Store{p.read(q), p.number(2)});
  p.then(cfa::Store{p.number(0, pointer_type), p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_TRUE(regions.group_of(regions.region_of(p.read(q), i32)).is_one_variable());
  EXPECT_NE(regions.region_of(p.number(0, pointer_type), i32), regions.region_of(p.read(q), i32));
}

// A pointer that is taken apart byte by byte and put together elsewhere still points to its object.
TEST(MemoryRegions, PointersCopiedByteByByteAreFollowed) {
  Program p;
  cfa::VariableId object = p.memory_variable("object", i32, 4);
  cfa::VariableId from = p.memory_variable("from", pointer_type, 8);
  cfa::VariableId to = p.memory_variable("to", pointer_type, 8);
  cfa::VariableId i = p.register_variable("i", i64);
  cfa::ExpressionRef byte = p.expressions().load(p.plus(p.address_of(from), p.read(i)), u8);
  cfa::ExpressionRef copy = p.expressions().load(p.address_of(to), pointer_type);
  p.then(cfa::Store{p.address_of(object), p.number(1)});
  p.then(cfa::Store{p.address_of(from), p.address_of(object)});
  p.then(cfa::Store{p.plus(p.address_of(to), p.read(i)), byte});
  p.then(cfa::Store{copy, p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(copy, i32), regions.region_of(p.address_of(object), i32));
}

TEST(MemoryRegions, PointersMovedByCopyMemoryAreFollowed) {
  Program p;
  cfa::VariableId object = p.memory_variable("object", i32, 4);
  cfa::VariableId from = p.memory_variable("from", two_fields, 8);
  cfa::VariableId to = p.memory_variable("to", two_fields, 8);
  cfa::ExpressionRef copy = p.expressions().load(p.address_of(to), pointer_type);
  p.then(cfa::Store{p.address_of(object), p.number(1)});
  p.then(cfa::Store{p.plus(p.address_of(from), 8), p.address_of(object)});
  p.then(cfa::CopyMemory{p.address_of(to), p.plus(p.address_of(from), 8), p.number(8, u64)});
  p.then(cfa::Store{copy, p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(copy, i32), regions.region_of(p.address_of(object), i32));
  EXPECT_EQ(regions.region_of(p.plus(p.address_of(from), 8), pointer_type),
            regions.region_of(p.address_of(to), pointer_type));
}

TEST(MemoryRegions, PointersInDifferentMembersAreApart) {
  Program p;
  cfa::VariableId name = p.memory_variable("name", ten_ints, 4);
  cfa::VariableId next = p.memory_variable("next", ten_ints, 4);
  cfa::VariableId record = p.memory_variable("record", two_fields, 8);
  cfa::ExpressionRef first = p.expressions().load(p.address_of(record), pointer_type);
  cfa::ExpressionRef second = p.expressions().load(p.plus(p.address_of(record), 8), pointer_type);
  p.then(cfa::Store{p.address_of(record), p.address_of(name)});
  p.then(cfa::Store{p.plus(p.address_of(record), 8), p.address_of(next)});
  p.then(cfa::Store{first, p.number(1)});
  p.then(cfa::Store{second, p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_NE(regions.region_of(first, i32), regions.region_of(second, i32));
  EXPECT_TRUE(regions.group_of(regions.region_of(second, i32)).is_one_variable());
}

TEST(MemoryRegions, PointersInMembersThatAnIndexMayMeanAreTogether) {
  Program p;
  cfa::VariableId name = p.memory_variable("name", ten_ints, 4);
  cfa::VariableId next = p.memory_variable("next", ten_ints, 4);
  cfa::VariableId record = p.memory_variable("record", two_fields, 8);
  cfa::VariableId i = p.register_variable("i", i64);
  cfa::ExpressionRef either = p.expressions().load(p.element(p.address_of(record), p.read(i), 8), pointer_type);
  p.then(cfa::Store{p.address_of(record), p.address_of(name)});
  p.then(cfa::Store{p.plus(p.address_of(record), 8), p.address_of(next)});
  p.then(cfa::Store{either, p.number(1)});
  p.then(cfa::Store{p.address_of(name), p.number(1)});
  p.then(cfa::Store{p.address_of(next), p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(either, i32), regions.region_of(p.address_of(name), i32));
  EXPECT_EQ(regions.region_of(either, i32), regions.region_of(p.address_of(next), i32));
}

// As many pointers as a large table has are not kept apart, and none is lost.
TEST(MemoryRegions, PointersOfLargeTablesAreTogether) {
  Program p;
  cfa::VariableId table = p.memory_variable("table", cfa::AggregateType{8 * 300}, 8);
  std::vector<cfa::VariableId> objects;
  for (int k = 0; k < 300; ++k) {
    objects.push_back(p.memory_variable("object" + std::to_string(k), i32, 4));
    p.then(cfa::Store{p.plus(p.address_of(table), 8 * k), p.address_of(objects.back())});
  }
  cfa::ExpressionRef last = p.expressions().load(p.plus(p.address_of(table), 8 * 299), pointer_type);
  p.then(cfa::Store{last, p.number(1)});
  p.then(cfa::Store{p.address_of(objects.front()), p.number(1)});
  p.then(cfa::Store{p.address_of(objects.back()), p.number(1)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(last, i32), regions.region_of(p.address_of(objects.front()), i32));
  EXPECT_EQ(regions.region_of(last, i32), regions.region_of(p.address_of(objects.back()), i32));
}

TEST(MemoryRegions, CallsBindPointers) {
  Program p;
  cfa::VariableId object = p.memory_variable("object", i32, 4);
  cfa::FunctionId callee = p.builder().add_function("f", {});
  cfa::VariableId parameter = p.register_variable("parameter", pointer_type, cfa::VariableKind::Parameter);
  cfa::VariableId result = p.register_variable("result", pointer_type);
  cfa::VariableId received = p.register_variable("received", pointer_type);
  cfa::LocationId entry = p.builder().function(p.main()).entry;
  p.builder().add_call(entry, p.builder().add_location(p.main(), {}),
                       cfa::Call{callee, {{parameter, p.address_of(object)}}}, {{received, p.read(result)}}, {});
  p.builder().add_edge(p.builder().function(callee).entry, p.builder().function(callee).exit,
                       cfa::Assign{result, p.read(parameter)}, {});
  p.then(cfa::Store{p.read(received), p.number(2)});
  p.then(cfa::Store{p.address_of(object), p.number(2)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(regions.region_of(p.read(received), i32), regions.region_of(p.address_of(object), i32));
}

// Offsets that pass through a chain of assignments in the wrong order are given up after some passes, not forgotten.
TEST(MemoryRegions, OffsetsThatNeedTooManyPassesAreGivenUp) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", ten_ints, 4);
  std::vector<cfa::VariableId> chain;
  for (int i = 0; i < 40; ++i) {
    chain.push_back(p.register_variable("q" + std::to_string(i), pointer_type));
  }
  for (std::size_t i = chain.size(); i-- > 1;) {
    p.then(cfa::Assign{chain[i], p.plus(p.read(chain[i - 1]), 4)});
  }
  p.then(cfa::Assign{chain[0], p.address_of(a)});
  p.then(cfa::Store{p.read(chain.back()), p.number(1)});
  p.then(cfa::Store{p.address_of(a), p.number(1)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  RegionId region = regions.region_of(p.read(chain.back()), i32);
  EXPECT_EQ(region, regions.region_of(p.address_of(a), i32));
  EXPECT_EQ(uniform(regions, region), nullptr);
}

TEST(MemoryRegions, WalkingPointersKeepTheirStride) {
  Program p;
  cfa::VariableId a = p.memory_variable("a", ten_ints, 4);
  cfa::VariableId walker = p.register_variable("walker", pointer_type);
  p.then(cfa::Assign{walker, p.address_of(a)});
  p.then(cfa::Assign{walker, p.plus(p.read(walker), 4)});
  p.then(cfa::Store{p.read(walker), p.number(1)});
  cfa::Cfa cfa = p.build();
  MemoryRegions regions(cfa);
  EXPECT_EQ(uniform(regions, regions.region_of(p.read(walker), i32))->offsets, Congruence::of(0, 4));
}

/// struct node { struct node *next; int value; } that callers made, and a pointer to one.
class ObjectsOfCallers : public testing::Test {
protected:
  cfa::ExpressionRef next_of(cfa::VariableId pointer) { return p.expressions().load(p.read(pointer), pointer_type); }

  Program p;
  cfa::GivenTypeId node = p.builder().add_given_type({"struct node", 16, 8, {{0, "next", cfa::GivenTypeId(0)}}});
  cfa::VariableId head = p.register_variable("head", pointer_type);
  cfa::VariableId next = p.register_variable("next", pointer_type);
};

TEST_F(ObjectsOfCallers, LeadToOneAnother) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  const cfa::ExpressionRef load = next_of(head);
  p.then(cfa::Assign{next, load});
  const cfa::Cfa cfa = p.build();
  const MemoryRegions regions(cfa);
  const ObjectGroup& group = regions.group_of(load);
  EXPECT_EQ(&group, &regions.group_of(node));
  EXPECT_EQ(regions.offsets_of(load), Congruence::exactly(0));
  EXPECT_FALSE(group.has_unknown_objects);
  EXPECT_FALSE(group.has_invalid_pointers);
  EXPECT_FALSE(regions.may_be_freed(group, {}));
}

TEST_F(ObjectsOfCallers, AreJoinedByWhatIsSetUpLikeThem) {
  p.then(cfa::Allocate{head, p.number(16, u64)});
  p.then(cfa::HavocMemory{p.read(head), "head", cfa::InputKind::Parameter, node});
  const cfa::ExpressionRef load = next_of(head);
  p.then(cfa::Assign{next, load});
  const cfa::Cfa cfa = p.build();
  const MemoryRegions regions(cfa);
  EXPECT_EQ(regions.group_of(load).allocations.size(), 1U);
  EXPECT_FALSE(regions.group_of(load).has_invalid_pointers);
}

TEST_F(ObjectsOfCallers, WhatIsNoObjectMakesTheirPointersInvalid) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::Store{p.read(head), p.number(1, pointer_type)});
  const cfa::Cfa cfa = p.build();
  EXPECT_TRUE(MemoryRegions(cfa).group_of(node).has_invalid_pointers);
}

TEST_F(ObjectsOfCallers, NullIsValid) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::Store{p.read(head), p.number(0, pointer_type)});
  p.then(cfa::SetMemory{p.read(head), p.number(0), p.number(16, u64)});
  const cfa::Cfa cfa = p.build();
  EXPECT_FALSE(MemoryRegions(cfa).group_of(node).has_invalid_pointers);
}

TEST_F(ObjectsOfCallers, AnIndeterminatePointerIsInvalid) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::Input{next, cfa::InputKind::Uninitialised, "next", {}, {}});
  p.then(cfa::Store{p.read(head), p.read(next)});
  const cfa::Cfa cfa = p.build();
  EXPECT_TRUE(MemoryRegions(cfa).group_of(node).has_invalid_pointers);
}

TEST_F(ObjectsOfCallers, WhatIsAllocatedHoldsInvalidPointersAtFirst) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::Allocate{next, p.number(16, u64)});
  p.then(cfa::Store{p.read(head), p.read(next)});
  p.then(cfa::Assign{next, next_of(head)});
  const cfa::Cfa cfa = p.build();
  EXPECT_TRUE(MemoryRegions(cfa).group_of(node).has_invalid_pointers);
}

TEST_F(ObjectsOfCallers, BytesThatAreNotZeroMakeInvalidPointers) {
  p.then(cfa::Input{head, cfa::InputKind::Parameter, "head", {}, {}, node});
  p.then(cfa::SetMemory{p.read(head), p.number(255), p.number(16, u64)});
  const cfa::Cfa cfa = p.build();
  EXPECT_TRUE(MemoryRegions(cfa).group_of(node).has_invalid_pointers);
}

} // namespace
} // namespace vouch::facts
