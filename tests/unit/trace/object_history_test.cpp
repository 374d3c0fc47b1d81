#include "analysis/trace/object_history.hpp"
#include "analysis/trace/render_trace.hpp"
#include "tests/support/interpreted_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

/// The last step of a program's run: what is wrong.
class WhatIsWrong : public testing::Test {
protected:
  [[nodiscard]] TraceStep last_step(const std::string& body) const {
    Options options;
    options.properties = {Property::Overflow, Property::DivisionByZero, Property::Null,
                          Property::Bounds,   Property::UseAfterFree,   Property::Memory};
    options.allocation = Allocation::Succeeds;
    const testkit::InterpretedProgram program("#include <stdlib.h>\n#include <string.h>\nint main(void) {\n" + body +
                                                  "\n}\n",
                                              folder_.path() / "program.c", options);
    return render_trace(program.interpreter(), program.start(), {}).steps.back();
  }

private:
  test::TemporaryFolder folder_;
};

TEST_F(WhatIsWrong, LostMemorySaysWhereItIsFrom) {
  EXPECT_EQ(last_step("char *p = malloc(3);\n p = malloc(4);\n free(p);").text, "memory from line 4 is lost");
  EXPECT_EQ(last_step("char *p = malloc(3);\n p = malloc(4);\n p = 0;").text, "memory from line 4 and line 5 is lost");
  EXPECT_EQ(last_step("char *p = strdup(\"a\");\n p = 0;").text, "memory from line 4 is lost") << "not in a model";
}

TEST_F(WhatIsWrong, FreedMemorySaysWhereItWasFreed) {
  EXPECT_EQ(last_step("int *p = malloc(4);\n free(p);\n return *p;").text,
            "the memory from line 4 was freed in line 5");
  EXPECT_EQ(last_step("int *p = malloc(4);\n free(p);\n free(p);").text,
            "the memory from line 4 was already freed in line 5");
  EXPECT_EQ(last_step("int *p; { int q = 1; p = &q; }\n return *p;").text, "\"q\" does not exist any more");
  EXPECT_EQ(last_step("char *p = malloc(4);\n free(p + 1);").text,
            "what is freed is not the start of allocated memory");
}

TEST_F(WhatIsWrong, AnAccessOutOfBoundsSaysOfWhat) {
  EXPECT_EQ(last_step("char *p = malloc(3);\n p[3] = 0;\n free(p);").text,
            "the access is out of bounds: the memory from line 4 has 3 bytes");
  EXPECT_EQ(last_step("int a[2]; int *p = a;\n p[2] = 0;").text, "the access is out of bounds: \"a\" has 8 bytes");
}

TEST_F(WhatIsWrong, ArithmeticHasItsOwnWords) {
  EXPECT_EQ(last_step("int x = 2147483647;\n return x + 1;").text, "the result overflows");
  EXPECT_EQ(last_step("int x = 0;\n return 1 / x;").text, "the divisor is zero");
  EXPECT_EQ(last_step("int *p = 0;\n return *p;").text, "the pointer is null");
}

TEST_F(WhatIsWrong, ModelsOfTheLibraryKeepTheirVariablesForThemselves) {
  const TraceStep step = last_step("char b[3]; const char *s = \"abcd\";\n strcpy(b, s);");
  EXPECT_EQ(step.text, "the access is out of bounds: \"b\" has 3 bytes");
  EXPECT_THAT(step.values, testing::IsEmpty());
}

} // namespace
} // namespace vouch::trace
