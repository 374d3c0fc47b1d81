#include "server/formats/trace_file.hpp"

#include "protocol/json.hpp"
#include "server/formats/replay_recipe.hpp"
#include "server/formats/report_to_json.hpp"
#include "server/formats/violation_from_json.hpp"
#include "server/support/cache_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace vouch::server {
namespace {

using protocol::Json;
using protocol::required_member;

constexpr int format_version = 1;
constexpr std::size_t id_digits = 16;

SourceInput input_from(const Json& json) {
  SourceInput input;
  input.path = required_member<std::string>(json, "path");
  const auto sources = required_member<Json>(json, "sources");
  if (!sources.is_object()) {
    throw protocol::InvalidParams("`sources` must be an object");
  }
  for (const auto& [path, text] : sources.items()) {
    input.unsaved.emplace(path, protocol::read<std::string>(text, "sources"));
  }
  input.clang_arguments = protocol::read_array<std::string>(json, "clangArguments");
  input.build_directory = required_member<std::string>(json, "buildDirectory");
  return input;
}

std::string system_error() { return std::strerror(errno); }

/// Writes to a new file beside `path` and renames it.
std::string write_atomically(const std::string& path, std::string_view text) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor == -1) {
    return system_error();
  }
  std::string problem;
  while (!text.empty() && problem.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      problem = system_error();
    }
  }
  if (close(descriptor) != 0 && problem.empty()) {
    problem = system_error();
  }
  if (problem.empty() && std::rename(temporary.c_str(), path.c_str()) != 0) {
    problem = system_error();
  }
  if (!problem.empty()) {
    unlink(temporary.c_str());
  }
  return problem;
}

/// Other processes may write and remove traces at the same time, so nothing here is an error.
void remove_oldest(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> traces;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    std::error_code missing;
    const auto time = entry->last_write_time(missing);
    if (!missing && entry->path().extension() == ".json" && entry->path().stem().string().size() == id_digits) {
      traces.emplace_back(time, entry->path());
    }
  }
  if (traces.size() <= most_traces) {
    return;
  }
  std::ranges::sort(traces);
  for (std::size_t i = 0; i < traces.size() - most_traces; ++i) {
    fs::remove(traces[i].second, ignored);
  }
}

bool is_id(const std::string& word) {
  return word.size() == id_digits && word.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

std::string to_text(const TraceFile& trace) {
  const nlohmann::ordered_json json = {{"vouchTrace", format_version},
                                       {"path", trace.input.path},
                                       {"sources", trace.input.unsaved},
                                       {"clangArguments", trace.input.clang_arguments},
                                       {"buildDirectory", trace.input.build_directory},
                                       {"options", replay_options_json(trace.options)},
                                       {"violation", to_json(trace.violation)}};
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<TraceFile> parse_trace_file(std::string_view text) {
  const auto json = protocol::parse_json(text);
  if (!json) {
    return Error{"it is not JSON"};
  }
  try {
    if (!json->is_object() || !json->contains("vouchTrace")) {
      return Error{"it is not a trace of vouch"};
    }
    if (const auto version = required_member<int>(*json, "vouchTrace"); version != format_version) {
      return Error{fmt::format("it has version {} of the format; this is version {}", version, format_version)};
    }
    return TraceFile{input_from(*json), replay_options_from_json(required_member<Json>(*json, "options")),
                     violation_from_json(required_member<Json>(*json, "violation"))};
  } catch (const protocol::InvalidParams& problem) {
    return Error{problem.what()};
  } catch (const Json::exception& problem) {
    return Error{problem.what()};
  }
}

std::string trace_id(std::string_view text) {
  // FNV-1a (Fowler, Noll, Vo): an id must be the same on every machine, which std::hash does not promise.
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3ULL;
  }
  return fmt::format("{:016x}", hash);
}

std::string default_traces_folder() {
  const std::string cache = default_cache_folder();
  return cache.empty() ? cache : cache + "/traces";
}

std::string trace_path(const std::string& folder, const std::string& id) { return folder + "/" + id + ".json"; }

Result<std::string> write_trace_file(const std::string& folder, const TraceFile& trace) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{fmt::format("cannot make the folder '{}': {}", folder, error.message())};
  }
  const std::string text = to_text(trace);
  std::string id = trace_id(text);
  const std::string path = trace_path(folder, id);
  if (const std::string problem = write_atomically(path, text); !problem.empty()) {
    return Error{fmt::format("cannot write '{}': {}", path, problem)};
  }
  remove_oldest(folder);
  return id;
}

Result<TraceFile> find_trace(const std::string& folder, const std::string& id_or_path) {
  const std::string path = is_id(id_or_path) ? trace_path(folder, id_or_path) : id_or_path;
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (!file.is_open() || file.bad()) {
    return Error{is_id(id_or_path) ? fmt::format("there is no trace {} in '{}'", id_or_path, folder)
                                   : fmt::format("cannot read the trace file '{}'", path)};
  }
  auto trace = parse_trace_file(text);
  if (!trace) {
    return Error{fmt::format("cannot use the trace file '{}': {}", path, trace.error().message)};
  }
  return trace;
}

} // namespace vouch::server
