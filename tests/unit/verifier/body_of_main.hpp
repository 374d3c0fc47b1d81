#pragma once

#include "analysis/verifier.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace vouch {

/// Assertions alone, by this preset and no executions.
inline Options assertions_by(std::string analysis) {
  Options options;
  options.properties = {Property::Assert};
  options.analysis = std::move(analysis);
  options.executions = Executions::Off;
  return options;
}

/// What is said of a program with these functions, within the limit.
inline FileReport report_of_program(const std::string& functions, const Options& options,
                                    std::chrono::milliseconds limit) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = "extern int nd(void); extern void assert(int); extern void *malloc(unsigned long);\n"
                              "extern void free(void *); struct node { int value; struct node *next; };\n" +
                              functions;
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + limit;
  return verify(input, options, context);
}

/// What is said of a `main` with this body, within the limit.
inline FileReport report_of_main(const std::string& body, const Options& options, std::chrono::milliseconds limit) {
  return report_of_program("int main(void) { " + body + " }\n", options, limit);
}

} // namespace vouch
