#include "server/engine/test_runs.hpp"

#include "server/engine/limited_process.hpp"
#include "server/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace vouch {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NativeCompilation, directory, file, arguments)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StackPlace, macro, function, variable, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FailingTest, text, places, source, directory, arguments, linked, expected_output,
                                   obstacle, doubts)
} // namespace vouch

namespace vouch::server {
namespace {

namespace fs = std::filesystem;

/// How every test begins, so that one is never written over something else.
constexpr std::string_view first_line = "/* Made by vouch check --failing-tests. To compile and run it:\n";
/// Further up than so many folders, a path from the root says more.
constexpr std::ptrdiff_t most_folders_up = 4;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : " ") + shell_quoted(word);
  }
  return text;
}

struct Compiler {
  std::string program;
  std::chrono::milliseconds time;
};

/// One call of the compiler.
struct Step {
  std::string directory;
  std::vector<std::string> words;
  bool depends_on_directory = false;
};

/// Whether words without a folder mean something else elsewhere.
bool depends_on_directory(const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments, [](const std::string& argument) {
    const bool is_separate = !argument.empty() && argument.front() != '-' && argument.front() != '/';
    const bool is_joined = argument.starts_with("-I") && argument.size() > 2 && argument[2] != '/';
    return is_separate || is_joined;
  });
}

/// The calls that make `binary`, other files of the program first, in `folder`.
std::vector<Step> steps(const FailingTest& test, const fs::path& file, const std::string& compiler,
                        const fs::path& folder, const fs::path& binary) {
  std::vector<Step> result;
  std::vector<std::string> objects;
  for (const NativeCompilation& other : test.linked) {
    objects.push_back((folder / (std::to_string(objects.size()) + "_" + fs::path(other.file).stem().string() + ".o")));
    Step step{other.directory, {compiler}, depends_on_directory(other.arguments)};
    step.words.insert(step.words.end(), other.arguments.begin(), other.arguments.end());
    step.words.insert(step.words.end(), {"-w", "-c", other.file, "-o", objects.back()});
    result.push_back(std::move(step));
  }
  Step last{test.directory, {compiler}, depends_on_directory(test.arguments)};
  last.words.insert(last.words.end(), test.arguments.begin(), test.arguments.end());
  last.words.insert(last.words.end(), {"-w", file.string()});
  last.words.insert(last.words.end(), objects.begin(), objects.end());
  last.words.insert(last.words.end(), {"-lm", "-o", binary.string()});
  result.push_back(std::move(last));
  return result;
}

std::string command_for(const FailingTest& test, const fs::path& file, const std::string& compiler) {
  const fs::path binary = fs::path("/tmp") / file.stem();
  std::string text;
  for (const Step& step : steps(test, file, compiler, "/tmp", binary)) {
    if (step.depends_on_directory) {
      text += "cd " + shell_quoted(step.directory) + " && ";
    }
    text += joined(step.words) + " && ";
  }
  return text + shell_quoted(binary.string());
}

/// The path that `#include` is to have in a file in `folder`.
std::string included_path(const std::string& source, const fs::path& folder) {
  std::error_code error;
  const fs::path relative = fs::relative(source, folder, error);
  const auto up = std::ranges::count(relative, fs::path(".."));
  const bool is_from_root = up == std::distance(folder.begin(), folder.end()) - 1;
  return error || relative.empty() || is_from_root || up > most_folders_up ? source : relative.string();
}

/// What the macros for the test's places stand for, as C; zero where `distances` do not reach.
std::string definitions(const FailingTest& test, const std::vector<std::int64_t>& distances) {
  std::string text;
  for (std::size_t i = 0; i < test.places.size(); ++i) {
    const StackPlace& place = test.places[i];
    text += "#define " + place.macro + " (" + std::to_string(i < distances.size() ? distances[i] : 0) + ") /* " +
            place.variable + " of " + place.function + " */\n";
  }
  return text;
}

std::string text_in(const FailingTest& test, const fs::path& file, const std::string& command,
                    const std::vector<std::int64_t>& distances) {
  std::string text = test.text;
  const std::string include = "#include \"" + test.source + "\"";
  if (const std::size_t at = text.find(include); at != std::string::npos) {
    text.replace(at, include.size(),
                 definitions(test, distances) + "#include \"" + included_path(test.source, file.parent_path()) + "\"");
  }
  return std::string(first_line) + " *   " + command + "\n */\n" + text;
}

/// Whether something is at the path that is not ours to replace.
bool is_taken(const fs::path& file) {
  std::ifstream stream(file);
  std::string beginning(first_line.size(), '\0');
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  std::error_code error;
  return fs::exists(file, error) && beginning != first_line;
}

bool is_about_error(const std::string& line) {
  return std::ranges::any_of(std::array{"error", "ERROR: ", "undefined reference"},
                             [&](const char* word) { return line.find(word) != std::string::npos; });
}

std::string first_error_in(const std::string& output) {
  std::istringstream lines(output);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (is_about_error(line)) {
      return line;
    }
    first = first.empty() ? line : first;
  }
  return first;
}

std::string how_it_ended(const ProcessEnd& end) {
  return end.signal != 0 ? "signal " + std::to_string(end.signal) : "status " + std::to_string(end.exit_status);
}

/// Why the run says nothing; empty: it does.
std::string why_inconclusive(const ProcessEnd& end) {
  if (!end.has_started) {
    return "it cannot be started";
  }
  const bool is_over_time = end.signal == SIGKILL || end.signal == SIGXCPU; // by the limit on processor time
  if (end.has_timed_out || is_over_time) {
    return "it did not end within five seconds";
  }
  const bool is_about_sanitizer = end.output.find("Sanitizer has encountered a fatal error") != std::string::npos;
  return is_about_sanitizer ? "the sanitizer does not work here" : "";
}

/// What the run says, if it is not what was predicted.
std::string disappointment(const FailingTest& test, const ProcessEnd& end) {
  const bool is_as_predicted = std::ranges::any_of(test.expected_output, [&](const auto& texts) {
    return std::ranges::all_of(texts,
                               [&](const std::string& text) { return end.output.find(text) != std::string::npos; });
  });
  if (is_as_predicted && (end.signal != 0 || end.exit_status != 0)) {
    return "";
  }
  const std::string doubt = test.doubts.empty() ? std::string() : test.doubts.front() + ": ";
  const std::size_t said = end.output.find("vouch: ");
  if (said != std::string::npos) {
    return doubt + "it ran without failing (" + end.output.substr(said, end.output.find('\n', said) - said) + ")";
  }
  const std::string first = first_error_in(end.output);
  const bool has_ended_by_itself = end.signal == 0 && !is_about_error(first);
  return doubt + (has_ended_by_itself ? "it ran without failing"
                                      : "it fails in another way (" + how_it_ended(end) + "): " + first);
}

/// Calls the compiler; empty, or why it made nothing.
std::string problem_of(const Step& step, const Compiler& compiler) {
  ProcessLimits limits;
  limits.time = compiler.time;
  limits.processor_time = std::chrono::ceil<std::chrono::seconds>(compiler.time);
  limits.memory_bytes = std::uint64_t{4} << 30U;
  const ProcessEnd end = run_limited(step.words, step.directory, {"LC_ALL=C"}, limits);
  if (!end.has_started) {
    return "the compiler \"" + compiler.program + "\" cannot be started";
  }
  if (end.has_timed_out || end.exit_status != 0) {
    return "it does not compile: " + (end.has_timed_out ? "too slow" : first_error_in(end.output));
  }
  return "";
}

/// Compiles the test in `file` to see where the compiler puts local variables. Reads what the compiler has made in a
/// process of its own.
Result<std::vector<std::int64_t>> distances_of_places(const FailingTestEngine& engine, const FailingTest& test,
                                                      const fs::path& file, const Compiler& compiler) {
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    return Error{"no temporary folder can be made"};
  }
  const std::string object = folder.path() / "places.o";
  Step step{test.directory, {compiler.program}};
  step.words.insert(step.words.end(), test.arguments.begin(), test.arguments.end());
  step.words.insert(step.words.end(), {"-w", "-g", "-c", file.string(), "-o", object});
  if (std::string problem = problem_of(step, compiler); !problem.empty()) {
    return Error{std::move(problem)};
  }
  const ProcessEnd end = compute_limited(
      [&] {
        const Result<std::vector<std::int64_t>> found = engine.find_places(object, test.places);
        return (found ? nlohmann::json(*found) : nlohmann::json(found.error().message)).dump();
      },
      {});
  const nlohmann::json found = nlohmann::json::parse(end.output, nullptr, false);
  if (found.is_array()) {
    return found.get<std::vector<std::int64_t>>();
  }
  return Error{found.is_string() ? found.get<std::string>() : "internal error while variables were looked for"};
}

/// Compiles and runs it, and says in `result` what comes of it.
void compile_and_run(const FailingTest& test, const fs::path& file, const Compiler& compiler, TriedTest& result) {
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    result.reason = "no temporary folder can be made";
    return;
  }
  const fs::path binary = folder.path() / "test";
  for (const Step& step : steps(test, file, compiler.program, folder.path(), binary)) {
    result.reason = problem_of(step, compiler);
    if (!result.reason.empty()) {
      return;
    }
  }
  const fs::path empty = folder.path() / "run";
  std::error_code error;
  fs::create_directory(empty, error);
  ProcessLimits running;
  const bool has_shadow_memory = std::ranges::any_of(test.arguments, [](const std::string& argument) {
    return argument.starts_with("-fsanitize=") && argument.find("address") != std::string::npos;
  });
  if (has_shadow_memory) { // of terabytes of address space
    running.memory_bytes = 0;
  }
  const ProcessEnd end =
      run_limited({binary.string()}, empty.string(), {"ASAN_OPTIONS=hard_rss_limit_mb=2048", "LC_ALL=C"}, running);
  result.reason = why_inconclusive(end);
  if (result.reason.empty()) {
    result.reason = disappointment(test, end);
    result.outcome = result.reason.empty() ? TestOutcome::Failed : TestOutcome::RanOtherwise;
    result.doubts = test.doubts;
  }
}

/// Writes the test to `path` and tries it.
TriedTest try_with(const FailingTestEngine& engine, const FailingTest& test, const fs::path& path,
                   const Compiler& compiler) {
  TriedTest result;
  result.command = command_for(test, path, compiler.program);
  auto write = [&](const std::vector<std::int64_t>& distances) {
    return static_cast<bool>(std::ofstream(path) << text_in(test, path, result.command, distances) << std::flush);
  };
  bool is_written = write({});
  if (is_written && !test.places.empty()) {
    const Result<std::vector<std::int64_t>> distances = distances_of_places(engine, test, path, compiler);
    if (!distances) {
      result.reason = distances.error().message;
      return result;
    }
    is_written = write(*distances);
  }
  if (is_written) {
    compile_and_run(test, path, compiler, result);
  } else {
    result.reason = "cannot write \"" + path.string() + "\"";
  }
  return result;
}

} // namespace

TriedTest try_failing_test(const FailingTestEngine& engine, const FailingTest& test, const fs::path& file,
                           const TestCompilers& compilers) {
  if (!test.obstacle.empty()) {
    return {.reason = test.obstacle};
  }
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  fs::create_directories(path.parent_path(), error);
  if (is_taken(path)) {
    return {.reason = "\"" + file.string() + "\" exists and was not made by Vouch"};
  }
  std::optional<TriedTest> best;
  for (const std::string& program : compilers.programs) {
    TriedTest tried = try_with(engine, test, path, {program, compilers.time});
    if (tried.outcome == TestOutcome::Failed) {
      tried.file = file.string();
      return tried;
    }
    fs::remove(path, error);
    if (!best || (best->outcome == TestOutcome::Inconclusive && tried.outcome == TestOutcome::RanOtherwise)) {
      best = std::move(tried);
    }
  }
  return best.value_or(TriedTest{.reason = "there is no compiler"});
}

TriedTest make_failing_test(const FailingTestEngine& engine, const SourceInput& input, const Options& options,
                            const Violation& violation, const fs::path& file, const TestCompilers& compilers) {
  ProcessLimits limits;
  limits.time = compilers.time;
  limits.processor_time = std::chrono::ceil<std::chrono::seconds>(compilers.time);
  limits.output_bytes = std::size_t{64} << 20U;
  const ProcessEnd end = compute_limited(
      [&] {
        RunContext context;
        context.deadline = std::chrono::steady_clock::now() + compilers.time;
        const nlohmann::json test = engine.write(input, options, violation, context);
        return test.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      },
      limits);
  const nlohmann::json written = nlohmann::json::parse(end.output, nullptr, false);
  if (written.is_discarded()) {
    return {.reason = end.has_timed_out ? "writing it took too long" : "internal error while it was written"};
  }
  return try_failing_test(engine, written.get<FailingTest>(), file, compilers);
}

std::string name_of_test(const std::string& source, const Violation& violation, std::size_t count) {
  std::string name = fs::path(source).stem().string();
  if (count > 1) {
    name += "_" + violation.function + "_" + std::to_string(violation.place.line);
  }
  return name + "_fails.c";
}

} // namespace vouch::server
