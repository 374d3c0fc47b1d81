#include "server/check.hpp"

#include "server/check_report.hpp"
#include "server/compilation_database.hpp"
#include "server/graph_file.hpp"
#include "server/report_to_json.hpp"
#include "server/report_to_text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouch::server {
namespace {

using Clock = std::chrono::steady_clock;

/// What a run may take beyond its timeout before it is ended; the contract allows 10 %, and printing takes time too.
constexpr int grace_percent = 5;

/// Why the file cannot be verified; empty if it can be opened.
std::string problem_with(const std::string& path) {
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor == -1) {
    return std::strerror(errno);
  }
  struct stat status {};
  bool is_directory = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
  close(descriptor);
  return is_directory ? std::strerror(EISDIR) : "";
}

bool all_readable(const std::vector<std::string>& files) {
  bool readable = true;
  for (const auto& file : files) {
    if (auto problem = problem_with(file); !problem.empty()) {
      std::fprintf(stderr, "vouch: cannot read '%s': %s\n", file.c_str(), problem.c_str());
      readable = false;
    }
  }
  return readable;
}

/// Three quarters of the machine's memory, or less if the process is limited.
std::uint64_t default_memory_limit() {
  auto limit = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  for (auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit granted{};
    if (getrlimit(resource, &granted) == 0 && granted.rlim_cur != RLIM_INFINITY) {
      limit = std::min<std::uint64_t>(limit, granted.rlim_cur);
    }
  }
  return limit / 4 * 3;
}

bool shows_colours(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) == 1 && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
         std::strcmp(terminal, "dumb") != 0;
}

Colours colours_for(int descriptor) { return shows_colours(descriptor) ? Colours::On : Colours::Off; }

RunContext logging_context(const std::shared_ptr<spdlog::logger>& log) {
  RunContext context;
  context.log = [log](std::string_view message) { log->info(message); };
  context.on_progress = [log](const Progress& progress) { log->debug("{} {}", progress.phase, progress.detail); };
  return context;
}

void print_messages(const FileReport& file) {
  for (const auto& message : file.messages) {
    std::fputs(to_text(message, colours_for(STDERR_FILENO)).c_str(), stderr);
  }
}

/// The report, whole and with nothing else. False if stdout does not take it.
bool print_report(const CheckReport& report, const CheckOptions& options) {
  std::string text;
  if (options.format == ReportFormat::Json) {
    text = to_json(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  } else {
    text = to_text(report, colours_for(STDOUT_FILENO),
                   options.show_statistics ? StatisticsTable::Print : StatisticsTable::Leave);
  }
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

/// On a terminal, how many of several files are done.
class ProgressLine {
public:
  explicit ProgressLine(std::size_t files) : files_(files), is_shown_(files > 1 && shows_colours(STDERR_FILENO)) {}

  void show_one_more(const std::string& last) {
    ++done_;
    if (is_shown_ && done_ < files_) {
      constexpr std::size_t width = 24;
      const std::size_t filled = width * done_ / files_;
      const std::string bar = std::string(filled, '#') + std::string(width - filled, '.');
      std::fprintf(stderr, "[%s] %zu of %zu files, %.60s", bar.c_str(), done_, files_, last.c_str());
      std::fflush(stderr);
    }
  }
  void clear() const {
    if (is_shown_ && done_ > 0) {
      std::fputs("\r\033[K", stderr);
    }
  }

private:
  std::size_t files_;
  std::size_t done_ = 0;
  bool is_shown_;
};

CheckReport verify_files(const CheckOptions& options, const Verify& verify, const RunContext& context,
                         Clock::time_point begin) {
  StopSignals signals;
  Budget budget;
  budget.deadline = begin + options.timeout;
  budget.grace = options.timeout * grace_percent / 100;
  budget.memory_limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes : default_memory_limit();

  std::vector<SourceInput> inputs;
  for (const auto& path : options.files) {
    inputs.push_back({path, {}, options.clang_arguments, options.build_directory});
  }
  CheckReport report;
  report.files.resize(inputs.size());
  report.recipes.resize(inputs.size());
  ProgressLine progress(inputs.size());
  verify_isolated(verify, inputs, options.jobs, options.engine, context, budget, signals,
                  [&](std::size_t index, IsolatedResult result) {
                    report.peak_memory_bytes = std::max(report.peak_memory_bytes, result.peak_memory_bytes);
                    report.files[index] = std::move(result.report);
                    report.recipes[index] = recipe_for(inputs[index], options.engine, report.files[index]);
                    progress.clear();
                    print_messages(report.files[index]);
                    progress.show_one_more(report.files[index].path);
                  });
  progress.clear();
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

} // namespace

int run_check(const CheckOptions& given, const Verify& verify, const std::string& version) {
  auto begin = Clock::now();
  CheckOptions options = given;
  if (options.files.empty()) {
    auto files = compiled_files(options.build_directory);
    if (!files) {
      std::fprintf(stderr, "vouch: %s\n", files.error().message.c_str());
      return 2;
    }
    options.files = std::move(files.value());
  }
  if (!all_readable(options.files)) {
    return 2;
  }
  auto log = std::make_shared<spdlog::logger>("vouch", std::make_shared<spdlog::sinks::stderr_color_sink_st>());
  log->set_level(options.verbose ? spdlog::level::debug : spdlog::level::warn);

  auto report = verify_files(options, verify, logging_context(log), begin);
  report.version = version;
  if (!print_report(report, options)) {
    std::fprintf(stderr, "vouch: cannot write the report: %s\n", std::strerror(errno));
    return 2;
  }
  if (!options.graph_file.empty()) {
    if (const std::string problem = write_graphs(report.files, options.graph_file); !problem.empty()) {
      std::fprintf(stderr, "vouch: %s\n", problem.c_str());
      return 2;
    }
  }
  return exit_status(report);
}

} // namespace vouch::server
