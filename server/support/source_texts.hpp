#pragma once

#include "server/support/line_index.hpp"

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

  /// Of that text; as valid.
  const LineIndex& lines_of(const std::string& path);

private:
  std::map<std::string, std::string> texts_;
  std::map<std::string, LineIndex> lines_; ///< once they are needed
};

} // namespace vouch::server
