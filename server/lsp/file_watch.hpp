#pragma once

#include "protocol/asio.hpp"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace vouch::server {

/// Tells when files change on the disk, appear or vanish. Our own, because not every editor watches for its servers.
/// Belongs to the event loop's thread, and costs nothing while nothing changes.
class FileWatch {
public:
  /// `on_changed` gets the path of each file, shortly after its last change. Where the system has no inotify left,
  /// nothing is ever told.
  FileWatch(boost::asio::io_context& io, std::function<void(const std::string& path)> on_changed);

  /// From now on these files, which need not exist, and no others. Absolute paths.
  void watch(const std::set<std::string>& files);

private:
  void read();
  void take(std::size_t length);
  void tell();

  std::function<void(const std::string& path)> on_changed_;
  boost::asio::posix::stream_descriptor events_;
  boost::asio::steady_timer pause_;
  alignas(8) std::array<char, 16U * 1024U> buffer_{};
  std::set<std::string> files_;
  std::map<std::string, int> folders_; ///< watched, with inotify's numbers
  std::set<std::string> changed_;      ///< not told yet
};

} // namespace vouch::server
