#pragma once

#include <string>

namespace vouch::reuse {

/// Tells this build of the engine from every other, in hexadecimal digits: the linker's build id of the running
/// program, and those of the libraries that decide with it (Clang, LLVM, Z3). The same build has the same identity in
/// every process; one line changed in the engine makes another. Of a program that was linked without a build id it is a
/// digest of its file, and empty if that cannot be read: then nothing that outlives the process can be believed.
std::string build_identity();

} // namespace vouch::reuse
