#include "server/lsp_server.hpp"
#include "tests/support/toy_verification.hpp"

#include <cstdio>

/// The language server around the toy engine. A text with `chatty` makes the engine print to stdout, which is a mistake
/// that libraries make.
int main() {
  vouch::test::ToyVerification toy;
  const auto verify = [&toy](const vouch::SourceInput& input, const vouch::Options& options,
                             vouch::RunContext& context) {
    if (input.unsaved.at(input.path).find("chatty") != std::string::npos) {
      std::puts("Content-Length: 5\r\n\r\nhello");
      std::fflush(stdout);
    }
    return toy.verify({input, options}, context);
  };
  vouch::server::LspOptions options;
  options.shutdown_limit = std::chrono::milliseconds(50); // less than the stubborn toy takes
  return vouch::server::run_language_server(options, verify, "toy");
}
