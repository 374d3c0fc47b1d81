#include "tests/dap/recorded_program.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <csignal>

/// From a squiggle to a debug session, as an editor goes: `vouch lsp` publishes, `vouch dap` launches.
namespace vouch::test {
namespace {

constexpr const char* on_disk = "int main(void) { return 0; }\n";
constexpr const char* in_editor = R"(#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (x == 7) {
    assert(y != 8);
  }
  return 0;
}
)";

class EditorTest : public ::testing::Test {
protected:
  ~EditorTest() override {
    kill(server_.id(), SIGKILL); // it may be writing there
    server_.exit_status();
  }

  /// The id that the diagnostic of the opened document names.
  std::string published_trace() {
    LspClient& editor = server_.client();
    editor.initialize();
    folder_.write("a.c", on_disk);
    editor.open(uri_, in_editor, 1);
    const Json diagnostics = editor.diagnostics(uri_, 1);
    return diagnostics.empty() ? std::string() : diagnostics[0]["data"]["trace"].get<std::string>();
  }

  TemporaryFolder folder_;
  std::string traces_ = folder_.path() / "traces";
  std::string uri_ = "file://" + (folder_.path() / "a.c").string();
  ServerProcess server_{{VOUCH_BINARY, "lsp", "--cache", "off", "--traces", traces_}};
};

TEST_F(EditorTest, ThePublishedTraceCanBeSteppedThrough) {
  const std::string trace = published_trace();
  ASSERT_FALSE(trace.empty());
  DapProcess debugger({"--traces", traces_});
  DapClient& client = debugger.client();
  client.start({{"trace", trace}});
  EXPECT_EQ(client.line(), 4);
  client.move("next");
  EXPECT_EQ(client.line(), 5);
  EXPECT_EQ(client.value("x"), "7");
  client.move("next");
  EXPECT_EQ(named(client.scope("Locals"), "y")["value"], "8");
  const Json end = client.move("continue");
  EXPECT_EQ(end["reason"], "exception");
  EXPECT_EQ(client.line(), 7);
  // The text of the editor, which was never saved.
  const Json shown = client.top_frame()["source"];
  EXPECT_EQ(client.ask("source", {{"source", shown}, {"sourceReference", shown["sourceReference"]}})["content"],
            in_editor);
}

} // namespace
} // namespace vouch::test
