#include "server/engine/worker_messages.hpp"

#include "analysis/support/overloaded.hpp"
#include "protocol/json.hpp"
#include "server/engine/engine_json.hpp"
#include "server/engine/report_codec.hpp"

#include <utility>

namespace vouch::server {

using protocol::Json;

namespace {

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// What `read` makes of `body`; nothing if that is not JSON, or another JSON.
template <class Message, class Read>
std::optional<Message> decode(std::string_view body, const Read& read) {
  const Json json = Json::parse(body, nullptr, false);
  try {
    return json.is_object() ? read(json) : std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

} // namespace

std::string encode(const ToWorker& message) {
  return dump(std::visit(Overloaded{[](const WorkOrder& order) {
                                      return Json{{"input", order.request.input},
                                                  {"options", order.request.options},
                                                  {"jobs", order.request.jobs},
                                                  {"budgetMilliseconds", order.budget.count()},
                                                  {"memoryLimitBytes", order.memory_limit_bytes}};
                                    },
                                    [](StopWork) { return Json{{"stop", true}}; }},
                         message));
}

std::string encode(const FromWorker& message) {
  return std::visit(
      Overloaded{
          [](const WorkProgress& progress) { return dump({{"phase", progress.phase}, {"detail", progress.detail}}); },
          [](const PartialResult& partial) { return dump({{"partial", encode_report(partial.report)}}); },
          [](const FinalResult& result) { return dump({{"final", encode_report(result.report)}}); }},
      message);
}

std::optional<ToWorker> decode_to_worker(std::string_view body) {
  return decode<ToWorker>(body, [](const Json& json) -> std::optional<ToWorker> {
    if (json.contains("stop")) {
      return StopWork{};
    }
    WorkOrder order;
    json.at("input").get_to(order.request.input);
    json.at("options").get_to(order.request.options);
    json.at("jobs").get_to(order.request.jobs);
    order.budget = std::chrono::milliseconds(json.at("budgetMilliseconds").get<std::int64_t>());
    json.at("memoryLimitBytes").get_to(order.memory_limit_bytes);
    return order;
  });
}

std::optional<FromWorker> decode_from_worker(std::string_view body) {
  return decode<FromWorker>(body, [](const Json& json) -> std::optional<FromWorker> {
    if (json.contains("phase")) {
      return WorkProgress{json.at("phase").get<std::string>(), json.at("detail").get<std::string>()};
    }
    const bool is_final = json.contains("final");
    std::optional<FileReport> report =
        decode_report(json.at(is_final ? "final" : "partial").get_ref<const std::string&>());
    if (!report) {
      return std::nullopt;
    }
    return is_final ? FromWorker(FinalResult{*std::move(report)}) : FromWorker(PartialResult{*std::move(report)});
  });
}

} // namespace vouch::server
