#include "server/lsp/lsp_session.hpp"
#include "server/lsp/workspace_files.hpp"
#include "server/support/file_uri.hpp"
#include "server/support/source_scan.hpp"

#include <algorithm>
#include <filesystem>

/// What clients ask for by `workspace/executeCommand`.
namespace vouch::server {

namespace {

using protocol::ErrorCode;
using protocol::Json;
using protocol::NoAnswer;
using protocol::Outcome;
using protocol::ResponseError;

/// The member `name` of a command's argument.
std::string text_member(const Json& argument, const char* name) {
  const Json* member = argument.is_object() ? protocol::find_member(argument, name) : nullptr;
  return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

/// Whether the text names the function. Names in comments count too: then a file is verified in vain.
bool calls(const std::string& text, const std::string& function) {
  return find_word(text, function) != std::string::npos;
}

} // namespace

/// Commands answer at once: some editors wait for the answer and let their user do nothing meanwhile.
Outcome<NoAnswer> LspSession::execute(const protocol::ExecuteCommandParams& params) {
  const Json argument = params.arguments.empty() ? Json() : params.arguments.front();
  const auto document = documents_.find(text_member(argument, "uri"));
  const bool is_source = document != documents_.end() && kind_of(document->second) == DocumentKind::Source;
  if (params.command == commands::verify || params.command == commands::cancel) {
    for (const Document* named : documents_named(params.arguments)) {
      params.command == commands::verify ? verification_.verify(*named) : verification_.cancel(*named);
    }
    if (const std::set<std::string> others = unopened_sources(params.arguments); !others.empty()) {
      params.command == commands::verify ? verification_.verify_unopened(others) : verification_.cancel_workspace();
    }
    return NoAnswer{};
  }
  if (params.command == commands::verify_workspace) {
    for (const Document* open : documents_named({})) {
      verification_.verify(*open);
    }
    const LspSettings& settings = verification_.settings();
    const std::string build_directory = settings.build_folder.empty() || roots_.empty()
                                            ? options_.build_directory
                                            : (std::filesystem::path(*roots_.begin()) / settings.build_folder).string();
    verification_.verify_unopened(files_of_workspace(roots_, build_directory, settings.exclude));
    return NoAnswer{};
  }
  if (params.command == commands::cancel_workspace) {
    verification_.cancel_workspace();
    return NoAnswer{};
  }
  if (!is_source) {
    return ResponseError{ErrorCode::InvalidParams, params.command + " needs the `uri` of an open C source file"};
  }
  if (params.command == commands::select_trace) {
    selected_traces_[document->first] = text_member(argument, "trace");
    refresh_soon();
    return NoAnswer{};
  }
  const std::string function = text_member(argument, "function");
  if (params.command == commands::give_more_time) {
    verification_.give_more_time(document->second, function);
    return NoAnswer{};
  }
  if (params.command == commands::verify_callers) {
    for (const Document* named : documents_named({})) {
      if (calls(named->text, function)) {
        verification_.verify(*named);
      }
    }
    return NoAnswer{};
  }
  return assist(params.command, document->second, argument);
}

/// What takes a process of its own, which says later what comes of it.
Outcome<NoAnswer> LspSession::assist(const std::string& command, const Document& document, const Json& argument) {
  const bool is_about_trace = command == commands::make_test || command == commands::add_precondition;
  try {
    if (command == commands::insert_invariant) {
      const auto loop = protocol::required_member<protocol::Range>(argument, "loop");
      assistance_.insert_invariant(document, verification_.request_for(document), loop,
                                   text_member(argument, "expression"));
      return NoAnswer{};
    }
    if (command == commands::prove) {
      assistance_.prove(document, verification_.request_for(document), argument.get<ProveParams>());
      return NoAnswer{};
    }
  } catch (const protocol::InvalidParams& problem) {
    return ResponseError{ErrorCode::InvalidParams, problem.what()};
  }
  if (!is_about_trace) {
    return ResponseError{ErrorCode::InvalidParams, "unknown command " + command};
  }
  const DocumentStatus* status = verification_.status_of(document.uri);
  const VerifiedTrace* trace =
      status == nullptr ? nullptr : trace_with(status->verified, text_member(argument, "trace"));
  if (trace == nullptr) {
    return ResponseError{ErrorCode::InvalidParams, no_such_run};
  }
  if (command == commands::make_test) {
    assistance_.make_test(document, verification_.request_for(document), *trace);
  } else {
    assistance_.add_precondition(document, verification_.request_for(document), trace->violation);
  }
  return NoAnswer{};
}

/// The open sources among `uris`; all of them if there is none.
std::vector<const Document*> LspSession::documents_named(const std::vector<Json>& uris) const {
  std::vector<const Document*> named;
  for (const auto& [uri, document] : documents_) {
    const bool is_meant = uris.empty() || std::find(uris.begin(), uris.end(), Json(uri)) != uris.end();
    if (is_meant && kind_of(document) == DocumentKind::Source) {
      named.push_back(&document);
    }
  }
  return named;
}

/// The paths of C files among `uris` that are not open.
std::set<std::string> LspSession::unopened_sources(const std::vector<Json>& uris) const {
  std::set<std::string> paths;
  for (const Json& uri : uris) {
    const std::string text = uri.is_string() ? uri.get<std::string>() : std::string();
    const std::optional<std::string> path = path_of(text);
    if (path && path->ends_with(".c") && !documents_.contains(text)) {
      paths.insert(*path);
    }
  }
  return paths;
}

} // namespace vouch::server
