#include "analysis/verifier.hpp"

#include "analysis/configurations/configuration.hpp"
#include "analysis/configurations/file_verification.hpp"
#include "analysis/findings/assumptions.hpp"
#include "analysis/frontend/frontend.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace vouch {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// With the targets that `only_checks_at` asks about, and no others.
cfa::Cfa with_checks_asked(cfa::Cfa cfa, const Options& options, const std::string& path) {
  const AskedPlace& asked = options.only_checks_at;
  if (asked.line == 0) {
    return cfa;
  }
  cfa::CfaBuilder builder(cfa);
  builder.replace_targets([&](cfa::LocationId id) {
    const cfa::Location& location = cfa.location(id);
    const bool is_asked = location.range.is_valid() && location.range.path() == path &&
                          location.range.begin == SourcePosition{asked.line, asked.column};
    return is_asked ? location.target : std::nullopt;
  });
  return builder.build();
}

} // namespace

std::vector<PresetName> presets() {
  std::vector<PresetName> names;
  for (const configurations::Preset& preset : configurations::all_presets()) {
    names.push_back(preset.name);
  }
  return names;
}

FileReport verify(const SourceInput& input, const Options& options, VerificationContext& context) {
  Clock::time_point start = Clock::now();
  FileReport report;
  report.path = input.path;
  if (configurations::preset_named(options.analysis) == nullptr) {
    report.reason = "there is no preset '" + options.analysis + "' of the analysis";
    return report;
  }
  context.report("parsing", input.path);
  try {
    frontend::Translation translation = frontend::translate(input, options, context);
    report.parse_seconds = translation.parse_seconds;
    report.messages = std::move(translation.messages);
    report.linked_files = std::move(translation.linked_files);
    report.included_files = std::move(translation.included_files);
    report.compiles = translation.compiles && translation.entry_exists;
    if (translation.cfa) {
      std::vector<cfa::Assumption> assumptions = findings::assumptions_of(options.properties, *translation.cfa);
      std::ranges::move(translation.assumptions, std::back_inserter(assumptions));
      std::ranges::transform(assumptions, std::back_inserter(report.assumptions), &cfa::Assumption::sentence);
      const cfa::Cfa cfa = with_checks_asked(*std::move(translation.cfa), options, input.path);
      configurations::verify_program(cfa, options, context, report);
      findings::add_assumptions(report.functions, cfa, assumptions);
    } else {
      report.reason = translation.compiles ? "the entry function is not defined" : "does not compile";
    }
  } catch (const Interrupted& interrupted) {
    report.reason = reason_of(interrupted.cause);
  }
  report.statistics = context.statistics;
  report.seconds = seconds_since(start);
  return report;
}

} // namespace vouch
