#include "server/check/check.hpp"

#include "server/check/check_witness.hpp"
#include "server/engine/native_confirmation.hpp"
#include "server/formats/baseline.hpp"
#include "server/formats/check_report.hpp"
#include "server/formats/coverage.hpp"
#include "server/formats/graph_file.hpp"
#include "server/formats/precision_file.hpp"
#include "server/formats/relative_paths.hpp"
#include "server/formats/report_to_json.hpp"
#include "server/formats/report_to_sarif.hpp"
#include "server/formats/report_to_text.hpp"
#include "server/formats/witness_export.hpp"
#include "server/support/compilation_database.hpp"
#include "server/support/source_texts.hpp"
#include "server/support/temporary_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
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
/// Of the time, where there are more files than can be verified at once.
constexpr int part_of_first_round = 4;

/// Why the file cannot be verified; empty if it can be opened.
std::string problem_with(const std::string& path) {
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor == -1) {
    return std::strerror(errno);
  }
  struct stat status{};
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

std::string working_directory() {
  std::error_code unknown;
  return std::filesystem::current_path(unknown).string();
}

void print_messages(const FileReport& file) {
  FileReport shown;
  shown.path = file.path;
  shown.messages = file.messages;
  for (const auto& message : with_relative_paths(std::move(shown), working_directory()).messages) {
    std::fputs(to_text(message, colours_for(STDERR_FILENO)).c_str(), stderr);
  }
}

/// The report, whole and with nothing else. False if stdout does not take it.
bool print_report(const CheckReport& report, const CheckOptions& options) {
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  std::string text;
  if (options.format == ReportFormat::Json) {
    text = to_json(report).dump(2, ' ', false, replace) + "\n";
  } else if (options.format == ReportFormat::Sarif) {
    const SarifInvocation invocation{working_directory(), exit_status(report)};
    text = to_sarif(report, invocation).dump(2, ' ', false, replace) + "\n";
  } else {
    CheckReport shown = report;
    std::ranges::transform(shown.files, shown.files.begin(),
                           [](FileReport& file) { return with_relative_paths(std::move(file), working_directory()); });
    text = to_text(shown, colours_for(STDOUT_FILENO),
                   options.show_statistics ? StatisticsTable::Print : StatisticsTable::Leave,
                   options.show_hints ? HintsPrinted::All : HintsPrinted::Number);
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

std::vector<SourceInput> inputs_of(const CheckOptions& options) {
  std::vector<SourceInput> inputs;
  for (const auto& path : options.files) {
    inputs.push_back({path, {}, options.clang_arguments, options.build_directory});
  }
  return inputs;
}

/// Whether something is undecided only because time was up.
bool wants_more_time(const FileReport& file) {
  const auto is_cut_short = [](const auto& item) {
    return item.verdict == Verdict::Unknown && item.reason.starts_with("timeout");
  };
  return is_cut_short(file) || std::ranges::any_of(file.functions, is_cut_short);
}

std::ptrdiff_t decided_functions(const FileReport& file) {
  return std::ranges::count_if(file.functions,
                               [](const FunctionReport& function) { return function.verdict != Verdict::Unknown; });
}

/// Each file gets its share of a part of the time, so that who needs little has it soon; those that are not done then share
/// the rest.
CheckReport verify_files(const CheckOptions& options, const std::vector<SourceInput>& inputs, const Verify& verify,
                         const RunContext& context, Clock::time_point begin) {
  StopSignals signals;
  Budget budget;
  budget.deadline = begin + options.timeout;
  budget.grace = options.timeout * grace_percent / 100;
  budget.memory_limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes : default_memory_limit();

  CheckReport report;
  report.files.resize(inputs.size());
  report.recipes.resize(inputs.size());
  ProgressLine progress(inputs.size());
  std::vector<std::size_t> open(inputs.size());
  std::iota(open.begin(), open.end(), 0);
  const auto verify_open_ones = [&](const Budget& of_round, const std::function<void(const FileReport&)>& on_finished) {
    std::vector<SourceInput> tried;
    std::ranges::transform(open, std::back_inserter(tried), [&](std::size_t index) { return inputs[index]; });
    verify_isolated(verify, tried, options.jobs, options.engine, context, of_round, signals,
                    [&](std::size_t number, IsolatedResult result) {
                      FileReport& known = report.files[open[number]];
                      report.peak_memory_bytes = std::max(report.peak_memory_bytes, result.peak_memory_bytes);
                      if (decided_functions(result.report) >= decided_functions(known)) {
                        known = std::move(result.report);
                      }
                      on_finished(known);
                    });
    std::erase_if(open, [&](std::size_t index) { return !wants_more_time(report.files[index]); });
  };
  const bool must_wait = inputs.size() > options.jobs;
  Budget first = budget;
  first.deadline = must_wait ? begin + options.timeout / part_of_first_round : budget.deadline;
  verify_open_ones(first, [&](const FileReport& file) { progress.show_one_more(file.path); });
  if (must_wait && !open.empty() && !signals.arrived()) {
    verify_open_ones(budget, [](const FileReport& /*file*/) {});
  }
  progress.clear();
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    report.recipes[index] = recipe_for(inputs[index], options.engine, report.files[index]);
    if (options.witness_to_check.empty()) { // else their places are to be led back first
      print_messages(report.files[index]);
    }
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

/// Decides about the witness, and of one with invariants about the program itself, which takes half of the time. The
/// report is on what was verified last, and so are the inputs and options.
CheckReport check_witness(const WitnessQuestion& question, CheckOptions& options, std::vector<SourceInput>& inputs,
                          const Verify& verify, const RunContext& context, Clock::time_point begin) {
  CheckOptions woven = options;
  woven.engine = question.options;
  woven.timeout = is_about_invariants(question) ? options.timeout / 2 : options.timeout;
  CheckReport report = verify_files(woven, {question.input}, verify, context, begin);
  WitnessAnswer answer = answer_about_witness(question, report.files.front());
  const bool leaves_program_open =
      is_about_invariants(question) && report.files.front().compiles && answer.verdict != WitnessVerdict::Rejected;
  if (leaves_program_open) {
    report = verify_files(options, inputs, verify, context, begin);
    answer = answer_about_program(answer, report.files.front());
  } else {
    inputs.front() = question.input;
    options.engine = question.options;
  }
  report.witness = std::move(answer);
  print_messages(report.files.front());
  return report;
}

TestCompilers compilers_for(const CheckOptions& options, std::chrono::milliseconds time) {
  TestCompilers compilers;
  compilers.time = time;
  if (!options.test_compiler.empty()) {
    compilers.programs = {options.test_compiler};
  }
  return compilers;
}

/// Into `folder`. Says on stderr what became of each.
void make_failing_tests(const CheckOptions& options, const std::filesystem::path& folder,
                        const std::vector<SourceInput>& inputs, const Engine& engine, Clock::time_point begin,
                        CheckReport& report) {
  if (folder.empty()) {
    for (const FileReport& file : report.files) {
      report.failing_tests.emplace_back(file.violations.size(), TriedTest{.reason = "no folder can be made for tests"});
    }
    return;
  }
  std::set<std::filesystem::path> names;
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const std::vector<Violation>& violations = report.files[i].violations;
    std::vector<TriedTest>& tests = report.failing_tests.emplace_back();
    for (const Violation& violation : violations) {
      std::filesystem::path file = folder / name_of_test(inputs[i].path, violation, violations.size());
      while (!names.insert(file).second) {
        file.replace_filename("another_" + file.filename().string());
      }
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(begin + options.timeout - Clock::now());
      tests.push_back(left.count() > 0 ? make_failing_test(engine.failing_tests, inputs[i], options.engine, violation,
                                                           file, compilers_for(options, left))
                                       : TriedTest{.reason = "no time is left"});
      if (!options.failing_tests_folder.empty()) {
        const TriedTest& test = tests.back();
        const bool is_there = test.outcome == TestOutcome::Failed;
        std::fprintf(
            stderr, "%s:%u: %s%s\n", violation.place.file.c_str(), violation.place.line,
            is_there ? "failing test: " : "no failing test: ", is_there ? test.file.c_str() : test.reason.c_str());
      }
    }
  }
}

/// With the tests that are there, or with ones that nobody keeps. Says on stderr what is not confirmed.
void confirm_by_running(const CheckOptions& options, const std::vector<SourceInput>& inputs, const Engine& engine,
                        Clock::time_point begin, CheckReport& report) {
  const bool has_tests = !options.failing_tests_folder.empty();
  if (!has_tests) {
    const TemporaryFolder folder;
    make_failing_tests(options, folder.path(), inputs, engine, begin, report);
  }
  confirm_natively(report);
  if (!has_tests) {
    report.failing_tests.clear();
  }
  for (const std::vector<RefutedViolation>& of_file : report.refuted) {
    for (const RefutedViolation& refuted : of_file) {
      const Place& place = refuted.violation.place;
      std::fprintf(stderr, "%s:%u: %s\n", place.file.c_str(), place.line, refutation(refuted).c_str());
    }
  }
}

/// Says on stderr if that fails.
bool write_text(const std::string& path, const std::string& text) {
  if (std::ofstream(path) << text << std::flush) {
    return true;
  }
  std::fprintf(stderr, "vouch: cannot write '%s'\n", path.c_str());
  return false;
}

/// Says on stderr why there is none.
bool write_witness(const CheckOptions& options, const CheckReport& report) {
  const FileReport& file = report.files.front();
  SourceTexts texts({});
  const auto document = witness_document(file, options.engine, report.version, texts.text_of(file.path));
  if (!document) {
    std::fprintf(stderr, "vouch: no witness, for nothing is decided\n");
    return true;
  }
  return write_text(options.witness_file, *document);
}

} // namespace

int run_check(const CheckOptions& given, const Engine& engine, const std::string& version) {
  auto begin = Clock::now();
  CheckOptions options = given;
  if (options.files.empty()) {
    auto files = compiled_files(options.build_directory);
    if (!files) {
      std::fprintf(stderr, "vouch: %s\n", files.error().message.c_str());
      return 2;
    }
    if (files->empty()) {
      std::fprintf(stderr, "vouch: '%s/compile_commands.json' names no C file: nothing would be verified\n",
                   options.build_directory.c_str());
      return 2;
    }
    options.files = std::move(files.value());
  }
  if (!all_readable(options.files)) {
    return 2;
  }
  auto log = std::make_shared<spdlog::logger>("vouch", std::make_shared<spdlog::sinks::stderr_color_sink_st>());
  log->set_level(options.verbose ? spdlog::level::debug : spdlog::level::warn);

  std::optional<Baseline> baseline;
  if (!options.baseline_file.empty()) {
    auto read = read_baseline(options.baseline_file);
    if (!read) {
      std::fprintf(stderr, "vouch: --since: %s\n", read.error().message.c_str());
      return 2;
    }
    baseline = std::move(read.value());
  }
  if (!options.precision_file.empty()) {
    auto read = read_precision(options.precision_file);
    if (!read) {
      std::fprintf(stderr, "vouch: --precision: %s\n", read.error().message.c_str());
      return 2;
    }
    options.engine.precision = std::move(read.value());
  }
  std::vector<SourceInput> inputs = inputs_of(options);
  std::optional<WitnessQuestion> question;
  if (!options.witness_to_check.empty()) {
    auto asked = question_about_witness(options.witness_to_check, inputs.front(), options.engine);
    if (!asked) {
      std::fprintf(stderr, "vouch: %s\n", asked.error().message.c_str());
      return 2;
    }
    question = std::move(asked.value());
  }
  CheckReport report;
  if (question) {
    report = check_witness(*question, options, inputs, engine.verify, logging_context(log), begin);
  } else {
    report = verify_files(options, inputs, engine.verify, logging_context(log), begin);
  }
  report.version = version;
  report.properties = options.engine.properties;
  if (question) {
    std::fprintf(stderr, "%s: the witness is %s%s%s\n", options.witness_to_check.c_str(),
                 std::string(spelling(report.witness->verdict)).c_str(), report.witness->reason.empty() ? "" : ": ",
                 report.witness->reason.c_str());
  }
  if (!options.failing_tests_folder.empty()) {
    make_failing_tests(options, options.failing_tests_folder, inputs, engine, begin, report);
  }
  if (options.confirmation == Confirmation::Native) {
    confirm_by_running(options, inputs, engine, begin, report);
  }
  if (baseline) {
    report.comparison = compare(*baseline, report);
  }
  if (!options.witness_file.empty() && !write_witness(options, report)) {
    return 2;
  }
  if (!options.coverage_file.empty() && !write_text(options.coverage_file, to_lcov(report, working_directory()))) {
    return 2;
  }
  if (!options.precision_out_file.empty() &&
      !write_text(options.precision_out_file, precision_as_json(report.files.front().precision))) {
    return 2;
  }
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
