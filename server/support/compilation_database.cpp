#include "server/support/compilation_database.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace vouch::server {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// As short as it can be said from here.
std::string from_here(const fs::path& file) {
  std::error_code nowhere; // then the path stays absolute
  const fs::path relative = fs::proximate(file, nowhere);
  return nowhere || relative.empty() || *relative.begin() == ".." ? file.string() : relative.string();
}

} // namespace

Result<std::vector<std::string>> compiled_files(const std::string& folder) {
  const fs::path path = fs::path(folder) / "compile_commands.json";
  std::ifstream stream(path);
  if (!stream) {
    return Error{"cannot read '" + path.string() + "'"};
  }
  const json commands = json::parse(stream, nullptr, false);
  if (!commands.is_array()) {
    return Error{"'" + path.string() + "' is not a compilation database"};
  }
  std::vector<std::string> files;
  for (const json& command : commands) {
    if (!command.is_object() || !command.contains("file") || !command["file"].is_string()) {
      return Error{"'" + path.string() + "' has an entry without a file"};
    }
    const fs::path file = fs::path(command.value("directory", folder)) / command["file"].get<std::string>();
    const std::string name = from_here(file.lexically_normal());
    if (file.extension() == ".c" && std::find(files.begin(), files.end(), name) == files.end()) {
      files.push_back(name);
    }
  }
  return files;
}

} // namespace vouch::server
