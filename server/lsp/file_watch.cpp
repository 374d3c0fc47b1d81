#include "server/lsp/file_watch.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <spdlog/spdlog.h>
#include <sys/inotify.h>
#include <utility>

namespace vouch::server {

namespace {

/// Many tools write a file in several steps.
constexpr std::chrono::milliseconds settling_time{100};

constexpr std::uint32_t interesting = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR;

} // namespace

FileWatch::FileWatch(boost::asio::io_context& io, std::function<void(const std::string& path)> on_changed)
    : on_changed_(std::move(on_changed)), events_(io), pause_(io) {
  const int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor == -1) {
    spdlog::warn("files are not watched: {}", std::strerror(errno));
    return;
  }
  events_.assign(descriptor);
  read();
}

void FileWatch::watch(const std::set<std::string>& files) {
  if (files == files_ || !events_.is_open()) {
    return;
  }
  files_ = files;
  std::map<std::string, int> wanted;
  for (const std::string& file : files) {
    wanted.emplace(std::filesystem::path(file).parent_path().string(), -1);
  }
  for (const auto& [folder, number] : folders_) {
    if (const auto found = wanted.find(folder); found != wanted.end()) {
      found->second = number;
    } else {
      inotify_rm_watch(events_.native_handle(), number);
    }
  }
  for (auto& [folder, number] : wanted) {
    if (number == -1) {
      number = inotify_add_watch(events_.native_handle(), folder.c_str(), interesting);
    }
  }
  std::erase_if(wanted, [](const auto& entry) { return entry.second == -1; });
  folders_ = std::move(wanted);
}

void FileWatch::read() {
  events_.async_read_some(boost::asio::buffer(buffer_),
                          [this](const boost::system::error_code& error, std::size_t length) {
                            if (!error) {
                              take(length);
                              read();
                            }
                          });
}

void FileWatch::take(std::size_t length) {
  for (std::size_t at = 0; at + sizeof(inotify_event) <= length;) {
    inotify_event event{};
    std::memcpy(&event, buffer_.data() + at, sizeof event);
    const std::string name = event.len == 0 ? "" : buffer_.data() + at + sizeof event;
    at += sizeof event + event.len;
    for (const auto& [folder, number] : folders_) {
      const std::string path = (std::filesystem::path(folder) / name).string();
      if (number == event.wd && files_.contains(path)) {
        changed_.insert(path);
      }
    }
  }
  if (!changed_.empty()) {
    pause_.expires_after(settling_time);
    pause_.async_wait([this](const boost::system::error_code& error) {
      if (!error) {
        tell();
      }
    });
  }
}

void FileWatch::tell() {
  for (const std::string& path : std::exchange(changed_, {})) {
    on_changed_(path);
  }
}

} // namespace vouch::server
