#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace vouch::test {

/// A folder of the test's own, gone with everything in it at the end.
class TemporaryFolder {
public:
  /// Throws std::system_error if the system gives no folder.
  TemporaryFolder() {
    const std::filesystem::path parent = std::filesystem::temp_directory_path();
    std::string pattern = (parent / "vouch-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      const std::error_code error(errno, std::generic_category());
      throw std::filesystem::filesystem_error("no temporary folder can be made", parent, error);
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Makes the folders on the way, too. Returns the path of the file.
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }

private:
  std::filesystem::path path_;
};

} // namespace vouch::test
