#include "server/formats/coverage.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <vector>

namespace vouch::server {

namespace {

bool is_proved(CheckState state) { return state == CheckState::Proved || state == CheckState::LeftToCallers; }

struct FileCoverage {
  std::vector<const FunctionReport*> functions;
  std::map<unsigned, std::vector<CheckState>> checks; ///< by line
};

void append(std::string& out, const std::string& path, const FileCoverage& file) {
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "TN:vouch\nSF:{}\n", path);
  for (const FunctionReport* function : file.functions) {
    fmt::format_to(end, "FN:{},{}\n", function->place.line, function->name);
  }
  for (const FunctionReport* function : file.functions) {
    fmt::format_to(end, "FNDA:{},{}\n", function->verdict == Verdict::Safe ? 1 : 0, function->name);
  }
  const auto proved = std::ranges::count_if(
      file.functions, [](const FunctionReport* function) { return function->verdict == Verdict::Safe; });
  fmt::format_to(end, "FNF:{}\nFNH:{}\n", file.functions.size(), proved);

  std::size_t checks = 0;
  std::ptrdiff_t proved_checks = 0;
  std::size_t proved_lines = 0;
  for (const auto& [line, states] : file.checks) {
    for (std::size_t number = 0; number < states.size(); ++number) {
      const char* taken = states[number] == CheckState::NotReached ? "-" : is_proved(states[number]) ? "1" : "0";
      fmt::format_to(end, "BRDA:{},0,{},{}\n", line, number, taken);
    }
    checks += states.size();
    proved_checks += std::ranges::count_if(states, is_proved);
  }
  fmt::format_to(end, "BRF:{}\nBRH:{}\n", checks, proved_checks);
  for (const auto& [line, states] : file.checks) {
    const bool is_hit = std::ranges::all_of(states, is_proved);
    fmt::format_to(end, "DA:{},{}\n", line, is_hit ? 1 : 0);
    proved_lines += is_hit ? 1 : 0;
  }
  fmt::format_to(end, "LF:{}\nLH:{}\nend_of_record\n", file.checks.size(), proved_lines);
}

} // namespace

std::string to_lcov(const CheckReport& report, const std::string& working_directory) {
  const auto absolute = [&](const std::string& path) {
    return (std::filesystem::path(working_directory) / path).lexically_normal().string();
  };
  std::map<std::string, FileCoverage> files;
  for (const FileReport& file : report.files) {
    files.try_emplace(absolute(file.path)); // it is there if it has no function, too
    for (const FunctionReport& function : file.functions) {
      const auto path_of = [&](const Place& place) { return absolute(place.file.empty() ? file.path : place.file); };
      files[path_of(function.place)].functions.push_back(&function);
      for (const ReportedCheck& check : function.check_list) {
        files[path_of(check.place)].checks[check.place.line].push_back(check.state);
      }
    }
  }
  std::string out;
  for (const auto& [path, file] : files) {
    append(out, path, file);
  }
  return out;
}

} // namespace vouch::server
