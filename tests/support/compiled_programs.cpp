#include "tests/support/compiled_programs.hpp"

#include "tests/support/process.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace vouch::testkit {
namespace {

/// Behind the programs in the same file: their inputs, their failing assertions, and a main that runs one
/// request per line of its input file.
constexpr const char* driver = R"(
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct outcome { int kind; unsigned line; unsigned long checksum; int status; };
static struct outcome *outcome;
static long long inputs[100000];
static int input_count, input_position, order_position;
static unsigned long long orders;

int next_order(void) { return orders >> (order_position++ % 64) & 1; }

static long long next(void) { return input_position < input_count ? inputs[input_position++] : 0; }
#define INPUT(name, type) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(char, char) INPUT(uchar, unsigned char) INPUT(short, short)
INPUT(ushort, unsigned short) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(bool, _Bool)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long)
double __VERIFIER_nondet_double(void) { union { long long bits; double number; } input = {next()}; return input.number; }
float __VERIFIER_nondet_float(void) { union { unsigned bits; float number; } input = {(unsigned)next()}; return input.number; }

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text; (void)file; (void)function;
  outcome->kind = 2;
  outcome->line = line;
  _exit(0);
}

struct program { int (*entry)(void); unsigned long *checksum; };
extern struct program programs[];

int main(int argument_count, char **arguments) {
  (void)argument_count;
  FILE *requests = fopen(arguments[1], "r");
  int index;
  outcome = mmap(0, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  while (requests && fscanf(requests, "%d %llu %d", &index, &orders, &input_count) == 3) {
    for (int i = 0; i < input_count; i++) {
      if (fscanf(requests, "%lld", &inputs[i]) != 1) return 3;
    }
    outcome->kind = 0;
    pid_t child = fork();
    if (child == 0) {
      if (!freopen("/dev/null", "w", stderr)) _exit(4);
      // Of its own time: the machine may be busy.
      struct itimerval limit = {{0, 0}, {5, 0}};
      setitimer(ITIMER_PROF, &limit, 0);
      outcome->status = programs[index].entry();
      outcome->checksum = *programs[index].checksum;
      outcome->kind = 1;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) outcome->kind = 3;
    printf("%d %u %lu %d\n", outcome->kind, outcome->line, outcome->checksum, outcome->status);
    fflush(stdout);
  }
  return 0;
}
)";

std::string unit_of(const std::vector<CompiledProgram>& programs) {
  std::string text;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    text += "#line 1 \"program" + std::to_string(i) + ".c\"\n" + programs[i].text + "\n";
  }
  text += "#line 1 \"driver.c\"\n#include <signal.h>\n" + std::string(driver) + "struct program programs[] = {\n";
  for (const CompiledProgram& program : programs) {
    text += "  {" + program.prefix + "main, &" + program.prefix + "checksum},\n";
  }
  return text + "};\n";
}

RunKind kind_of(int code) {
  switch (code) {
  case 1:
    return RunKind::Returned;
  case 2:
    return RunKind::Aborted;
  case 3:
    return RunKind::TimedOut;
  default:
    return RunKind::Undefined;
  }
}

/// What a run did, in words.
std::string text_of(const CompiledRun& run) {
  switch (run.kind) {
  case RunKind::Returned:
    return "returned " + std::to_string(run.status) + " with the checksum " + std::to_string(run.checksum);
  case RunKind::Aborted:
    return "failed the assertion in line " + std::to_string(run.line);
  case RunKind::TimedOut:
    return "did not end";
  case RunKind::Undefined:
    break;
  }
  return "was ended by a signal or a sanitizer";
}

std::vector<std::string> compilation(const Build& build) {
  std::vector<std::string> words = {"/usr/bin/env", build.compiler == Compiler::Gcc ? "gcc" : "clang-19", "-w",
                                    build.optimisation == Optimisation::None ? "-O0" : "-O2", "-std=gnu11"};
  if (build.instrumentation == Instrumentation::Sanitizers) {
    words.insert(words.end(), {"-fsanitize=address,undefined", "-fno-sanitize-recover=all"});
  }
  words.insert(words.end(), build.arguments.begin(), build.arguments.end());
  return words;
}

} // namespace

std::vector<Build> plain_builds() {
  std::vector<Build> builds;
  for (const Compiler compiler : {Compiler::Gcc, Compiler::Clang}) {
    for (const Optimisation optimisation : {Optimisation::None, Optimisation::Two}) {
      builds.push_back({compiler, optimisation, Instrumentation::None, {}});
    }
  }
  return builds;
}

std::string name_of(const Build& build) {
  return std::string(build.compiler == Compiler::Gcc ? "gcc" : "clang") +
         (build.optimisation == Optimisation::None ? " -O0" : " -O2") +
         (build.instrumentation == Instrumentation::None ? "" : " with sanitizers");
}

std::optional<std::string> difference(const CompiledRun& expected, const CompiledRun& run) {
  if (expected.kind == RunKind::TimedOut || run.kind == RunKind::TimedOut) {
    return std::nullopt;
  }
  const std::string text = text_of(run);
  return text == text_of(expected) ? std::nullopt : std::optional(text + ", but elsewhere " + text_of(expected));
}

std::vector<CompiledRun> run_compiled(const std::vector<CompiledProgram>& programs,
                                      const std::vector<RunRequest>& requests, const std::filesystem::path& folder,
                                      const Build& build) {
  auto source = folder / "programs.c";
  auto binary = folder / "programs";
  auto request_file = folder / "requests";
  std::ofstream(source) << unit_of(programs);
  std::vector<std::string> words = compilation(build);
  words.insert(words.end(), {"-o", binary.string(), source.string(), "-lm"});
  ProcessResult compilation = run_process(words);
  if (compilation.status != 0) {
    throw std::runtime_error("the programs do not compile: " + compilation.err);
  }
  std::ofstream lines(request_file);
  for (const RunRequest& request : requests) {
    lines << request.program << ' ' << request.orders << ' ' << request.inputs.size();
    for (std::int64_t input : request.inputs) {
      lines << ' ' << input;
    }
    lines << '\n';
  }
  lines.close();
  ProcessResult execution = run_process({binary.string(), request_file.string()});
  std::istringstream answers(execution.out);
  std::vector<CompiledRun> runs;
  int code = 0;
  CompiledRun run;
  while (answers >> code >> run.line >> run.checksum >> run.status) {
    run.kind = kind_of(code);
    runs.push_back(run);
  }
  if (runs.size() != requests.size()) {
    throw std::runtime_error("the compiled programs ended after " + std::to_string(runs.size()) +
                             " runs: " + execution.err);
  }
  return runs;
}

} // namespace vouch::testkit
