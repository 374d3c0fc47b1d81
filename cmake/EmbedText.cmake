# Writes a C++ source with the contents of text files, for what the binary carries along.
#   cmake -D OUTPUT=<file> -D HEADER=<include> -D NAMESPACE=<a::b> -D FUNCTION=<name> -D "FILES=<f1>;<f2>" -P EmbedText.cmake
# The function returns std::vector<EmbeddedText>, one element for each file; the header declares both.
set(_text "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\nstd::vector<EmbeddedText> ${FUNCTION}() {\n  return {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" content)
  string(APPEND _text "      {\"${name}\", R\"embedded(${content})embedded\"},\n")
endforeach()
string(APPEND _text "  };\n}\n\n} // namespace ${NAMESPACE}\n")
file(WRITE "${OUTPUT}" "${_text}")
