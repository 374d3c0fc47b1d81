#include "server/support/source_texts.hpp"

#include <fstream>
#include <sstream>

namespace vouch::server {

const std::string& SourceTexts::text_of(const std::string& path) {
  if (const auto known = texts_.find(path); known != texts_.end()) {
    return known->second;
  }
  std::ostringstream content;
  if (std::ifstream file(path, std::ios::binary); file && file.peek() != std::ifstream::traits_type::eof()) {
    content << file.rdbuf();
  }
  return texts_.emplace(path, std::move(content).str()).first->second;
}

const LineIndex& SourceTexts::lines_of(const std::string& path) {
  const auto known = lines_.find(path);
  return known != lines_.end() ? known->second : lines_.emplace(path, text_of(path)).first->second;
}

} // namespace vouch::server
