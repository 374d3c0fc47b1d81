#include "analysis/reuse/made_attempts.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace vouch::reuse {
namespace {

using Json = nlohmann::json;

template <class Values, class ToJson>
Json json_of(const Values& values, ToJson to_json) {
  Json result = Json::array();
  std::ranges::transform(values, std::back_inserter(result), to_json);
  return result;
}

template <class Value, class FromJson>
std::vector<Value> values_of(const Json& json, FromJson from_json) {
  std::vector<Value> result;
  std::ranges::transform(json, std::back_inserter(result), from_json);
  return result;
}

Json json_of(const Message& message) {
  const Place& place = message.place;
  return {static_cast<int>(message.severity),
          message.text,
          place.file,
          place.line,
          place.column,
          place.end_line,
          place.end_column};
}

Message message_of(const Json& json) {
  return {static_cast<MessageSeverity>(json.at(0).get<int>()),
          {json.at(2), json.at(3), json.at(4), json.at(5), json.at(6)},
          json.at(1)};
}

Json json_of(const Statistics& statistics) {
  return {{"counters", json_of(statistics_counters, [&](auto counter) { return Json(statistics.*counter); })},
          {"states", statistics.states_by_analysis}};
}

Statistics statistics_of(const Json& json) {
  Statistics result;
  for (std::size_t i = 0; i < statistics_counters.size(); ++i) {
    result.*statistics_counters[i] = json.at("counters").at(i);
  }
  json.at("states").get_to(result.states_by_analysis);
  return result;
}

Json json_of(const MadeAttempt& attempt) {
  return {{"isFromCache", attempt.is_from_cache},
          {"hasAnalysed", attempt.has_analysed},
          {"isOutOfMemory", attempt.is_out_of_memory},
          {"messages", json_of(attempt.messages, [](const Message& message) { return json_of(message); })},
          {"statistics", json_of(attempt.statistics)},
          {"milliseconds", attempt.milliseconds}};
}

MadeAttempt made_attempt_of(const Json& json) {
  return {json.at("isFromCache"),
          json.at("hasAnalysed"),
          json.at("isOutOfMemory"),
          values_of<Message>(json.at("messages"), message_of),
          statistics_of(json.at("statistics")),
          json.at("milliseconds")};
}

Json json_of(const StoreEntry& entry) {
  return {entry.key.fingerprint.high, entry.key.fingerprint.low, entry.key.text, entry.value, entry.cost_milliseconds};
}

StoreEntry entry_of(const Json& json) { return {{{json.at(0), json.at(1)}, json.at(2)}, json.at(3), json.at(4)}; }

} // namespace

std::string to_bytes(const MadeAttempts& made) {
  const Json json = {{"attempts", json_of(made.attempts, [](const MadeAttempt& attempt) { return json_of(attempt); })},
                     {"found", json_of(made.found, [](const StoreEntry& entry) { return json_of(entry); })}};
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

MadeAttempts made_attempts_of(const std::string& bytes) {
  const Json json = Json::from_cbor(bytes);
  return {values_of<MadeAttempt>(json.at("attempts"), made_attempt_of),
          values_of<StoreEntry>(json.at("found"), entry_of)};
}

} // namespace vouch::reuse
