#pragma once

#include "tests/fuzz/program_generator.hpp"

namespace vouch::fuzz {

/// A program of loops that write arrays and loops that check what is in them, for all elements or not quite: under the
/// same promises as `generate_program`, with `seed`, `prefix` and `misuse_percent` of the options. Most claims follow from
/// the loops in front of them, some are a little wrong, and some loops only look as if they did nothing but check.
std::string generate_array_program(const GeneratorOptions& options);

} // namespace vouch::fuzz
