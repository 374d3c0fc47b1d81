#pragma once

#include <set>
#include <string>

namespace vouch::server {

/// The C files of a workspace, absolute: for each of its folders those that a compilation database compiles, which is in
/// `build_directory`, in the folder or in its folder `build`; without one all C files below the folder, but for those in
/// hidden folders and in folders of builds and packages. Reads folders: for requests, not for every message.
std::set<std::string> files_of_workspace(const std::set<std::string>& folders, const std::string& build_directory);

} // namespace vouch::server
