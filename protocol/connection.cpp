#include "protocol/connection.hpp"

#include <utility>

namespace vouch::protocol {

namespace {

struct CancelParams {
  RequestId id;
};

void from_json(const Json& json, CancelParams& params) {
  const Json* id = find_member(json, "id");
  if (id != nullptr && id->is_string()) {
    params.id = id->get<std::string>();
  } else {
    params.id = required_member<std::int64_t>(json, "id");
  }
}

} // namespace

void from_json(const Json& /*json*/, NoParams& /*params*/) {}
void to_json(Json& json, const NoParams& /*params*/) { json = nullptr; }
void to_json(Json& json, const NoAnswer& /*answer*/) { json = nullptr; }

class PendingRequests {
public:
  using Send = std::function<void(Response)>;

  explicit PendingRequests(Send send) : send_(std::move(send)) {}

  /// A ticket for the request; nothing if one with the same id is still unanswered.
  std::optional<std::uint64_t> add(const RequestId& id, const std::string& method) {
    for (const auto& [ticket, request] : requests_) {
      if (request.id == id) {
        return std::nullopt;
      }
    }
    requests_.emplace(next_ticket_, PendingRequest{id, method, {}});
    return next_ticket_++;
  }

  void finish(std::uint64_t ticket, Outcome<Json> outcome) {
    auto request = requests_.extract(ticket);
    if (!request.empty()) {
      send_({std::move(request.mapped().id), std::move(request.mapped().method), std::move(outcome)});
    }
  }

  void on_cancel(std::uint64_t ticket, std::function<void()> handler) {
    if (const auto request = requests_.find(ticket); request != requests_.end()) {
      request->second.cancelled = std::move(handler);
    }
  }

  /// Requests that are unknown or answered already are not an error: the answer may have crossed the cancellation.
  void cancel(const RequestId& id) {
    for (auto& [ticket, request] : requests_) {
      if (request.id == id) {
        const auto cancelled = std::move(request.cancelled);
        finish(ticket, ResponseError{ErrorCode::RequestCancelled, "cancelled by the client"});
        if (cancelled) {
          cancelled();
        }
        return;
      }
    }
  }

private:
  struct PendingRequest {
    RequestId id;
    std::string method;
    std::function<void()> cancelled;
  };

  Send send_;
  std::unordered_map<std::uint64_t, PendingRequest> requests_;
  std::uint64_t next_ticket_ = 1;
};

ResponderBase::ResponderBase(std::weak_ptr<PendingRequests> requests, std::uint64_t ticket)
    : requests_(std::move(requests)), ticket_(ticket) {}

ResponderBase::~ResponderBase() { finish(ResponseError{ErrorCode::InternalError, "the request was dropped"}); }

void ResponderBase::fail(ResponseError error) { finish(std::move(error)); }

void ResponderBase::on_cancel(std::function<void()> handler) {
  if (const auto requests = requests_.lock()) {
    requests->on_cancel(ticket_, std::move(handler));
  }
}

void ResponderBase::finish(Outcome<Json> outcome) {
  if (const auto requests = requests_.lock()) {
    requests->finish(ticket_, std::move(outcome));
  }
}

Connection::Connection(std::unique_ptr<MessageFormat> format, Hooks hooks)
    : format_(std::move(format)), hooks_(std::move(hooks)),
      pending_(std::make_shared<PendingRequests>([this](Response response) { send(std::move(response)); })) {
  on_notification<CancelParams>("$/cancelRequest", [this](const CancelParams& params) { pending_->cancel(params.id); });
}

Connection::~Connection() = default;

void Connection::receive(std::string_view body) {
  std::optional<Json> json = parse_json(body);
  if (!json) {
    handle(MalformedMessage{std::nullopt, {ErrorCode::ParseError, "the message is not JSON, or nested too deeply"}});
    return;
  }
  std::visit([this](auto message) { handle(std::move(message)); }, format_->decode(std::move(*json)));
}

void Connection::report_broken_stream(std::string why) {
  handle(MalformedMessage{std::nullopt, {ErrorCode::ParseError, std::move(why)}});
}

void Connection::add_request_handler(const std::string& method, RequestHandler handler) {
  request_handlers_[method] = std::move(handler);
}

void Connection::add_notification_handler(const std::string& method, NotificationHandler handler) {
  notification_handlers_[method] = std::move(handler);
}

void Connection::send_request(const std::string& method, Json params,
                              std::function<void(const Outcome<Json>&)> handler) {
  const std::int64_t id = next_request_id_++;
  awaited_.emplace(id, std::move(handler));
  send(Request{id, method, std::move(params)});
}

void Connection::send(OutgoingMessage message) { hooks_.send(to_text(format_->encode(std::move(message)))); }

void Connection::handle(Request request) {
  const std::optional<std::uint64_t> ticket = pending_->add(request.id, request.method);
  if (!ticket) {
    send(Response{request.id, request.method,
                  ResponseError{ErrorCode::InvalidRequest, "a request with this id is still unanswered"}});
    return;
  }
  if (auto refusal = hooks_.refuse(request.method)) {
    pending_->finish(*ticket, std::move(*refusal));
    return;
  }
  const auto handler = request_handlers_.find(request.method);
  if (handler == request_handlers_.end()) {
    pending_->finish(*ticket, ResponseError{ErrorCode::MethodNotFound, "unknown method " + request.method});
    return;
  }
  handler->second(request.params, *ticket);
}

void Connection::handle(Notification notification) {
  if (hooks_.refuse(notification.method)) {
    return;
  }
  const auto handler = notification_handlers_.find(notification.method);
  if (handler != notification_handlers_.end()) {
    handler->second(notification.params);
  } else if (!notification.method.starts_with("$/")) {
    hooks_.complain("unknown notification " + notification.method);
  }
}

void Connection::handle(Response response) {
  const std::int64_t* id = response.id ? std::get_if<std::int64_t>(&*response.id) : nullptr;
  auto handler = id != nullptr ? awaited_.extract(*id) : decltype(awaited_)::node_type();
  if (handler.empty()) {
    hooks_.complain("response to a request that was not sent");
    return;
  }
  handler.mapped()(response.outcome);
}

void Connection::handle(MalformedMessage message) {
  send(Response{std::move(message.id), {}, std::move(message.error)});
}

} // namespace vouch::protocol
