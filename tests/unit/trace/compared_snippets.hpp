#pragma once

#include "tests/support/compiled_programs.hpp"
#include "tests/support/interpreted_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

/// C programs through the front end and the interpreter, compared with what gcc and its sanitizers say.
namespace vouch::testkit {

/// `@` stands before each name of file scope, for a prefix. `expected` guards against both sides being wrong alike.
struct Snippet {
  std::string text;
  RunKind expected = RunKind::Returned;
  std::vector<std::vector<std::int64_t>> inputs = {{}};
};

inline std::string with_prefix(std::string text, const std::string& prefix) {
  for (std::size_t position = 0; (position = text.find('@', position)) != std::string::npos;) {
    text.replace(position, 1, prefix);
  }
  return "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n"
         "extern unsigned char __VERIFIER_nondet_uchar(void);\nunsigned long " +
         prefix + "checksum;\n" + text;
}

inline void compare(const std::vector<Snippet>& snippets) {
  const test::TemporaryFolder folder;
  std::vector<CompiledProgram> programs;
  std::vector<RunRequest> requests;
  for (std::size_t i = 0; i < snippets.size(); ++i) {
    std::string prefix = "p" + std::to_string(i) + "_";
    programs.push_back({with_prefix(snippets[i].text, prefix), prefix});
    for (const auto& inputs : snippets[i].inputs) {
      requests.push_back({i, inputs});
    }
  }
  auto compiled = run_compiled(programs, requests, folder.path());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Snippet& snippet = snippets[requests[i].program];
    InterpretedProgram program(with_prefix(snippet.text, ""), folder.path() / "snippet.c");
    InterpretedRun run = program.run(requests[i].inputs);
    EXPECT_EQ(compiled[i].kind, snippet.expected) << snippet.text;
    EXPECT_TRUE(is_conclusive(run)) << run.outcome << snippet.text;
    EXPECT_EQ(contradiction(compiled[i], run), std::nullopt) << snippet.text;
  }
}

} // namespace vouch::testkit
