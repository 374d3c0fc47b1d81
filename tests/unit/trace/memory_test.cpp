#include "analysis/trace/memory.hpp"

#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

constexpr std::uint64_t size = 1U << 22U;

TEST(MemoryTest, CopiesMillionsOfBytesOnlyIfTheyHaveValues) {
  Memory memory(64, 1U << 28U);
  Object& zeros = memory.object(*memory.create(size, 16, ObjectKind::Heap, InitialContents::Zero));
  EXPECT_EQ(zeros.size, size);
  const Provenance source = *memory.create(size, 16, ObjectKind::Heap, InitialContents::Undetermined);
  const Provenance destination = *memory.create(size, 16, ObjectKind::Heap, InitialContents::Zero);
  EXPECT_FALSE(memory.copy({&memory.object(destination), 0}, {&memory.object(source), 0}, size));
  EXPECT_TRUE(memory.copy({&memory.object(destination), 0}, {&memory.object(source), 0}, 1000));
  EXPECT_FALSE(memory.known_byte(memory.object(destination), 999));
  EXPECT_TRUE(memory.known_byte(memory.object(destination), 1000));
  memory.fill({&memory.object(source), 0}, 7, size);
  EXPECT_TRUE(memory.copy({&memory.object(destination), 0}, {&memory.object(source), 0}, size));
  EXPECT_EQ(memory.known_byte(memory.object(destination), size - 1), 7);
}

} // namespace
} // namespace vouch::trace
