#include "tests/programs/assumptions_page.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace vouch::testkit {
namespace {

const std::string undefined_behaviour = "no undefined behaviour other than what is checked: ";

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(", ", begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return result;
}

/// A regular expression for a sentence with its placeholders.
std::string pattern_of(const std::string& sentence) {
  static const std::regex special(R"([.^$|()\[\]{}*+?\\])");
  static const std::regex placeholder(R"(\b(NAME|FILES|FILE)\b)");
  return std::regex_replace(std::regex_replace(sentence, special, R"(\$&)"), placeholder, "(.+)");
}

} // namespace

std::vector<std::string> assumptions_in(const nlohmann::json& file) {
  std::vector<std::string> result;
  for (const std::string& assumption : file.value("assumptions", std::vector<std::string>())) {
    if (assumption.starts_with(undefined_behaviour)) {
      const std::vector<std::string> parts = parts_of(assumption.substr(undefined_behaviour.size()));
      result.insert(result.end(), parts.begin(), parts.end());
    } else {
      result.push_back(assumption);
    }
  }
  return result;
}

std::vector<std::string> sentences_on_page() {
  std::ifstream page(VOUCH_EXAMPLES "/../assumptions.md");
  std::vector<std::string> result;
  for (std::string line; std::getline(page, line);) {
    const std::size_t end = line.starts_with("| `") ? line.find("` |", 3) : std::string::npos;
    if (end != std::string::npos) {
      result.push_back(line.substr(3, end - 3));
    }
  }
  if (result.empty()) {
    throw std::runtime_error("docs/assumptions.md has no table of sentences");
  }
  return result;
}

bool says(const std::string& sentence, const std::string& assumption) {
  return std::regex_match(assumption, std::regex(pattern_of(sentence)));
}

bool is_on_page(const std::string& assumption) {
  return std::ranges::any_of(sentences_on_page(),
                             [&](const std::string& sentence) { return says(sentence, assumption); });
}

} // namespace vouch::testkit
