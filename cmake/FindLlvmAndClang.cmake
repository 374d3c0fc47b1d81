# Finds one matching pair of LLVM and Clang; SelfContained.cmake makes the target `vouch::clang` of it.
# Sets VOUCH_CLANG_RESOURCE_DIRECTORY, where Clang's own headers are.
#
# Clang's version file accepts only the exact minor version, so the majors are tried one by one. 19 comes first: it is the
# one that Debian 12, Debian 13 and Ubuntu 24.04 have in common.
set(VOUCH_LLVM_VERSION "" CACHE STRING "LLVM major version to use; empty: the first one found")
set(_vouch_llvm_majors 19 18 20 21 22 17 16)
if(VOUCH_LLVM_VERSION)
  set(_vouch_llvm_majors ${VOUCH_LLVM_VERSION})
endif()
foreach(_major IN LISTS _vouch_llvm_majors)
  if(NOT Clang_FOUND)
    find_package(Clang CONFIG QUIET NO_DEFAULT_PATH
      PATHS "/usr/lib/llvm-${_major}/lib/cmake/clang" "/usr/lib64/llvm${_major}/lib/cmake/clang")
  endif()
endforeach()
if(NOT Clang_FOUND OR NOT TARGET clang-cpp OR NOT TARGET LLVM)
  message(FATAL_ERROR "No Clang 16 to 22 with shared libraries found. On Debian and Ubuntu: scripts/setup, or "
                      "apt-get install clang-19 libclang-19-dev llvm-19-dev")
endif()
set(VOUCH_CLANG_RESOURCE_DIRECTORY "${LLVM_INSTALL_PREFIX}/lib/clang/${LLVM_VERSION_MAJOR}")
message(STATUS "Clang ${LLVM_PACKAGE_VERSION} from ${Clang_DIR}")
