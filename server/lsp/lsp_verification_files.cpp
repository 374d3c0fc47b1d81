#include "server/lsp/lsp_verification.hpp"
#include "server/support/file_uri.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

/// What changes on the disk.
namespace vouch::server {

namespace {

/// Where the flags of a file can be written down, in its folder or in one above it.
constexpr std::array<const char*, 2> database_names = {"compile_commands.json", "compile_flags.txt"};

/// Where the compilation database of the file at `path` can be.
void add_possible_databases(const std::string& path, std::set<std::string>& files) {
  for (auto folder = std::filesystem::path(path).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    for (const char* name : database_names) {
      files.insert((folder / name).string());
    }
  }
}

bool is_database(const std::filesystem::path& path) {
  return std::ranges::find(database_names, path.filename()) != database_names.end();
}

} // namespace

/// All that open sources were made of, they themselves, and what would change how they are compiled.
void LspVerification::watch_files() {
  std::set<std::string> files;
  for (const Document* source : sources()) {
    const VerifiedDocument& verified = watched_of(*source).status.verified;
    files.insert(source->path);
    files.insert(verified.linked_files.begin(), verified.linked_files.end());
    files.insert(verified.included_files.begin(), verified.included_files.end());
    const std::string build_directory = build_directory_for(*source);
    if (build_directory.empty()) {
      add_possible_databases(source->path, files);
    } else {
      for (const char* name : database_names) {
        files.insert((std::filesystem::absolute(build_directory) / name).string());
      }
    }
  }
  for (const auto& [uri, file] : workspace_.files) {
    files.insert(file.path);
  }
  files_.watch(files);
}

/// What is open counts as its editor has it, whatever the disk says.
void LspVerification::on_file_changed(const std::string& path) {
  const auto open = std::ranges::find(documents_, path, [](const auto& entry) { return entry.second.path; });
  if (open != documents_.end()) {
    verify_if_on_disk(open->second);
    return;
  }
  if (const auto file = workspace_.files.find(uri_of(path)); file != workspace_.files.end()) {
    invalidate(file->second, path + " has changed");
    finish_in_workspace(file->first);
  }
  for (const Document* source : is_database(path) ? sources() : sources_that_use(path)) {
    invalidate(*source, path + " has changed");
    verify_automatically(*source);
  }
}

/// An editor that loads a file again, or undoes what was typed, saves nothing: its text is that of the disk.
void LspVerification::compare_with_disk_after_pause(const Document& document) {
  auto& timer = comparisons_[document.uri];
  timer = std::make_unique<boost::asio::steady_timer>(io_, options_.change_pause);
  timer->async_wait([this, uri = document.uri](const boost::system::error_code& error) {
    const auto found = documents_.find(uri);
    if (!error && found != documents_.end()) {
      verify_if_on_disk(found->second);
    }
  });
}

/// As if it had been saved, unless that is known already.
void LspVerification::verify_if_on_disk(const Document& document) {
  if (settings_.verify_on != VerifyOn::Save || !is_as_on_disk(document)) {
    return;
  }
  for (const Document* source : affected_by(document)) {
    const Watched& watched = watched_of(*source);
    if (watched.status.state == VerificationState::Stale && !watched.run) {
      start(*source, Origin::Automatic);
    }
  }
}

} // namespace vouch::server
