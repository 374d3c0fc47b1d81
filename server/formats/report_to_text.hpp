#pragma once

#include "server/formats/check_report.hpp"
#include "server/formats/painter.hpp"

#include <string>

namespace vouch::server {

enum class StatisticsTable { Leave, Print };
/// What is told of violations that only preconditions exclude which nobody has stated: how many there are, or all.
enum class HintsPrinted { Number, All };

/// The report for people: for each file its violations with their traces, what is undecided, and a summary line.
/// With statistics also what the proof says: loop invariants, unreachable code, summaries of functions.
std::string to_text(const CheckReport& report, Colours colours, StatisticsTable statistics,
                    HintsPrinted hints = HintsPrinted::Number);

/// One file's part of it, without statistics.
std::string to_text(const FileReport& file, Colours colours, HintsPrinted hints = HintsPrinted::Number);

/// `file:line:column: error: text`, as compilers write it.
std::string to_text(const Message& message, Colours colours);

} // namespace vouch::server
