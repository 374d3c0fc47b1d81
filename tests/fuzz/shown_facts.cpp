#include "analysis/frontend/frontend.hpp"
#include "analysis/suggestions.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/verifier.hpp"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <regex>
#include <sstream>

/// Whether what reports say beyond verdicts is true: every invariant is put into its program as an assertion, which is
/// executed and verified, and no random run may come to code that is called unreachable.
namespace vouch {
namespace {

constexpr std::chrono::seconds time_for_one{4};
constexpr std::size_t most_invariants = 4; ///< of one program
constexpr int runs = 60;

struct Counts {
  std::size_t programs = 0;
  std::size_t proved = 0;
  std::size_t undecided = 0;
  std::size_t unreachable = 0;
  std::size_t failures = 0;
};

/// Small numbers and random bits in turns.
class MixedInputs : public trace::InputSource {
public:
  explicit MixedInputs(std::uint64_t seed) : random_(seed) {}
  std::optional<cfa::Integer> next(const trace::InputRequest& request) override {
    if (request.known) {
      return request.known;
    }
    const bool is_small = random_() % 4 != 0;
    return is_small ? static_cast<cfa::Integer>(random_() % 12) - 2 : static_cast<cfa::Integer>(random_());
  }

private:
  std::mt19937_64 random_;
};

class ExecutedPlaces : public trace::RunObserver {
public:
  ExecutedPlaces(const cfa::Cfa& cfa, const std::vector<Place>& unreachable) : cfa_(cfa), unreachable_(unreachable) {}

  void executed(cfa::EdgeId id, const trace::Machine& /*machine*/) override {
    const cfa::Edge& edge = cfa_.edge(id);
    for (const Place& place : unreachable_) {
      const SourcePosition begin{place.line, place.column};
      const SourcePosition end{place.end_line, place.end_column};
      if (edge.range.is_valid() && edge.range.path() == place.file && begin <= edge.range.begin &&
          edge.range.end <= end) {
        reached_ = to_string(edge.range);
      }
    }
  }

  [[nodiscard]] const std::string& reached() const { return reached_; }

private:
  const cfa::Cfa& cfa_;
  const std::vector<Place>& unreachable_;
  std::string reached_;
};

/// What `// name: value` in the program says.
std::string annotation(const std::string& text, const std::string& name) {
  const std::string prefix = "// " + name + ": ";
  const std::size_t begin = text.find(prefix);
  return begin == std::string::npos
             ? ""
             : text.substr(begin + prefix.size(), text.find('\n', begin) - begin - prefix.size());
}

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

VerificationContext limited() {
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + time_for_one;
  return context;
}

void check_unreachable(const SourceInput& input, const Options& options, const FileReport& report, std::uint64_t seed,
                       Counts& counts) {
  VerificationContext context = limited();
  const frontend::Translation translation = frontend::translate(input, options, context);
  const trace::Interpreter interpreter(*translation.cfa);
  ExecutedPlaces observer(*translation.cfa, report.unreachable);
  for (const cfa::EntryPoint& entry : translation.cfa->entry_points()) {
    for (int run = 0; run < runs; ++run) {
      MixedInputs inputs(seed * 1000 + static_cast<std::uint64_t>(run));
      interpreter.run(entry.start, inputs, {.steps = 20'000}, &observer);
    }
  }
  counts.unreachable += report.unreachable.size();
  if (!observer.reached().empty()) {
    std::cout << observer.reached() << ": a run comes to what is called unreachable\n";
    ++counts.failures;
  }
}

/// `for all k in [lo, hi) with c: P` as an expression of GNU C that looks at all of them.
std::string as_expression(const Invariant& invariant) {
  static const std::regex for_all(R"(for all (\w+) in \[(.*), (.*)\)(?: with (.*))?: (.*))");
  std::smatch part;
  if (invariant.about == Invariant::About::Variables || !std::regex_match(invariant.text, part, for_all)) {
    return invariant.text;
  }
  const std::string condition = part[4].matched ? "(" + part[4].str() + ") && " : "";
  return "({ int all_ = 1; for (long long " + part[1].str() + " = " + part[2].str() + "; " + part[1].str() + " < " +
         part[3].str() + "; ++" + part[1].str() + ") if (" + condition + "!(" + part[5].str() + ")) all_ = 0; all_; })";
}

void check_invariants(const SourceInput& input, const Options& options, const FileReport& report, Counts& counts) {
  for (std::size_t i = 0; i < std::min(report.invariants.size(), most_invariants); ++i) {
    const Invariant& invariant = report.invariants[i];
    VerificationContext context = limited();
    const CheckedAssertion checked =
        check_invariant(input, options, invariant.place, as_expression(invariant), context);
    const bool is_no_c = checked.reason.find("compile") != std::string::npos;
    if (checked.verdict == Verdict::Violated || is_no_c) {
      std::cout << input.path << ":" << invariant.place.line << ": `" << invariant.text << "` "
                << (is_no_c ? "does not compile" : "does not hold") << "\n";
      ++counts.failures;
    }
    counts.proved += checked.verdict == Verdict::Safe ? 1 : 0;
    counts.undecided += checked.verdict == Verdict::Unknown ? 1 : 0;
  }
}

void check(const std::string& path, std::uint64_t seed, Counts& counts) {
  const std::string text = content(path);
  const std::string given = annotation(text, "options");
  static const std::regex only_analysis("--analysis (\\S+)");
  std::smatch analysis;
  if ((!given.empty() && !std::regex_match(given, analysis, only_analysis)) ||
      annotation(text, "expect") == "unknown") {
    return;
  }
  static const std::map<std::string, Property> properties = {
      {"overflow", Property::Overflow}, {"div-by-zero", Property::DivisionByZero},  {"null", Property::Null},
      {"bounds", Property::Bounds},     {"use-after-free", Property::UseAfterFree}, {"memory", Property::Memory}};
  Options options;
  options.analysis = given.empty() ? options.analysis : analysis[1].str();
  std::istringstream names(annotation(text, "property"));
  for (std::string name; std::getline(names, name, ',');) {
    if (const auto known = properties.find(name); known != properties.end()) {
      options.properties.push_back(known->second);
    }
  }
  SourceInput input;
  input.path = path;
  VerificationContext context = limited();
  const FileReport report = verify(input, options, context);
  ++counts.programs;
  if (!report.unreachable.empty()) {
    check_unreachable(input, options, report, seed, counts);
  }
  check_invariants(input, options, report, counts);
}

} // namespace
} // namespace vouch

int main(int count, char** words) {
  CLI::App app("Checks the invariants and the unreachable code that reports show");
  int seconds = 60;
  std::uint64_t seed = 1;
  std::vector<std::string> files;
  app.add_option("--seconds", seconds, "how long");
  app.add_option("--seed", seed, "in which order the files come, and which inputs");
  app.add_option("files", files, "annotated programs")->required();
  CLI11_PARSE(app, count, words);
  std::shuffle(files.begin(), files.end(), std::mt19937_64(seed));
  vouch::Counts counts;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (const std::string& file : files) {
    if (std::chrono::steady_clock::now() < end) {
      vouch::check(file, seed, counts);
    }
  }
  std::cout << counts.programs << " programs: " << counts.proved << " invariants proved, " << counts.undecided
            << " undecided, " << counts.unreachable << " places unreachable, " << counts.failures << " failures\n";
  return counts.failures == 0 && counts.programs > 0 ? 0 : 1;
}
