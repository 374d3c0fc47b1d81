#include "server/engine/worker.hpp"
#include "server/engine/worker_service.hpp"
#include "server/lsp/lsp_server.hpp"
#include "tests/support/toy_verification.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace vouch;

/// The toy engine. A text with `chatty` makes it print to stdout, which is a mistake that libraries make.
FileReport verify(const SourceInput& input, const Options& options, VerificationContext& context) {
  if (input.unsaved.at(input.path).find("chatty") != std::string::npos) {
    std::puts("Content-Length: 5\r\n\r\nhello");
    std::fflush(stdout);
  }
  return test::ToyVerification().verify({input, options}, context);
}

class InProcess final : public server::VerificationService {
public:
  FileReport verify(const server::VerificationRequest& request, VerificationContext& context) override {
    return ::verify(request.input, request.options, context);
  }
};

} // namespace

/// The language server around the toy engine: without an argument in this process, with `isolated` in a worker, which
/// is this program with `worker`.
int main(int count, char** words) {
  const std::string how = count > 1 ? words[1] : "";
  if (how == "worker") {
    return server::run_worker(::verify);
  }
  server::LspOptions options;
  options.shutdown_limit = std::chrono::milliseconds(50); // less than the stubborn toy takes
  options.settings.memory_limit_bytes = std::uint64_t{512} << 20U;
  const auto service = [&how](const std::string& /*root*/) -> std::unique_ptr<server::VerificationService> {
    if (how == "isolated") {
      return std::make_unique<server::WorkerService>(std::vector<std::string>{"/proc/self/exe", "worker"});
    }
    return std::make_unique<InProcess>();
  };
  return server::run_language_server(options, service, "toy");
}
