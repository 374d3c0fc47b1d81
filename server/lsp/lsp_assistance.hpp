#pragma once

#include "protocol/connection.hpp"
#include "protocol/lsp_window.hpp"
#include "server/lsp/assistant_process.hpp"
#include "server/lsp/lsp_documents.hpp"
#include "server/lsp/lsp_options.hpp"
#include "server/lsp/lsp_progress.hpp"
#include "server/lsp/lsp_proof.hpp"
#include "server/lsp/lsp_verification.hpp"

#include <functional>
#include <string>

namespace vouch::server {

/// Failing tests, invariants and preconditions for the user of an editor: has them made and checked, and puts what
/// comes of it into the document, or says why nothing does. Belongs to the event loop's thread.
class LspAssistance {
public:
  /// `verification` is told what the compiled program does.
  LspAssistance(boost::asio::io_context& io, protocol::Connection& connection, const Documents& documents,
                const LspOptions& options, LspVerification& verification);

  void start_session(const ClientProfile& profile) { profile_ = profile; }

  void make_test(const Document& document, VerificationRequest request, const VerifiedTrace& trace);
  void add_precondition(const Document& document, VerificationRequest request, const Violation& violation);
  /// `loop` is the place of the invariant `expression` in the document.
  void insert_invariant(const Document& document, VerificationRequest request, const protocol::Range& loop,
                        const std::string& expression);

  /// Answers what `asked` says, as the result of `vouch/prove`. If the client cancels it, nothing goes on.
  void prove(const Document& document, VerificationRequest request, const ProveParams& asked,
             protocol::Responder<protocol::Json> responder);
  /// The same for clients that have no place for it but a message.
  void prove(const Document& document, VerificationRequest request, const ProveParams& asked);

  void cancel_progress(const std::string& token);

private:
  void ask(const Document& document, AssistanceRequest request, const std::string& title,
           const std::string& trace = {});
  /// Returns its number.
  std::uint64_t ask(const AssistanceRequest& request, const std::string& title,
                    std::function<void(const AssistanceAnswer&)> on_answer);
  [[nodiscard]] ProofRequest request_for(const Document& document, VerificationRequest request,
                                         const ProveParams& asked) const;
  void take(const TestAnswer& answer, const std::string& uri, const std::string& trace);
  void take(const ContradictionAnswer& answer, const std::string& uri, const std::string& trace);
  void take(const InsertionAnswer& answer, const std::string& uri, std::int64_t version);
  void tell(protocol::MessageType type, std::string message);

  protocol::Connection& connection_;
  const Documents& documents_;
  LspVerification& verification_;
  ClientProfile profile_;
  ProgressReporter progress_;
  AssistantProcesses processes_;
};

} // namespace vouch::server
