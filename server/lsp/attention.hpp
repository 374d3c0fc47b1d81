#pragma once

#include "protocol/lsp_text.hpp"
#include "server/lsp/schedule.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouch::server {

/// What the user has on the screen, as a client tells: the params of `vouch/focus`. See docs/protocol.md.
struct Focus {
  struct VisibleDocument {
    std::string uri;
    std::optional<protocol::Range> range; ///< the part that is seen, if the client says
  };
  std::string active; ///< the URI of the document with the caret; empty: none
  std::vector<VisibleDocument> visible;
};

void from_json(const protocol::Json& json, Focus& focus);

/// What the user looks at and has worked on, and so which documents are wanted first.
class Attention {
public:
  /// The user has done something with the document: opened, edited or saved it, or asked for its verdict.
  void touch(const std::string& uri) { touched_[uri] = ++moment_; }
  void look_at(Focus focus) { focus_ = std::move(focus); }
  void forget(const std::string& uri) { touched_.erase(uri); }

  [[nodiscard]] Urgency urgency_of(const std::string& uri) const;

  /// What is seen of the document, if a client has said so.
  [[nodiscard]] std::optional<protocol::Range> range_in_view(const std::string& uri) const;

private:
  [[nodiscard]] const Focus::VisibleDocument* visible(const std::string& uri) const;

  std::optional<Focus> focus_; ///< none: the client does not say
  std::map<std::string, std::uint64_t> touched_;
  std::uint64_t moment_ = 0;
};

} // namespace vouch::server
