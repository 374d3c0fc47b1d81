#include "server/lsp/attention.hpp"

#include <algorithm>

namespace vouch::server {

namespace {

Focus::VisibleDocument visible_document(const protocol::Json& json) {
  return {protocol::required_member<std::string>(json, "uri"),
          protocol::optional_member<protocol::Range>(json, "range")};
}

} // namespace

void from_json(const protocol::Json& json, Focus& focus) {
  focus.active = protocol::optional_member<std::string>(json, "active").value_or("");
  focus.visible.clear();
  for (const auto& document : protocol::read_array<protocol::Json>(json, "visible")) {
    focus.visible.push_back(visible_document(document));
  }
}

Urgency Attention::urgency_of(const std::string& uri) const {
  Urgency urgency;
  if (const auto touched = touched_.find(uri); touched != touched_.end()) {
    urgency.last_touched = touched->second;
  }
  if (focus_) {
    urgency.sight = focus_->active == uri ? Sight::Active : visible(uri) != nullptr ? Sight::Visible : Sight::Hidden;
  }
  return urgency;
}

std::optional<protocol::Range> Attention::range_in_view(const std::string& uri) const {
  const Focus::VisibleDocument* document = visible(uri);
  return document == nullptr ? std::nullopt : document->range;
}

const Focus::VisibleDocument* Attention::visible(const std::string& uri) const {
  if (!focus_) {
    return nullptr;
  }
  const auto found = std::ranges::find(focus_->visible, uri, &Focus::VisibleDocument::uri);
  return found == focus_->visible.end() ? nullptr : &*found;
}

} // namespace vouch::server
