#include "server/lsp/lsp_assistance.hpp"

#include "analysis/support/overloaded.hpp"
#include "protocol/lsp_features.hpp"
#include "server/engine/native_confirmation.hpp"
#include "server/support/file_uri.hpp"
#include "server/support/source_texts.hpp"
#include "server/support/to_protocol.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace vouch::server {

namespace {

using protocol::Json;
using protocol::MessageType;

} // namespace

LspAssistance::LspAssistance(boost::asio::io_context& io, protocol::Connection& connection, const Documents& documents,
                             const LspOptions& options, LspVerification& verification)
    : connection_(connection), documents_(documents), verification_(verification),
      progress_(io, connection, "vouch-assistance", options.progress_delay), processes_(io, options.assistant_command) {
}

void LspAssistance::make_test(const Document& document, VerificationRequest request, const VerifiedTrace& trace) {
  if (!is_as_on_disk(document)) {
    tell(MessageType::Warning, "a test is made of what is on the disk: save the file first");
    return;
  }
  const std::filesystem::path folder = verification_.tests_folder_for(document);
  const std::string name = name_of_test(document.path, trace.violation, 2); // there may be others later
  ask(document,
      TestRequest{std::move(request.input), std::move(request.options), trace.violation, (folder / name).string()},
      "Making a test that fails", trace.id);
}

void LspAssistance::add_precondition(const Document& document, VerificationRequest request,
                                     const Violation& violation) {
  ask(document, PreconditionRequest{std::move(request.input), std::move(request.options), violation},
      "Looking for a precondition");
}

void LspAssistance::insert_invariant(const Document& document, VerificationRequest request, const protocol::Range& loop,
                                     const std::string& expression) {
  const Place place = to_place(document.text, document.path, loop, profile_.encoding);
  ask(document, InvariantRequest{std::move(request.input), std::move(request.options), place, expression},
      "Checking the invariant");
}

void LspAssistance::cancel_progress(const std::string& token) {
  if (const std::optional<RunId> number = progress_.run_of(token)) {
    processes_.cancel(*number);
  }
}

void LspAssistance::ask(const Document& document, AssistanceRequest request, const std::string& title,
                        const std::string& trace) {
  ask(request, title, [this, trace, uri = document.uri, version = document.version](const AssistanceAnswer& answer) {
    std::visit(Overloaded{[&](const TestAnswer& test) { take(test, uri, trace); },
                          [&](const ContradictionAnswer& found) { take(found, uri, trace); },
                          [&](const InsertionAnswer& insertion) { take(insertion, uri, version); },
                          [](const ExpressionAnswer& /*proof*/) {}, // only `prove` asks for that
                          [this](const Refusal& refusal) { tell(MessageType::Warning, refusal.reason); }},
               answer);
  });
}

std::uint64_t LspAssistance::ask(const AssistanceRequest& request, const std::string& title,
                                 std::function<void(const AssistanceAnswer&)> on_answer) {
  const auto number = std::make_shared<std::uint64_t>(0);
  *number = processes_.ask(request, [this, number, on_answer = std::move(on_answer)](const AssistanceAnswer& answer) {
    progress_.end(*number, "finished");
    on_answer(answer);
  });
  progress_.begin(*number, title, profile_.capabilities.work_done_progress);
  return *number;
}

ProofRequest LspAssistance::request_for(const Document& document, VerificationRequest request,
                                        const ProveParams& asked) const {
  const Place place = to_place(document.text, document.path, {asked.position, asked.position}, profile_.encoding);
  return {std::move(request.input), std::move(request.options), {{place.line, place.column}, asked.expression}};
}

void LspAssistance::prove(const Document& document, VerificationRequest request, const ProveParams& asked,
                          protocol::Responder<Json> responder) {
  const auto waiting = std::make_shared<protocol::Responder<Json>>(std::move(responder));
  const std::uint64_t number = ask(
      request_for(document, std::move(request), asked), "Proving an expression",
      [this, waiting, uri = document.uri, version = document.version,
       expression = asked.expression](const AssistanceAnswer& answer) {
        const auto now = documents_.find(uri);
        if (now == documents_.end() || now->second.version != version) {
          waiting->fail({protocol::ErrorCode::ContentModified, "the document has changed meanwhile"});
          return;
        }
        SourceTexts texts(contents_by_path(documents_));
        const auto* found = std::get_if<ExpressionAnswer>(&answer);
        const auto* refusal = std::get_if<Refusal>(&answer);
        const DocumentStatus* status = verification_.status_of(uri);
        waiting->answer(proof_to_json(
            found != nullptr ? *found : ExpressionAnswer{Verdict::Unknown, refusal ? refusal->reason : ""}, expression,
            status != nullptr ? status->verified : VerifiedDocument(), now->second.path, texts, profile_.encoding));
      });
  waiting->on_cancel([this, number] { processes_.cancel(number); });
}

void LspAssistance::prove(const Document& document, VerificationRequest request, const ProveParams& asked) {
  ask(request_for(document, std::move(request), asked), "Proving an expression",
      [this, expression = asked.expression](const AssistanceAnswer& answer) {
        if (const auto* found = std::get_if<ExpressionAnswer>(&answer)) {
          tell(found->verdict == Verdict::Safe ? MessageType::Info : MessageType::Warning,
               sentence_of(*found, expression));
        } else if (const auto* refusal = std::get_if<Refusal>(&answer)) {
          tell(MessageType::Warning, refusal->reason);
        }
      });
}

void LspAssistance::take(const TestAnswer& answer, const std::string& uri, const std::string& trace) {
  verification_.take_native_confirmation(uri, trace);
  tell(MessageType::Info, fmt::format("{} fails as the run does. To repeat that: {}", answer.file, answer.command));
  if (profile_.capabilities.show_document == protocol::Support::Yes) {
    connection_.request("window/showDocument", Json{{"uri", uri_of(answer.file)}, {"takeFocus", true}},
                        [](const protocol::Outcome<Json>&) {});
  }
}

void LspAssistance::take(const ContradictionAnswer& answer, const std::string& uri, const std::string& trace) {
  verification_.take_native_refutation(uri, trace, answer.difference);
  tell(MessageType::Warning, fmt::format("no test: {}: {}", not_shown_natively, answer.difference));
}

void LspAssistance::take(const InsertionAnswer& answer, const std::string& uri, std::int64_t version) {
  const auto document = documents_.find(uri);
  if (document == documents_.end() || document->second.version != version) {
    tell(MessageType::Warning, "the document has changed meanwhile; nothing was inserted");
    return;
  }
  if (profile_.capabilities.apply_edit == protocol::Support::No) {
    tell(MessageType::Warning, "this editor does not let servers edit; to be inserted: " + answer.title);
    return;
  }
  protocol::ApplyWorkspaceEditParams params;
  params.label = answer.title;
  for (const TextInsertion& insertion : answer.insertions) {
    Place place;
    place.line = place.end_line = insertion.line;
    place.column = place.end_column = insertion.column;
    const protocol::Position position = to_range(document->second.text, place, profile_.encoding).start;
    params.edit.changes[uri].push_back({{position, position}, insertion.text});
  }
  connection_.request("workspace/applyEdit", params, [](const protocol::Outcome<Json>&) {});
}

void LspAssistance::tell(MessageType type, std::string message) {
  connection_.notify("window/showMessage", protocol::ShowMessageParams{type, "Vouch: " + std::move(message)});
}

} // namespace vouch::server
