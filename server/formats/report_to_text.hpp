#pragma once

#include "server/formats/check_report.hpp"

#include <string>

namespace vouch::server {

enum class Colours { Off, On };
enum class StatisticsTable { Leave, Print };

/// The report for people: for each file its violations with their traces, what is undecided, and a summary line.
/// With statistics also what the proof says: loop invariants, unreachable code, summaries of functions.
std::string to_text(const CheckReport& report, Colours colours, StatisticsTable statistics);

/// One file's part of it, without statistics.
std::string to_text(const FileReport& file, Colours colours);

/// `file:line:column: error: text`, as compilers write it.
std::string to_text(const Message& message, Colours colours);

} // namespace vouch::server
