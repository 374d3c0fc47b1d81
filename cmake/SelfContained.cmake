# Two ways to link one set of objects. A target with the property VOUCH_SELF_CONTAINED takes LLVM, Clang and the smaller
# libraries from archives; all others take the shared ones, which link in a second (docs/decisions/0280).
#
# Makes `vouch::clang`, `vouch::yaml`, `vouch::crypto`, `vouch::sqlite` and `vouch::xxhash`, which are either. Sets
# VOUCH_NOT_SELF_CONTAINED, the reasons why archives are of no use here; empty: they are.
set(VOUCH_NOT_SELF_CONTAINED "")

# `vouch_archive(<variable> <name>)` looks for lib<name>.a and complains if there is none.
function(vouch_archive variable name)
  find_library(${variable} NAMES "lib${name}.a" NO_CACHE)
  if(${variable})
    set(${variable} "${${variable}}" PARENT_SCOPE)
  else()
    set(VOUCH_NOT_SELF_CONTAINED "${VOUCH_NOT_SELF_CONTAINED};there is no lib${name}.a" PARENT_SCOPE)
    set(${variable} "" PARENT_SCOPE)
  endif()
endfunction()

# `vouch_either(<name> <shared library> <archives>...)` makes vouch::<name>. What compiles sees the shared library's headers.
function(vouch_either name shared)
  list(JOIN ARGN "$<SEMICOLON>" archives)
  set(is_self_contained "$<BOOL:$<TARGET_PROPERTY:VOUCH_SELF_CONTAINED>>")
  add_library(vouch_${name} INTERFACE)
  add_library(vouch::${name} ALIAS vouch_${name})
  list(JOIN shared "$<SEMICOLON>" shared)
  target_link_libraries(vouch_${name} INTERFACE "$<${is_self_contained}:${archives}>$<$<NOT:${is_self_contained}>:${shared}>")
endfunction()

foreach(_name IN ITEMS yaml-cpp crypto sqlite3 xxhash z zstd)
  string(MAKE_C_IDENTIFIER "VOUCH_ARCHIVE_${_name}" _variable)
  vouch_archive(${_variable} ${_name})
endforeach()
vouch_either(yaml PkgConfig::YAML ${VOUCH_ARCHIVE_yaml_cpp})
vouch_either(crypto PkgConfig::CRYPTO ${VOUCH_ARCHIVE_crypto})
vouch_either(sqlite PkgConfig::SQLITE ${VOUCH_ARCHIVE_sqlite3})
vouch_either(xxhash PkgConfig::XXHASH ${VOUCH_ARCHIVE_xxhash})

# Clang's archives say which others of Clang they need, but for LLVM they name the shared library. So each gets a target of
# ours, which needs LLVM's archives instead.
execute_process(
  COMMAND "${LLVM_TOOLS_BINARY_DIR}/llvm-config" --link-static --libfiles
    frontendopenmp frontendhlsl option windowsdriver debuginfodwarf object profiledata
  OUTPUT_VARIABLE _llvm_archives ERROR_VARIABLE _problem OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(_llvm_archives NATIVE_COMMAND "${_llvm_archives}")
if(NOT _llvm_archives)
  list(APPEND VOUCH_NOT_SELF_CONTAINED "llvm-config knows no archives of LLVM")
endif()
add_library(vouch_archive_llvm INTERFACE)
target_link_libraries(vouch_archive_llvm INTERFACE ${_llvm_archives} ${VOUCH_ARCHIVE_z} ${VOUCH_ARCHIVE_zstd} ${CMAKE_DL_LIBS} m)
set(_archives ${_llvm_archives})
set(_pending clangTooling)
while(_pending)
  list(POP_FRONT _pending _library)
  if(TARGET vouch_archive_${_library} OR NOT TARGET ${_library})
    continue()
  endif()
  get_target_property(_needed ${_library} INTERFACE_LINK_LIBRARIES)
  list(FILTER _needed INCLUDE REGEX "^clang")
  list(APPEND _pending ${_needed})
  list(TRANSFORM _needed PREPEND vouch_archive_)
  add_library(vouch_archive_${_library} STATIC IMPORTED)
  list(APPEND _archives "${LLVM_LIBRARY_DIR}/lib${_library}.a")
  set_target_properties(vouch_archive_${_library} PROPERTIES IMPORTED_LOCATION "${LLVM_LIBRARY_DIR}/lib${_library}.a"
    INTERFACE_LINK_LIBRARIES "${_needed};vouch_archive_llvm")
endwhile()
foreach(_archive IN LISTS _archives)
  if(NOT EXISTS "${_archive}")
    list(APPEND VOUCH_NOT_SELF_CONTAINED "there is no ${_archive}")
  endif()
endforeach()
if(NOT TARGET vouch_archive_clangTooling)
  list(APPEND VOUCH_NOT_SELF_CONTAINED "Clang has no archives")
endif()
vouch_either(clang "clang-cpp;LLVM" vouch_archive_clangTooling)
target_include_directories(vouch_clang SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(_vouch_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(vouch_clang INTERFACE ${_vouch_llvm_definitions})
list(REMOVE_DUPLICATES VOUCH_NOT_SELF_CONTAINED)
