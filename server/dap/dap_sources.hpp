#pragma once

#include "analysis/report/options.hpp"
#include "protocol/dap_types.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouch::server {

/// How a client writes paths.
enum class PathFormat { Path, Uri };

/// The files of a recorded run as the client sees them. A file whose text on disk is not the one that the run belongs
/// to is shown from the trace: the client asks for its text by a reference.
class DapSources {
public:
  /// `files`: the paths that places of the run have.
  DapSources(const SourceInput& input, const std::vector<std::string>& files, PathFormat format);

  [[nodiscard]] protocol::dap::Source source_of(const std::string& file) const;
  /// The file that a client means; nothing if the run knows none like it.
  [[nodiscard]] std::optional<std::string> file_of(const protocol::dap::Source& source) const;
  /// What stands in the file with this reference; null if there is none.
  [[nodiscard]] const std::string* text_of(std::int64_t reference) const;

  /// The column in UTF-16 units, from 1, of a column in bytes, from 1.
  [[nodiscard]] std::uint32_t utf16_column(const std::string& file, unsigned line, unsigned byte_column) const;

private:
  struct File {
    std::string path; ///< absolute
    std::string text;
    std::vector<std::size_t> lines; ///< where they begin
    bool is_on_disk = true;         ///< with this text
    std::int64_t reference = 0;
  };

  std::map<std::string, File> files_; ///< by the path in places
  PathFormat format_;
};

} // namespace vouch::server
