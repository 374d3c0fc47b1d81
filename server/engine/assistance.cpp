#include "server/engine/assistance.hpp"

#include "analysis/support/overloaded.hpp"
#include "protocol/framing.hpp"
#include "server/engine/pipe.hpp"
#include "server/support/standard_streams.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace vouch::server {

namespace {

std::string or_otherwise(const std::string& reason, const char* otherwise) {
  return reason.empty() ? otherwise : reason;
}

AssistanceAnswer answer_to(const TestRequest& request, const AssistanceEngine& engine,
                           VerificationContext& /*context*/) {
  const TriedTest test = make_failing_test(engine.failing_tests, request.input, request.options, request.violation,
                                           request.file, TestCompilers());
  switch (test.outcome) {
  case TestOutcome::Failed:
    return TestAnswer{test.file, test.command};
  case TestOutcome::RanOtherwise:
    return ContradictionAnswer{test.reason};
  case TestOutcome::Inconclusive:
    break;
  }
  return Refusal{"no test: " + test.reason};
}

AssistanceAnswer answer_to(const InvariantRequest& request, const AssistanceEngine& engine,
                           VerificationContext& context) {
  const CheckedAssertion checked =
      engine.check_invariant(request.input, request.options, request.loop, request.expression, context);
  if (checked.verdict != Verdict::Safe || checked.insertions.empty()) {
    return Refusal{"`" + request.expression + "` is not inserted: " + or_otherwise(checked.reason, "it is not proved")};
  }
  return InsertionAnswer{"Insert `" + request.expression + "`", checked.insertions};
}

AssistanceAnswer answer_to(const PreconditionRequest& request, const AssistanceEngine& engine,
                           VerificationContext& context) {
  const std::optional<Precondition> found =
      engine.find_precondition(request.input, request.options, request.violation, context);
  if (!found) {
    return Refusal{"no simple precondition of `" + request.violation.function + "` keeps this from happening"};
  }
  return InsertionAnswer{"Require `" + found->expression + "`", found->insertions};
}

AssistanceAnswer answer_to(const ProofRequest& request, const AssistanceEngine& engine, VerificationContext& context) {
  return engine.prove_expression(request.input, request.options, request.asked, context);
}

} // namespace

AssistanceAnswer assist(const AssistanceRequest& request, const AssistanceEngine& engine) {
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + assistance_time;
  return std::visit([&](const auto& one) { return answer_to(one, engine, context); }, request);
}

int run_assistant(const AssistanceEngine& engine) {
  const int output = take_over_stdout();
  protocol::FrameDecoder decoder;
  std::array<char, 1U << 16U> buffer;
  while (!decoder.error()) {
    if (const std::optional<std::string> body = decoder.next()) {
      const std::optional<AssistanceRequest> request = decode_assistance_request(*body);
      return request && write_all(output, protocol::frame(encode(assist(*request, engine)))) ? 0 : 2;
    }
    const auto count = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count > 0) {
      decoder.feed({buffer.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  std::fputs("vouch assist: no request; only `vouch lsp` starts it\n", stderr);
  return 2;
}

} // namespace vouch::server
