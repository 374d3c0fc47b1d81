#include "server/lsp/workspace_files.hpp"

#include "server/support/compilation_database.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

namespace vouch::server {

namespace {

namespace fs = std::filesystem;

bool is_left_out(const fs::path& folder, const std::vector<std::string>& excluded) {
  static constexpr std::array<std::string_view, 4> others = {"build", "node_modules", "vendor", "third_party"};
  const std::string name = folder.filename().string();
  return name.starts_with(".") || name.starts_with("cmake-build") || std::ranges::find(others, name) != others.end() ||
         std::ranges::find(excluded, name) != excluded.end();
}

std::optional<std::set<std::string>> compiled_in(const fs::path& folder) {
  const auto files = compiled_files(folder.string());
  if (!files) {
    return std::nullopt;
  }
  std::set<std::string> result;
  for (const std::string& file : *files) {
    const std::string path = fs::absolute(file).lexically_normal().string();
    if (fs::exists(path)) { // databases name what is generated later, too
      result.insert(path);
    }
  }
  return result;
}

/// What cannot be read is left out.
std::set<std::string> c_files_below(const fs::path& folder, const std::vector<std::string>& excluded) {
  std::set<std::string> result;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code gone;
    if (at->is_directory(gone)) {
      if (is_left_out(at->path(), excluded)) {
        at.disable_recursion_pending();
      }
    } else if (at->path().extension() == ".c") {
      result.insert(at->path().lexically_normal().string());
    }
  }
  return result;
}

} // namespace

std::set<std::string> files_of_workspace(const std::set<std::string>& folders, const std::string& build_directory,
                                         const std::vector<std::string>& excluded) {
  if (!build_directory.empty()) {
    return compiled_in(build_directory).value_or(std::set<std::string>());
  }
  std::set<std::string> result;
  for (const fs::path folder : folders) {
    std::optional<std::set<std::string>> files = compiled_in(folder);
    if (!files) {
      files = compiled_in(folder / "build");
    }
    result.merge(files ? *std::move(files) : c_files_below(folder, excluded));
  }
  return result;
}

} // namespace vouch::server
