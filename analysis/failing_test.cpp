#include "analysis/failing_test.hpp"

#include "analysis/frontend/frontend.hpp"
#include "analysis/frontend/stack_layout.hpp"
#include "analysis/trace/test_source.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace vouch {
namespace {

/// The value of an input as a report has it; anything but a number is zero.
cfa::Integer input_of(const std::string& decimal) {
  cfa::Integer value = 0;
  const bool is_negative = decimal.starts_with("-");
  for (char digit : decimal.substr(is_negative ? 1 : 0)) {
    value = value * 10 + (digit - '0');
  }
  return is_negative ? -value : value;
}

std::string target_of(const trace::RunResult& result, const cfa::Cfa& cfa) {
  const auto* reached = std::get_if<trace::ReachedTarget>(&result.outcome);
  return reached != nullptr ? std::to_string(reached->location.index()) + to_string(result.outcome, cfa) : "";
}

/// The run of the violation. If it finds values where nothing was written, the same with zeros there, provided that it
/// comes to the same end.
trace::RecordedRun record(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, std::vector<cfa::Integer> inputs,
                          const RunContext& context) {
  trace::Limits limits;
  limits.context = &context;
  const trace::Interpreter interpreter(cfa);
  trace::RecordedRun run = trace::record_run(interpreter, entry, inputs, limits);
  bool is_changed = false;
  for (std::size_t i = 0; i < run.values.size() && i < inputs.size(); ++i) {
    if (run.values[i].kind == cfa::InputKind::Uninitialised && run.values[i].value != 0) {
      inputs[i] = 0;
      is_changed = true;
    }
  }
  if (is_changed) {
    limits.steps = 2 * run.result.steps + 1'000; // with other values it may go on forever
    trace::RecordedRun with_zeros = trace::record_run(interpreter, entry, inputs, limits);
    if (target_of(with_zeros.result, cfa) == target_of(run.result, cfa)) {
      return with_zeros;
    }
  }
  return run;
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error);
  return error ? path : result.lexically_normal().string();
}

void write(const SourceInput& input, const Options& options, const Violation& violation, RunContext& context,
           FailingTest& test) {
  // Which inputs a run asks for depends on the options, so they have to be the same.
  const frontend::Translation translation =
      frontend::translate(input, options, context, {.declarations = frontend::Declarations::Describe});
  if (!translation.cfa) {
    test.obstacle = "the file does not compile any more";
    return;
  }
  const cfa::Cfa& cfa = *translation.cfa;
  const auto entry = std::ranges::find_if(cfa.entry_points(), [&](const cfa::EntryPoint& point) {
    return cfa.function(point.function).name == violation.run.entry;
  });
  auto calls = frontend::compiler_calls(input, translation.linked_files, options.data_model);
  if (entry == cfa.entry_points().end() || !calls) {
    test.obstacle = calls ? "the run starts where the file has no function any more" : calls.error().message;
    return;
  }
  std::vector<cfa::Integer> inputs;
  std::ranges::transform(violation.run.inputs, std::back_inserter(inputs), input_of);
  const trace::RecordedRun run = record(cfa, *entry, std::move(inputs), context);
  const trace::TestSubject subject{test.source, violation.message, violation.function, violation.place.line};
  trace::TestText written = trace::write_test(cfa, translation.declarations, *entry, run, subject);
  test.text = std::move(written.text);
  test.places = std::move(written.places);
  test.expected_output = std::move(written.expected_output);
  test.obstacle = std::move(written.obstacle);
  test.doubts = std::move(written.doubts);
  frontend::CompilerCall& own = calls.value().front();
  test.directory = own.directory;
  test.arguments = own.arguments;
  test.arguments.insert(test.arguments.end(), written.flags.begin(), written.flags.end());
  for (std::size_t i = 1; i < calls.value().size(); ++i) {
    frontend::CompilerCall& other = calls.value()[i];
    test.linked.push_back({std::move(other.directory), std::move(other.file), std::move(other.arguments)});
  }
}

} // namespace

FailingTest write_failing_test(const SourceInput& input, const Options& options, const Violation& violation,
                               RunContext& context) {
  FailingTest test;
  test.source = absolute(input.path);
  if (!violation.confirmed || violation.run.entry.empty()) {
    test.obstacle = "the run is not confirmed";
    return test;
  }
  try {
    write(input, options, violation, context, test);
  } catch (const Interrupted&) {
    test.obstacle = "interrupted";
  }
  return test;
}

Result<std::vector<std::int64_t>> find_places(const std::string& object_file, const std::vector<StackPlace>& places) {
  return frontend::find_on_stack(object_file, places);
}

} // namespace vouch
