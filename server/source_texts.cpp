#include "server/source_texts.hpp"

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

} // namespace vouch::server
