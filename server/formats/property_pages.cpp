#include "server/formats/property_pages.hpp"

#include "server/support/cache_folder.hpp"
#include "server/support/file_uri.hpp"

#include <filesystem>
#include <fstream>
#include <spdlog/spdlog.h>
#include <sstream>

namespace vouch::server {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ostringstream content;
  if (std::ifstream file(path, std::ios::binary); file && file.peek() != std::ifstream::traits_type::eof()) {
    content << file.rdbuf();
  }
  return std::move(content).str();
}

} // namespace

std::string default_pages_folder() {
  const std::string cache = default_cache_folder();
  return cache.empty() ? cache : cache + "/pages";
}

void write_property_pages(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const EmbeddedText& page : property_page_texts()) {
    const fs::path path = fs::path(folder) / page.name;
    if (content_of(path) != page.text && !(std::ofstream(path, std::ios::binary) << page.text).flush()) {
      spdlog::warn("cannot write {}: diagnostics will not link to it", path.string());
    }
  }
}

std::string uri_of_property_page(std::string_view code, const std::string& folder) {
  const fs::path path = fs::path(folder) / (std::string(code) + ".md");
  std::error_code error;
  return !folder.empty() && fs::exists(path, error) ? uri_of(path.string()) : std::string();
}

} // namespace vouch::server
