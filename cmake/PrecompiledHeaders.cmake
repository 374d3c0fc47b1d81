# Headers that are compiled once for all files that include them: those of others, and ours for the automaton, which half of
# all files need and which are a fifth of the work for a short one. They save Clang most of its work, and GCC,
# which loads them whole, next to none: with GCC every file includes what it needs (docs/decisions/0166).
#
# `vouch_precompile(<name> [LIBRARIES <library>...] [OPTIONS <option>...] HEADERS <header>...)` makes the set <name>.
# `vouch_use_precompiled(<name> <target>...)` is for targets that have the libraries' definitions, too.
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/precompiled.cpp" CONTENT "// Only its headers count.\n")

function(vouch_precompile name)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 set "" "" "LIBRARIES;OPTIONS;HEADERS")
  add_library(precompiled_${name} OBJECT "${CMAKE_BINARY_DIR}/precompiled.cpp")
  target_link_libraries(precompiled_${name} PRIVATE vouch_options ${set_LIBRARIES})
  target_compile_options(precompiled_${name} PRIVATE ${set_OPTIONS} "SHELL:-Xclang -fno-pch-timestamp") # for ccache
  list(TRANSFORM set_HEADERS REPLACE "(.+)" "<\\1>")
  target_precompile_headers(precompiled_${name} PRIVATE ${set_HEADERS})
endfunction()

function(vouch_use_precompiled name)
  if(NOT TARGET precompiled_${name})
    return()
  endif()
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM precompiled_${name})
  endforeach()
endfunction()

set(VOUCH_STANDARD_HEADERS
  algorithm array chrono cstdint functional map memory optional set span string string_view unordered_map
  unordered_set utility variant vector)
# Who changes it compiles nearly everything anyway.
set(VOUCH_AUTOMATON_HEADER analysis/cfa/cfa.hpp)
