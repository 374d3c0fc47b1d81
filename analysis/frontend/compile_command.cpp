#include "analysis/frontend/compile_command.hpp"

#include <algorithm>
#include <clang/Tooling/CompilationDatabase.h>
#include <filesystem>
#include <memory>

namespace vouch::frontend {
namespace {

namespace fs = std::filesystem;

constexpr const char* multiarch_headers = "/usr/include/x86_64-linux-gnu";

bool file_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

fs::path absolute_path(const std::string& path) {
  std::error_code error;
  fs::path result = fs::absolute(path, error);
  return error ? fs::path(path) : result.lexically_normal();
}

Result<std::unique_ptr<clang::tooling::CompilationDatabase>> load_database(const SourceInput& input,
                                                                           const fs::path& file) {
  std::string error;
  if (!input.build_directory.empty()) {
    auto database = clang::tooling::CompilationDatabase::loadFromDirectory(input.build_directory, error);
    if (!database) {
      return Error{"no compilation database in \"" + input.build_directory + "\": " + error};
    }
    return database;
  }
  for (fs::path directory = file.parent_path();; directory = directory.parent_path()) {
    if (file_exists(directory / "compile_commands.json")) {
      // A database that nobody asked for may be broken or out of date: the default flags do then.
      return clang::tooling::CompilationDatabase::loadFromDirectory(directory.string(), error);
    }
    if (directory == directory.root_path() || directory.empty()) {
      return std::unique_ptr<clang::tooling::CompilationDatabase>();
    }
  }
}

/// The database's arguments without the compiler, the file, and what is about output.
std::vector<std::string> relevant_arguments(const clang::tooling::CompileCommand& command) {
  static constexpr std::array<std::string_view, 4> with_value = {"-o", "-MF", "-MT", "-MQ"};
  static constexpr std::array<std::string_view, 7> alone = {"-c", "-S", "-E", "-MD", "-MMD", "-MP", "-save-temps"};
  std::vector<std::string> result;
  bool skip_next = true; // the compiler
  for (const std::string& argument : command.CommandLine) {
    if (skip_next) {
      skip_next = false;
    } else if (std::find(with_value.begin(), with_value.end(), argument) != with_value.end()) {
      skip_next = true;
    } else if (argument == "--") {
      break;
    } else if (argument != command.Filename && std::find(alone.begin(), alone.end(), argument) == alone.end()) {
      result.push_back(argument);
    }
  }
  return result;
}

} // namespace

std::string clang_resource_directory() {
  std::vector<fs::path> candidates;
  std::error_code error;
  fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    candidates.push_back(executable.parent_path().parent_path() / "lib" / "vouch" / "clang");
  }
  candidates.emplace_back(VOUCH_CLANG_RESOURCE_DIRECTORY);
  for (int version : {19, 18, 20, 21, 22, 17, 16}) {
    std::string major = std::to_string(version);
    candidates.emplace_back("/usr/lib/llvm-" + major + "/lib/clang/" + major);
  }
  for (const fs::path& candidate : candidates) {
    if (file_exists(candidate / "include" / "stddef.h")) {
      return candidate.string();
    }
  }
  return {};
}

Result<CompileCommand> compile_command_for(const SourceInput& input, DataModelName data_model) {
  CompileCommand result;
  fs::path file = absolute_path(input.path);
  result.file = file.string();
  result.directory = fs::current_path().string();
  result.arguments = {"clang"};

  auto database = load_database(input, file);
  if (!database) {
    return database.error();
  }
  std::vector<clang::tooling::CompileCommand> commands;
  if (*database != nullptr) {
    commands = (*database)->getCompileCommands(result.file);
  }
  auto& arguments = result.arguments;
  if (!commands.empty()) {
    result.directory = commands.front().Directory;
    std::vector<std::string> given = relevant_arguments(commands.front());
    // The file may be spelt relative to the directory, or be another one whose flags were taken over.
    std::erase_if(given, [&](const std::string& argument) {
      return !argument.starts_with("-") && fs::path(argument).filename() == file.filename();
    });
    arguments.insert(arguments.end(), given.begin(), given.end());
  } else {
    arguments.emplace_back("-std=gnu17");
  }
  arguments.insert(arguments.end(), input.clang_arguments.begin(), input.clang_arguments.end());

  bool is_32_bit = std::find(arguments.begin(), arguments.end(), "-m32") != arguments.end();
  if (data_model == DataModelName::Ilp32) {
    arguments.emplace_back("--target=i386-linux-gnu");
    is_32_bit = true;
  }
  if (is_32_bit) {
    // The 64-bit system's headers serve 32 bits as well; only the list of stubs is a file of its own.
    arguments.insert(arguments.end(), {"-idirafter", multiarch_headers});
    fs::path stubs = fs::path(multiarch_headers) / "gnu" / "stubs-32.h";
    if (!file_exists(stubs)) {
      result.missing_headers.emplace(stubs.string(), "");
    }
  }
  if (std::string resources = clang_resource_directory(); !resources.empty()) {
    arguments.push_back("-resource-dir=" + resources);
  }
  // Old C is welcome, the compiler's warnings are not ours to repeat. One is worth a note of our own.
  arguments.insert(arguments.end(), {"-fsyntax-only", "-Wno-everything", "-Wunsequenced", "-Wno-error",
                                     "-fbracket-depth=1000000", "-ferror-limit=50"});
  return result;
}

} // namespace vouch::frontend
