#include "tests/unit/server/lsp/lsp_session_fixture.hpp"

namespace vouch::server {
namespace {

constexpr const char* safe_text = "fine\n\n";
constexpr const char* failing_text = "assert(0)\n\n";

/// What the user is told of violations that an edit has brought.
class NewViolations : public LspSessionTest {
protected:
  NewViolations() { client.initialize(); }

  void open(const std::string& text) {
    client.open(uri, text);
    version_ = 1;
    finished_ = status("finished");
  }

  void edit(const std::string& text) { client.replace_all(uri, text, ++version_); }

  void edit_and_save(const std::string& text) {
    edit(text);
    client.save(uri);
    finished_ = status("finished");
  }

  /// Of each violation that is shown, whether it is there since an edit.
  std::vector<bool> shown() {
    std::vector<bool> result;
    for (const Json& diagnostic : client.diagnostics(uri, version_)) {
      if (diagnostic.contains("data")) {
        const bool is_new = diagnostic["data"].value("since", "") == "edit";
        const std::string message = diagnostic["message"];
        EXPECT_EQ(message.find("(since this edit)") != std::string::npos, is_new) << message;
        result.push_back(is_new);
      }
    }
    return result;
  }

  std::string lens() {
    const Json lenses = client.response(client.request("textDocument/codeLens", document(uri)))["result"];
    return lenses.at(0)["command"]["title"];
  }

  int version_ = 1;
  Json finished_;
};

using Shown = std::vector<bool>;

TEST_F(NewViolations, AreThoseThatAnEditHasBrought) {
  open(safe_text);
  edit_and_save(failing_text);
  EXPECT_EQ(shown(), Shown{true});
  EXPECT_EQ(finished_["functions"][0]["since"], "edit");
  EXPECT_EQ(lens(), "can fail · since this edit");
}

TEST_F(NewViolations, StayUntilTheyAreGone) {
  open(safe_text);
  edit_and_save(failing_text);
  edit_and_save(std::string(failing_text) + "more\n");
  EXPECT_EQ(shown(), Shown{true});
  client.request("vouch/verify", document(uri));
  EXPECT_EQ(status("finished")["functions"][0]["since"], "edit");
  edit_and_save(safe_text);
  EXPECT_EQ(shown(), Shown{});
  EXPECT_FALSE(finished_["functions"][0].contains("since"));
}

TEST_F(NewViolations, AreNotThoseThatWereThereBefore) {
  open(failing_text);
  EXPECT_EQ(shown(), Shown{false});
  edit_and_save("assert(0)\nassert(0)\n");
  EXPECT_EQ(shown(), (Shown{false, true}));
  EXPECT_EQ(lens(), "can fail · since this edit");
  edit_and_save("assert(0)\n");
  EXPECT_EQ(shown(), Shown{false});
  EXPECT_EQ(lens(), "can fail");
}

TEST_F(NewViolations, AreNotToldOfWhatWasNotDecided) {
  open("undecided");
  edit_and_save(failing_text);
  EXPECT_EQ(shown(), Shown{false});
}

TEST_F(NewViolations, AreNotThoseThatMayBeEarlierOnesInOtherWords) {
  open(failing_text);
  edit_and_save("\nassert(0)"); // to the toy, what is in another line has another name
  EXPECT_EQ(shown(), Shown{false});
}

TEST_F(NewViolations, CountFromTheLastVerificationThatHasFinished) {
  open(safe_text);
  edit("slow");
  client.save(uri);
  status("running");
  edit_and_save(failing_text);
  EXPECT_EQ(shown(), Shown{true});
  edit("broken");
  client.save(uri);
  status("doesNotCompile");
  edit_and_save(failing_text);
  EXPECT_EQ(shown(), Shown{true});
}

TEST_F(NewViolations, AreNotThoseThatSomethingElseMayHaveBrought) {
  open(safe_text);
  client.open(header_uri, "int limit;");
  client.replace_all(header_uri, "long limit;", 2);
  edit_and_save(failing_text);
  EXPECT_EQ(shown(), Shown{false});
}

TEST_F(NewViolations, AreForgottenWhenTheDocumentIsClosed) {
  open(safe_text);
  EXPECT_EQ(shown(), Shown{});
  edit_and_save(failing_text);
  client.close(uri);
  open(failing_text);
  EXPECT_EQ(shown(), Shown{false});
}

} // namespace
} // namespace vouch::server
