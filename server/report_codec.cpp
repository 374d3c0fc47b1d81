#include "server/report_codec.hpp"

#include "server/graph_to_json.hpp"

namespace vouch {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Statistics, refinements, abstract_states, solver_queries, block_hits, block_misses,
                                   block_checks, block_cuts, block_readded, block_rounds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Place, file, line, column, end_line, end_column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TraceStep, place, function, kind, text, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReplayableRun, entry, inputs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Violation, property, code, message, function, place, confirmed, reach, trace, run,
                                   fingerprint)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FunctionSummary, requirements, guarantees, changes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FunctionReport, name, place, verdict, reason, milliseconds, from_cache, body,
                                   summary)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Invariant, function, place, text, variables)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Message, severity, place, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FileReport, path, compiles, verdict, reason, functions, violations, invariants,
                                   unreachable, assumptions, messages, graphs, linked_files, included_files, statistics,
                                   seconds, parse_seconds)

namespace server {

std::string encode_report(const FileReport& report) {
  return nlohmann::json(report).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<FileReport> decode_report(std::string_view text) {
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return std::nullopt;
  }
  try {
    return json.get<FileReport>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

} // namespace server
} // namespace vouch
