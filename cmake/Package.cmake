# What is given to users who do not build: the target `vouch_packaged`, the component `package` of the installation, and CPack's
# settings. scripts/package makes the packages; docs/decisions/0280 says why they look like this.
include(GNUInstallDirs)

set(VOUCH_NO_PACKAGES ${VOUCH_NOT_SELF_CONTAINED})
find_program(VOUCH_HELP2MAN help2man)
find_program(VOUCH_NVIM nvim)
foreach(_program IN ITEMS HELP2MAN NVIM)
  if(NOT VOUCH_${_program})
    string(TOLOWER "${_program}" _name)
    list(APPEND VOUCH_NO_PACKAGES "there is no ${_name}")
  endif()
endforeach()
if(VOUCH_NO_PACKAGES)
  list(JOIN VOUCH_NO_PACKAGES "; " _reasons)
  message(STATUS "No packages can be made here: ${_reasons}")
  foreach(_target IN ITEMS vouch_packaged vouch_package_contents)
    add_custom_target(${_target}
      COMMAND "${CMAKE_COMMAND}" -E echo "No packages can be made here: ${_reasons}. On Debian 12: scripts/setup"
      COMMAND "${CMAKE_COMMAND}" -E false VERBATIM)
  endforeach()
  return()
endif()

set(VOUCH_PACKAGED_FOLDER "${CMAKE_BINARY_DIR}/packaged")
add_executable(vouch_packaged EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/server/main.cpp")
target_link_libraries(vouch_packaged PRIVATE vouch_server_command_line vouch_analysis)
target_link_options(vouch_packaged PRIVATE LINKER:--gc-sections LINKER:--strip-all LINKER:-O2)
set_target_properties(vouch_packaged PROPERTIES VOUCH_SELF_CONTAINED ON
  INSTALL_RPATH "$ORIGIN/../lib/vouch" INSTALL_RPATH_USE_LINK_PATH OFF)

# Pages of the manual and completions are made from what the binary says of itself.
set(_manual "${VOUCH_PACKAGED_FOLDER}/manual")
set(_pages "")
# `vouch_manual_page(<name> <words of the help> <what it is, in a few words>)`
function(vouch_manual_page name help description)
  set(page "${_manual}/${name}.1")
  add_custom_command(OUTPUT "${page}.gz"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${_manual}"
    COMMAND "${VOUCH_HELP2MAN}" --no-info --section 1 --manual "Vouch" --source "Vouch ${PROJECT_VERSION}"
      --include "${CMAKE_SOURCE_DIR}/cmake/manual_additions" --version-string "${name} ${PROJECT_VERSION}" --name "${description}" --help-option "${help}" --output "${page}"
      $<TARGET_FILE:vouch_packaged>
    COMMAND gzip -9nf "${page}"
    DEPENDS vouch_packaged cmake/manual_additions VERBATIM)
  set(_pages ${_pages} "${page}.gz" PARENT_SCOPE)
endfunction()
vouch_manual_page(vouch "help" "prove or refute the assertions of C programs")
vouch_manual_page(vouch-check "check --help-all" "verify C files and print what was found")
vouch_manual_page(vouch-lsp "help lsp" "language server that verifies C files in an editor")
vouch_manual_page(vouch-dap "help dap" "debug adapter that steps through a violating run")
vouch_manual_page(vouch-cache "help cache" "look after the verdicts that are kept")
vouch_manual_page(vouch-completion "help completion" "make bash and zsh complete vouch's options")

set(_completions "${VOUCH_PACKAGED_FOLDER}/completions")
add_custom_command(OUTPUT "${_completions}/vouch" "${_completions}/_vouch"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${_completions}"
  COMMAND vouch_packaged completion bash > "${_completions}/vouch"
  COMMAND vouch_packaged completion zsh > "${_completions}/_vouch"
  DEPENDS vouch_packaged VERBATIM)

# Where users cannot write, Neovim cannot make the index of its help.
set(_neovim "${CMAKE_SOURCE_DIR}/docs/editors/neovim")
set(_help "${VOUCH_PACKAGED_FOLDER}/neovim_help")
add_custom_command(OUTPUT "${_help}/tags"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${_help}"
  COMMAND "${CMAKE_COMMAND}" -E copy "${_neovim}/doc/vouch.txt" "${_help}"
  COMMAND "${VOUCH_NVIM}" --headless -u NONE -i NONE -c "helptags ${_help}" -c qall
  DEPENDS "${_neovim}/doc/vouch.txt" VERBATIM)
add_custom_target(vouch_package_contents
  DEPENDS vouch_packaged ${_pages} "${_completions}/vouch" "${_completions}/_vouch" "${_help}/tags")

set(_packaged COMPONENT package EXCLUDE_FROM_ALL) # what is installed only where the component is asked for
set(_libraries "lib/vouch")
install(PROGRAMS $<TARGET_FILE:vouch_packaged> TYPE BIN RENAME vouch ${_packaged})
# Every shared library but those of libc6, by the names under which the binary asks for them.
install(CODE "
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES \"$<TARGET_FILE:vouch_packaged>\" RESOLVED_DEPENDENCIES_VAR libraries
    PRE_EXCLUDE_REGEXES \"^ld-linux\" \"^lib(c|m|dl|rt|pthread)\\\\.so\")
  set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${_libraries}\")
  foreach(library IN LISTS libraries)
    get_filename_component(name \"\${library}\" NAME)
    file(REAL_PATH \"\${library}\" file)
    file(MAKE_DIRECTORY \"\${folder}\")
    file(COPY_FILE \"\${file}\" \"\${folder}/\${name}\")
    file(CHMOD \"\${folder}/\${name}\" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    message(STATUS \"Installing: \${folder}/\${name}\")
  endforeach()" ${_packaged})
# Clang's own headers, but for those of other languages.
install(DIRECTORY "${VOUCH_CLANG_RESOURCE_DIRECTORY}/include/" DESTINATION "${_libraries}/clang/include" ${_packaged}
  PATTERN "cuda_wrappers" EXCLUDE PATTERN "__clang_cuda_*" EXCLUDE PATTERN "__clang_hip_*" EXCLUDE
  PATTERN "hlsl*" EXCLUDE PATTERN "opencl-c*" EXCLUDE PATTERN "ISO_Fortran_binding.h" EXCLUDE)

install(FILES include/vouch.h TYPE INCLUDE ${_packaged})
install(FILES ${_pages} DESTINATION "${CMAKE_INSTALL_DATADIR}/man/man1" ${_packaged})
install(FILES "${_completions}/vouch" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" ${_packaged})
install(FILES "${_completions}/_vouch" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" ${_packaged})
set(_plugin "${CMAKE_INSTALL_DATADIR}/nvim/site/pack/vouch/start/vouch")
install(DIRECTORY "${_neovim}/" DESTINATION "${_plugin}" ${_packaged})
install(FILES "${_help}/tags" DESTINATION "${_plugin}/doc" ${_packaged})

# The documents keep their places to one another, for the links between them.
install(FILES README.md LICENSE CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/vouch" ${_packaged})
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/vouch" ${_packaged}
  PATTERN "editors/neovim" EXCLUDE)
# Whose code is in it, besides ours: each library's own words, as Debian has them.
foreach(_owner IN ITEMS libclang-19-dev llvm-19-dev libz3-dev libspdlog-dev libfmt-dev libyaml-cpp-dev libssl-dev libsqlite3-dev
    libxxhash-dev zlib1g-dev libzstd-dev libboost-dev nlohmann-json3-dev libcli11-dev libstdc++6)
  install(FILES "/usr/share/doc/${_owner}/copyright" DESTINATION "${_libraries}/copyrights"
    RENAME "${_owner}" ${_packaged} OPTIONAL)
endforeach()
install(FILES cmake/copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/vouch" ${_packaged})

set(CPACK_PACKAGE_NAME vouch)
set(CPACK_PACKAGE_VENDOR "The Vouch project")
set(CPACK_PACKAGE_CONTACT "The Vouch project <vouch@vouch.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "proves or refutes the assertions of C programs")
set(CPACK_PACKAGE_FILE_NAME "vouch-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_COMPONENTS_ALL package)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_SOURCE_DIR}/cmake/PackageByGenerator.cmake")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc | clang, libc6-dev")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Vouch is a software model checker for C. It finds runs that break an assertion
or do what C leaves undefined, with the values on the way, or proves that
there are none. It answers on the command line and, as a language server and
a debug adapter, in an editor while the file is being written.
.
Clang, Z3 and what else it needs is part of this package.")
include(CPack)
