#include "tests/fuzz/message_mutator.hpp"

#include <array>
#include <limits>

namespace vouch::test {

std::string MessageMutator::uri() {
  const std::array<const char*, 6> uris = {"file:///tmp/a.c",      "file:///tmp/b.c", "file:///tmp/a.h",
                                           "file:///tmp/%C3%A9.c", "untitled:1",      "file:///%"};
  return uris[below(one_in(4) ? uris.size() : 3)];
}

std::string MessageMutator::text() {
  const std::array<const char*, 12> pieces = {"assert(0)", "broken", "undecided", "slow", "throws", "é",
                                              "😀",        "\n",     "\r\n",      "\r",   " ",      "int x;"};
  std::string text;
  for (std::size_t i = below(12); i > 0; --i) {
    text += pieces[below(pieces.size())];
  }
  return text;
}

Json MessageMutator::position() { return {{"line", below(8)}, {"character", below(20)}}; }

Json MessageMutator::valid_message() {
  const auto request = [this](const char* method, Json params) {
    const Json id = one_in(2) ? Json(below(50)) : Json("id" + std::to_string(below(5)));
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
  };
  const auto notification = [](const char* method, Json params) {
    return Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
  };
  const Json document = {{"textDocument", {{"uri", uri()}}}};
  switch (below(16)) {
  case 0:
    return request("initialize", {{"capabilities",
                                   {{"general", {{"positionEncodings", {one_in(2) ? "utf-8" : "utf-32"}}}},
                                    {"window", {{"workDoneProgress", true}}},
                                    {"workspace", {{"configuration", one_in(2)}}}}},
                                  {"initializationOptions", {{"verifyOn", one_in(2) ? "change" : "save"}}}});
  case 1:
    return notification("initialized", Json::object());
  case 2:
  case 3:
    return notification(
        "textDocument/didOpen",
        {{"textDocument", {{"uri", uri()}, {"languageId", "c"}, {"version", below(9)}, {"text", text()}}}});
  case 4:
  case 5:
  case 6: {
    Json changes = Json::array();
    for (std::size_t i = below(4); i > 0; --i) {
      Json change = {{"text", text()}};
      if (!one_in(4)) {
        change["range"] = {{"start", position()}, {"end", position()}};
      }
      changes.push_back(std::move(change));
    }
    return notification("textDocument/didChange", {{"textDocument", {{"uri", uri()}, {"version", below(99)}}},
                                                   {"contentChanges", std::move(changes)}});
  }
  case 7:
    return notification("textDocument/didSave", document);
  case 8:
    return notification("textDocument/didClose", document);
  case 9:
    return request("vouch/verify", document);
  case 10:
    return notification("$/cancelRequest", {{"id", below(50)}});
  case 11:
    return request("workspace/executeCommand",
                   {{"command", one_in(2) ? "vouch.verify" : "vouch.cancel"}, {"arguments", Json::array({uri()})}});
  case 12:
    return notification("workspace/didChangeConfiguration",
                        {{"settings", {{"vouch", {{"budgetSeconds", below(3)}, {"verifyOn", "manual"}}}}}});
  case 13:
    return notification("window/workDoneProgress/cancel", {{"token", "vouch/" + std::to_string(below(9))}});
  case 14:
    return Json{{"jsonrpc", "2.0"}, {"id", below(5)}, {"result", Json::array({{{"verifyOn", "save"}}})}};
  default:
    return one_in(8) ? request("shutdown", nullptr) : request("textDocument/hover", document);
  }
}

Json MessageMutator::junk(int depth) {
  switch (below(depth > 3 ? 8 : 10)) {
  case 0:
    return nullptr;
  case 1:
    return -1;
  case 2:
    return std::numeric_limits<std::uint64_t>::max();
  case 3:
    return 1.5;
  case 4:
    return one_in(2);
  case 5:
    return "";
  case 6:
    return std::string(below(300), 'x');
  case 7:
    return "2.0";
  case 8:
    return Json::array({junk(depth + 1), junk(depth + 1)});
  default:
    return Json{{"uri", junk(depth + 1)}, {"line", junk(depth + 1)}};
  }
}

/// Replaces, removes or adds something somewhere in `json`.
void MessageMutator::damage_value(Json& json) {
  if (json.is_structured() && !json.empty() && !one_in(4)) {
    auto chosen = json.begin();
    std::advance(chosen, below(json.size()));
    if (one_in(6)) {
      json.erase(chosen);
    } else {
      damage_value(*chosen);
    }
    return;
  }
  json = junk(0);
}

void MessageMutator::damage_bytes(std::string& bytes) {
  for (std::size_t i = below(4) + 1; i > 0 && !bytes.empty(); --i) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
    case 0:
      bytes[at] = static_cast<char>(below(256));
      break;
    case 1:
      bytes.erase(at, below(10));
      break;
    case 2:
      bytes.insert(at, bytes.substr(below(bytes.size()), below(20)));
      break;
    default:
      bytes.insert(at, std::string(below(3000), "[{\"\\"[below(4)]));
      break;
    }
  }
}

std::string MessageMutator::body() {
  Json message = valid_message();
  while (one_in(3)) {
    damage_value(message);
  }
  std::string body = message.dump();
  if (one_in(5)) {
    damage_bytes(body);
  }
  return body;
}

std::string MessageMutator::frame(const std::string& body) {
  std::string bytes = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  if (one_in(100)) {
    damage_bytes(bytes);
  }
  return bytes;
}

} // namespace vouch::test
