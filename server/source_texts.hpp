#pragma once

#include <map>
#include <string>
#include <string_view>

namespace vouch::server {

/// The contents of source files as a verification saw them: open buffers first, then the disk. What cannot be read is
/// empty. Reads files, so it has no place in what the event loop does for every message.
class SourceTexts {
public:
  explicit SourceTexts(std::map<std::string, std::string> unsaved) : texts_(std::move(unsaved)) {}

  /// The reference stays valid as long as this object.
  const std::string& text_of(const std::string& path);

private:
  std::map<std::string, std::string> texts_;
};

} // namespace vouch::server
