#pragma once

#include <set>
#include <string>
#include <vector>

namespace vouch::server {

/// The C files of a workspace, absolute: for each of its folders those that a compilation database compiles, which is in
/// `build_directory`, in the folder or in its folder `build`; without one all C files below the folder, but for those in
/// hidden folders, in folders of builds and packages, and in those with a name in `excluded`. Reads folders: for requests, not
/// for every message.
std::set<std::string> files_of_workspace(const std::set<std::string>& folders, const std::string& build_directory,
                                         const std::vector<std::string>& excluded);

} // namespace vouch::server
