#pragma once

#include "analysis/cfa/assumption.hpp"
#include "analysis/cfa/cfa.hpp"
#include "analysis/report/report.hpp"

#include <vector>

/// What "safe" rests on, in sentences, for a file and for each function.
namespace vouch::findings {

/// What every verification with these properties takes for granted of the program `cfa`: what is undefined in C and not
/// checked is left out, and so are callers who mean harm.
std::vector<cfa::Assumption> assumptions_of(const std::vector<Property>& properties, const cfa::Cfa& cfa);

/// Gives each function the sentences about code that the runs come to which it was proved for: from its own entry point if
/// it has one, otherwise from all that may enter it. Of `cfa`, in the order of `assumptions`.
void add_assumptions(std::vector<FunctionReport>& reports, const cfa::Cfa& cfa,
                     const std::vector<cfa::Assumption>& assumptions);

} // namespace vouch::findings
