#pragma once

#include <cstddef>
#include <string>

/// C programs of a wanted size, made of the statements that programs are usually made of.
namespace vouch::bench {

/// About `lines` lines: functions with loops, branches, a switch, a struct and an array, called one by the other.
std::string program_of(std::size_t lines);

/// About a hundred lines whose only assertion, at the end, fails for one input; every function is on the way there.
std::string program_with_a_bug();

} // namespace vouch::bench
