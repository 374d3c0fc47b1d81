#include "analysis/edited_source.hpp"

#include "analysis/verifier.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace vouch {
namespace {

std::string text_of(const SourceInput& input) {
  const std::string path = std::filesystem::absolute(input.path).lexically_normal().string();
  for (const std::string& known : {input.path, path}) {
    if (const auto buffer = input.unsaved.find(known); buffer != input.unsaved.end()) {
      return buffer->second;
    }
  }
  std::ifstream file(input.path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

std::string with_insertions(const std::string& text, const std::vector<TextInsertion>& insertions) {
  std::vector<std::size_t> line_begins = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      line_begins.push_back(i + 1);
    }
  }
  std::vector<std::pair<std::size_t, std::string>> by_offset;
  for (const TextInsertion& insertion : insertions) {
    const std::size_t line = std::min<std::size_t>(insertion.line, line_begins.size());
    by_offset.emplace_back(std::min(line_begins[line - 1] + insertion.column - 1, text.size()), insertion.text);
  }
  std::ranges::stable_sort(by_offset, std::greater(), &std::pair<std::size_t, std::string>::first);
  std::string result = text;
  for (const auto& [offset, added_text] : by_offset) {
    result.insert(offset, added_text);
  }
  return result;
}

SourceInput edited(const SourceInput& input, const std::vector<TextInsertion>& insertions) {
  SourceInput result = input;
  const std::string path = std::filesystem::absolute(input.path).lexically_normal().string();
  const bool is_known_by_path = input.unsaved.contains(input.path);
  result.unsaved[is_known_by_path ? input.path : path] = with_insertions(text_of(input), insertions);
  return result;
}

Options without_cache(Options options) {
  options.cache_folder.clear();
  options.explanations = Explanations::Off;
  options.graphs = ExportedGraphs::None;
  return options;
}

FileReport verify_within(std::chrono::milliseconds limit, const SourceInput& input, const Options& options,
                         VerificationContext& context) {
  VerificationContext own;
  static_cast<RunContext&>(own) = context;
  own.deadline = std::chrono::steady_clock::now() + context.remaining(limit);
  return verify(input, options, own);
}

} // namespace vouch
