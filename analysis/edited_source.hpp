#pragma once

#include "analysis/report/report.hpp"

#include <string>
#include <vector>

/// Verifications of a file with something added to its text, which no earlier verification has an influence on.
namespace vouch {

/// `text` goes in front of what stands at that place of the file before any edit.
struct TextInsertion {
  unsigned line = 0;   ///< from 1
  unsigned column = 0; ///< from 1, in bytes
  std::string text;
};

/// `text` with the insertions made.
std::string with_insertions(const std::string& text, const std::vector<TextInsertion>& insertions);

/// `input` with the insertions made in its file, on the disk or in an open buffer.
SourceInput edited(const SourceInput& input, const std::vector<TextInsertion>& insertions);

/// `options` without a cache, and without what only users read.
Options without_cache(Options options);

/// As `verify`, in at most `limit` of the time of `context`; partial reports go nowhere.
FileReport verify_within(std::chrono::milliseconds limit, const SourceInput& input, const Options& options,
                         VerificationContext& context);

} // namespace vouch
