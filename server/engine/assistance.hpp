#pragma once

#include "analysis/asked_expression.hpp"
#include "analysis/report/report.hpp"
#include "analysis/suggestions.hpp"
#include "server/engine/test_runs.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What a user of an editor asks for besides verdicts, each done by a process that is started for it: `vouch assist`.
namespace vouch::server {

/// A C file that fails as the violation's run does, made and tried.
struct TestRequest {
  SourceInput input;
  Options options;
  Violation violation;
  std::string file; ///< where it is to be
};

/// An invariant as an assertion in the loop, checked.
struct InvariantRequest {
  SourceInput input;
  Options options;
  Place loop;
  std::string expression;
};

/// An assertion on parameters with which the violation is gone, checked.
struct PreconditionRequest {
  SourceInput input;
  Options options;
  Violation violation;
};

/// Whether a condition always holds at a place.
struct ProofRequest {
  SourceInput input;
  Options options;
  AskedExpression asked;
};

using AssistanceRequest = std::variant<TestRequest, InvariantRequest, PreconditionRequest, ProofRequest>;

struct TestAnswer {
  std::string file;
  std::string command; ///< compiles and runs it
};

/// The compiled program does not do what the violation says.
struct ContradictionAnswer {
  std::string difference; ///< what it does instead
};

struct InsertionAnswer {
  std::string title; ///< what is inserted, in words
  std::vector<TextInsertion> insertions;
};

/// Why nothing comes of it, in words.
struct Refusal {
  std::string reason;
};

using AssistanceAnswer = std::variant<TestAnswer, InsertionAnswer, Refusal, ContradictionAnswer, ExpressionAnswer>;

/// The engine's part of it.
struct AssistanceEngine {
  FailingTestEngine failing_tests;
  std::function<CheckedAssertion(const SourceInput&, const Options&, const Place&, const std::string&,
                                 VerificationContext&)>
      check_invariant;
  std::function<std::optional<Precondition>(const SourceInput&, const Options&, const Violation&, VerificationContext&)>
      find_precondition;
  std::function<ExpressionAnswer(const SourceInput&, const Options&, const AskedExpression&, VerificationContext&)>
      prove_expression;
};

/// How long the engine may take for one request.
inline constexpr std::chrono::seconds assistance_time{30};

AssistanceAnswer assist(const AssistanceRequest& request, const AssistanceEngine& engine);

/// `vouch assist`: reads one request from stdin, writes the answer to stdout. Returns the exit status.
int run_assistant(const AssistanceEngine& engine);

/// The body of a frame; reading gives nothing if it is something else.
std::string encode(const AssistanceRequest& request);
std::string encode(const AssistanceAnswer& answer);
std::optional<AssistanceRequest> decode_assistance_request(std::string_view body);
std::optional<AssistanceAnswer> decode_assistance_answer(std::string_view body);

} // namespace vouch::server
