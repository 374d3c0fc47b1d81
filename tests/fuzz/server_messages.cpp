#include "protocol/framing.hpp"
#include "server/lsp/lsp_session.hpp"
#include "tests/fuzz/message_mutator.hpp"
#include "tests/support/toy_verification.hpp"

#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <spdlog/spdlog.h>
#include <string>
#include <string_view>
#include <unistd.h>

/// Feeds conversations of valid and mutated messages to a language server in this process. See README.md.
namespace vouch::test {
namespace {

constexpr unsigned hang_seconds = 60;

struct Settings {
  unsigned seed = 1;
  unsigned cases = std::numeric_limits<unsigned>::max();
  unsigned seconds = 10;
};

struct Totals {
  std::size_t conversations = 0;
  std::size_t messages = 0;
  std::size_t answers = 0;
  std::size_t errors = 0;
  std::size_t diagnostics = 0;
};

class Conversation {
public:
  Conversation(unsigned seed, Totals& totals) : seed_(seed), totals_(totals), mutator_(seed) {}

  void run() {
    alarm(hang_seconds);
    feed(R"({"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"capabilities":{}}})");
    for (std::size_t i = mutator_.below(60); i > 0 && !has_ended_; --i) {
      const std::string body = mutator_.body();
      note_request(body);
      feed(body);
      // Sometimes long enough for the worker thread to come back with something.
      io_.run_for(std::chrono::milliseconds(mutator_.one_in(8) ? 1 : 0));
      io_.restart();
    }
    if (!has_ended_ && decoder_.is_at_boundary()) {
      ++asked_["\"probe\""];
      feed_bytes(protocol::frame(R"({"jsonrpc":"2.0","id":"probe","method":"textDocument/hover","params":{}})"));
      expect(frames_were_damaged_ || answered_["\"probe\""] == 1, "a request has no answer");
    }
    ++totals_.conversations;
  }

private:
  static server::LspOptions options() {
    server::LspOptions options;
    options.change_pause = std::chrono::milliseconds(0);
    options.progress_delay = std::chrono::milliseconds(0);
    return options;
  }

  void feed(const std::string& body) {
    const std::string bytes = mutator_.frame(body);
    frames_were_damaged_ = frames_were_damaged_ || bytes != protocol::frame(body);
    feed_bytes(bytes);
  }

  void feed_bytes(const std::string& bytes) {
    ++totals_.messages;
    for (std::size_t at = 0; at < bytes.size() && !has_ended_;) {
      const std::size_t size = 1 + mutator_.below(mutator_.one_in(3) ? 7 : bytes.size());
      decoder_.feed(std::string_view(bytes).substr(at, size));
      at += size;
      while (auto complete = decoder_.next()) {
        session_.receive(*complete);
        if (has_ended_) {
          return;
        }
      }
      if (decoder_.error()) {
        session_.report_broken_stream(*decoder_.error());
        has_ended_ = true;
      }
    }
  }

  /// Counts what must be answered at most once.
  void note_request(const std::string& body) {
    const Json json = Json::parse(body, nullptr, false);
    if (json.is_object() && json.contains("id")) {
      ++asked_[json["id"].dump()];
    }
  }

  void check(const std::string& body) {
    const Json message = Json::parse(body, nullptr, false);
    expect(message.is_object() && message.value("jsonrpc", "") == "2.0", "not a message: " + body);
    if (message.contains("method")) {
      totals_.diagnostics += message["method"] == "textDocument/publishDiagnostics" ? 1 : 0;
      return;
    }
    expect(message.contains("result") != message.contains("error"), "not a response: " + body);
    const std::string id = message.at("id").dump();
    ++totals_.answers;
    totals_.errors += message.contains("error") ? 1 : 0;
    // Frames that were damaged may hold requests that nobody has counted.
    const bool is_counted = asked_.contains(id) && id != "null" && !frames_were_damaged_;
    expect(!is_counted || ++answered_[id] <= asked_[id], "more answers than requests: " + body);
  }

  void expect(bool condition, const std::string& what) const {
    if (!condition) {
      std::fprintf(stderr, "seed %u: %s\n", seed_, what.c_str());
      std::abort();
    }
  }

  unsigned seed_;
  Totals& totals_;
  MessageMutator mutator_;
  std::map<std::string, int> asked_ = {{"\"hello\"", 1}};
  std::map<std::string, int> answered_;
  bool frames_were_damaged_ = false;
  bool has_ended_ = false;
  ToyVerification toy_;
  boost::asio::io_context io_;
  protocol::FrameDecoder decoder_;
  server::LspSession session_{
      io_,
      services_of(toy_),
      options(),
      "fuzz",
      {[this](const std::string& body) { check(body); }, [this](int) { has_ended_ = true; }, [](std::int64_t) {}}};
};

int fuzz(const Settings& settings) {
  spdlog::set_level(spdlog::level::off);
  Totals totals;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(settings.seconds);
  for (unsigned i = 0; i < settings.cases && std::chrono::steady_clock::now() < end; ++i) {
    Conversation(settings.seed + i, totals).run();
  }
  std::printf("%zu conversations from seed %u, %zu messages, %zu answers (%zu errors), %zu diagnostics published\n",
              totals.conversations, settings.seed, totals.messages, totals.answers, totals.errors, totals.diagnostics);
  return totals.conversations > 0 && totals.answers > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace
} // namespace vouch::test

int main(int argument_count, char** arguments) {
  vouch::test::Settings settings;
  CLI::App app("Feeds conversations of valid and mutated messages to a language server in this process.");
  app.add_option("--seconds", settings.seconds, "how long");
  app.add_option("--seed", settings.seed, "of the first conversation");
  app.add_option("--cases", settings.cases, "how many conversations at most");
  CLI11_PARSE(app, argument_count, arguments);
  return vouch::test::fuzz(settings);
}
