#pragma once

#include "protocol/message.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vouch::protocol {

/// The params of messages that have none.
struct NoParams {};
void from_json(const Json& json, NoParams& params);
void to_json(Json& json, const NoParams& params);

/// An answer that says nothing: JSON's null.
struct NoAnswer {};
void to_json(Json& json, const NoAnswer& answer);

/// The requests that arrived and have not been answered. Shared by a connection and its responders, which may outlive
/// it.
class PendingRequests;

/// The duty to answer one request. Whoever drops it unanswered has it answered with an internal error, so that every
/// request gets exactly one response.
class ResponderBase {
public:
  ResponderBase(std::weak_ptr<PendingRequests> requests, std::uint64_t ticket);
  ResponderBase(ResponderBase&&) noexcept = default;
  ResponderBase& operator=(ResponderBase&&) = delete;
  ~ResponderBase();

  /// Ends the request with an error; without effect if it was cancelled.
  void fail(ResponseError error);

  /// Whom to tell if the client cancels the request. By then it has been answered.
  void on_cancel(std::function<void()> handler);

protected:
  void finish(Outcome<Json> outcome);

private:
  std::weak_ptr<PendingRequests> requests_;
  std::uint64_t ticket_;
};

template <class Answer>
class Responder : public ResponderBase {
public:
  using ResponderBase::ResponderBase;

  /// Ends the request with its result; without effect if it was cancelled.
  void answer(const Answer& answer) { finish(Json(answer)); }
  void finish_with(const Outcome<Answer>& outcome) {
    if (const auto* error = std::get_if<ResponseError>(&outcome)) {
      fail(*error);
    } else {
      answer(std::get<Answer>(outcome));
    }
  }
};

/// Dispatches the messages of one peer to typed handlers and writes the answers. Belongs to one thread.
///
/// Handlers take what `from_json` makes of the params; what it refuses (by `InvalidParams` or the JSON library's
/// exceptions) is answered with "invalid params" and, for notifications, told to `complain`.
class Connection {
public:
  struct Hooks {
    std::function<void(std::string body)> send;
    /// Told about messages that cannot be answered with an error: bad notifications, unknown responses.
    std::function<void(std::string complaint)> complain;
    /// Why a request or notification is refused now, if it is: the protocol's life cycle. Refused notifications vanish.
    std::function<std::optional<ResponseError>(const std::string& method)> refuse;
  };

  Connection(std::unique_ptr<MessageFormat> format, Hooks hooks);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Handles one message. A text that is not JSON is answered with a parse error.
  void receive(std::string_view body);

  /// Tells the peer that its stream cannot be read any more.
  void report_broken_stream(std::string why);

  /// A request that `handler` answers before it returns.
  template <class Params, class Answer>
  void on_request(const std::string& method, std::function<Outcome<Answer>(Params)> handler) {
    on_deferred_request<Params, Answer>(method,
                                        [handler = std::move(handler)](Params params, Responder<Answer> responder) {
                                          responder.finish_with(handler(std::move(params)));
                                        });
  }

  /// A request that is answered later. Meanwhile the client can cancel it.
  template <class Params, class Answer>
  void on_deferred_request(const std::string& method, std::function<void(Params, Responder<Answer>)> handler) {
    add_request_handler(method, [this, handler = std::move(handler)](const Json& params, std::uint64_t ticket) {
      Responder<Answer> responder(pending_, ticket);
      std::optional<Params> read = read_params<Params>(
          params, [&responder](std::string why) { responder.fail({ErrorCode::InvalidParams, std::move(why)}); });
      if (read) {
        handler(std::move(*read), std::move(responder));
      }
    });
  }

  template <class Params>
  void on_notification(const std::string& method, std::function<void(Params)> handler) {
    add_notification_handler(method, [this, method, handler = std::move(handler)](const Json& params) {
      std::optional<Params> read = read_params<Params>(
          params, [this, &method](std::string why) { hooks_.complain(method + ": " + std::move(why)); });
      if (read) {
        handler(std::move(*read));
      }
    });
  }

  template <class Params>
  void notify(const std::string& method, const Params& params) {
    send(Notification{method, Json(params)});
  }

  /// Sends a request; `handler` gets what the peer answers, if it ever does.
  template <class Params>
  void request(const std::string& method, const Params& params, std::function<void(const Outcome<Json>&)> handler) {
    send_request(method, Json(params), std::move(handler));
  }

private:
  using RequestHandler = std::function<void(const Json& params, std::uint64_t ticket)>;
  using NotificationHandler = std::function<void(const Json& params)>;

  template <class Params, class Complain>
  static std::optional<Params> read_params(const Json& params, Complain complain) {
    try {
      return params.get<Params>();
    } catch (const InvalidParams& problem) {
      complain(problem.what());
    } catch (const Json::exception& problem) {
      complain(problem.what());
    }
    return std::nullopt;
  }

  void add_request_handler(const std::string& method, RequestHandler handler);
  void add_notification_handler(const std::string& method, NotificationHandler handler);
  void send_request(const std::string& method, Json params, std::function<void(const Outcome<Json>&)> handler);
  void send(OutgoingMessage message);
  void handle(Request request);
  void handle(Notification notification);
  void handle(Response response);
  void handle(MalformedMessage message);

  std::unique_ptr<MessageFormat> format_;
  Hooks hooks_;
  std::shared_ptr<PendingRequests> pending_;
  std::unordered_map<std::string, RequestHandler> request_handlers_;
  std::unordered_map<std::string, NotificationHandler> notification_handlers_;
  std::unordered_map<std::int64_t, std::function<void(const Outcome<Json>&)>> awaited_;
  std::int64_t next_request_id_ = 1;
};

} // namespace vouch::protocol
