#include "server/dap/dap_sources.hpp"

#include "server/support/file_uri.hpp"
#include "server/support/source_texts.hpp"

#include <algorithm>
#include <filesystem>

namespace vouch::server {
namespace {

namespace fs = std::filesystem;

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result.string();
}

std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> result = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n")) {
      result.push_back(i + 1);
    }
  }
  return result;
}

} // namespace

DapSources::DapSources(const SourceInput& input, const std::vector<std::string>& files, PathFormat format)
    : format_(format) {
  SourceTexts disk({});
  std::int64_t next_reference = 1;
  const fs::path folder = fs::path(input.path).parent_path();
  for (const std::string& name : files) {
    File file;
    file.path = (fs::path(name).is_absolute() ? fs::path(name) : folder / name).lexically_normal().string();
    const auto kept = input.unsaved.find(name);
    const std::string& on_disk = disk.text_of(file.path);
    file.is_on_disk = kept == input.unsaved.end() || (kept->second == on_disk && fs::exists(file.path));
    file.text = file.is_on_disk ? on_disk : kept->second;
    file.lines = line_starts(file.text);
    file.reference = file.is_on_disk ? 0 : next_reference++;
    files_.emplace(name, std::move(file));
  }
}

protocol::dap::Source DapSources::source_of(const std::string& name) const {
  const auto file = files_.find(name);
  const bool is_known = file != files_.end();
  const std::string path = is_known ? file->second.path : name;
  protocol::dap::Source source{fs::path(name).filename().string(), path, 0, {}};
  if (format_ == PathFormat::Uri) {
    source.path = uri_of(path);
  }
  if (is_known && !file->second.is_on_disk) {
    source.reference = file->second.reference;
    source.origin = "as it was when it was verified";
  }
  return source;
}

std::optional<std::string> DapSources::file_of(const protocol::dap::Source& source) const {
  const std::string path = format_ == PathFormat::Uri ? path_of(source.path).value_or(source.path) : source.path;
  for (const auto& [name, file] : files_) {
    if (source.reference != 0 ? file.reference == source.reference : file.path == path) {
      return name;
    }
  }
  const std::string wanted = canonical(path);
  for (const auto& [name, file] : files_) {
    if (canonical(file.path) == wanted) {
      return name;
    }
  }
  return std::nullopt;
}

const std::string* DapSources::text_of(std::int64_t reference) const {
  const auto found = std::ranges::find_if(files_, [&](const auto& file) { return file.second.reference == reference; });
  return reference != 0 && found != files_.end() ? &found->second.text : nullptr;
}

std::uint32_t DapSources::utf16_column(const std::string& name, unsigned line, unsigned byte_column) const {
  const auto file = files_.find(name);
  if (file == files_.end() || line == 0 || line > file->second.lines.size()) {
    return byte_column;
  }
  const std::string_view rest = std::string_view(file->second.text).substr(file->second.lines[line - 1]);
  const std::string_view before =
      rest.substr(0, std::min<std::size_t>(rest.find('\n'), byte_column - std::min(byte_column, 1U)));
  std::uint32_t units = 0;
  for (const char c : before) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0U) == 0x80;
    units += continues ? 0 : byte >= 0xF0 ? 2 : 1;
  }
  return units + 1;
}

} // namespace vouch::server
