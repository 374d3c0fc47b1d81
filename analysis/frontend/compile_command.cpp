#include "analysis/frontend/compile_command.hpp"

#include "analysis/frontend/dialect.hpp"
#include "analysis/frontend/embedded_text.hpp"
#include "analysis/frontend/type_lowering.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace vouch::frontend {
namespace {

namespace fs = std::filesystem;

constexpr const char* multiarch_headers = "/usr/include/x86_64-linux-gnu";
/// Where our own headers appear to be, behind all others.
constexpr const char* own_headers = "/vouch-include";

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
    if (file_exists(directory / "compile_commands.json") || file_exists(directory / "compile_flags.txt")) {
      // A database that nobody asked for may be broken or out of date: the default flags do then.
      return clang::tooling::CompilationDatabase::loadFromDirectory(directory.string(), error);
    }
    if (directory == directory.root_path() || directory.empty()) {
      return std::unique_ptr<clang::tooling::CompilationDatabase>();
    }
  }
}

/// gcc says of itself that it is this one, where its name does not tell.
constexpr std::string_view usual_gcc_version = "12.2.0";

/// Clang says that it is gcc 4.2, and the system's headers believe it. What they do for a later one needs these: types
/// that are keywords of gcc, and an attribute that has arguments there. Their checks at run
/// time need a builtin that Clang lacks (`__builtin_va_arg_pack`); without them a program means the same, but where it
/// is undefined.
std::vector<std::string> gcc_impersonation(const CompilerName& compiler) {
  if (compiler.kind != CompilerName::Kind::Gcc) {
    return {};
  }
  const std::string version = compiler.version.empty() ? std::string(usual_gcc_version) : compiler.version;
  return {"-fgnuc-version=" + version, "-D__malloc__(...)=__malloc__", "-D_Float32=float",       "-D_Float64=double",
          "-D_Float32x=double",        "-D_Float64x=long double",      "-D_Float128=__float128", "-U_FORTIFY_SOURCE"};
}

/// Of gcc's `-ftrapv` and `-fwrapv` the last one counts, of Clang's always the first.
void keep_last_overflow_rule(std::vector<std::string>& arguments) {
  auto is_rule = [](const std::string& argument) { return argument == "-ftrapv" || argument == "-fwrapv"; };
  const auto last = std::find_if(arguments.rbegin(), arguments.rend(), is_rule);
  if (last != arguments.rend()) {
    const std::string kept = *last;
    std::erase_if(arguments, [&](const std::string& argument) { return is_rule(argument) && argument != kept; });
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

/// Those that may change what the code means, or which code it is.
std::vector<std::string> arguments_with_meaning(const clang::tooling::CompileCommand& command) {
  static constexpr std::array<std::string_view, 6> without = {"-W", "-g", "-fPIC", "-fpic", "-fPIE", "-fpie"};
  std::vector<std::string> result = relevant_arguments(command);
  std::erase_if(result, [](const std::string& argument) {
    return std::any_of(without.begin(), without.end(),
                       [&](std::string_view prefix) { return argument.starts_with(prefix); });
  });
  return result;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code none; // what does not exist is not the same
  return a == b || (a.filename() == b.filename() && fs::equivalent(a, b, none));
}

/// Whether the command is a guess from that of a file that is no C: such a database knows of nothing like the file.
bool is_of_another_language(const clang::tooling::CompileCommand& command, const fs::path& file) {
  static constexpr std::string_view guessed = "inferred from ";
  if (file.extension() != ".c" || !std::string_view(command.Heuristic).starts_with(guessed)) {
    return false;
  }
  const fs::path model = command.Heuristic.substr(guessed.size());
  return model.extension() != ".c" && model.extension() != ".h";
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

Result<CompilationDatabase> CompilationDatabase::of(const SourceInput& input) {
  auto database = load_database(input, absolute_path(input.path));
  if (!database) {
    return database.error();
  }
  return CompilationDatabase(std::move(database.value()));
}

CompileCommand CompilationDatabase::own_command_for(const std::string& path) const {
  CompileCommand result;
  result.original.emplace_back("clang");
  fs::path file = absolute_path(path);
  result.file = file.string();
  result.directory = fs::current_path().string();
  std::vector<clang::tooling::CompileCommand> commands;
  if (loaded_ != nullptr) {
    commands = loaded_->getCompileCommands(result.file);
  }
  if (!commands.empty() && !is_of_another_language(commands.front(), file)) {
    result.directory = commands.front().Directory;
    if (!commands.front().CommandLine.empty()) {
      result.original.front() = commands.front().CommandLine.front();
    }
    result.arguments = relevant_arguments(commands.front());
    // The file may be spelt relative to the directory, or be another one whose flags were taken over.
    std::erase_if(result.arguments, [&](const std::string& argument) {
      return !argument.starts_with("-") && fs::path(argument).filename() == file.filename();
    });
  }
  return result;
}

CompileCommand CompilationDatabase::native_command_for(const std::string& path,
                                                       const std::vector<std::string>& more_arguments,
                                                       DataModelName data_model) const {
  CompileCommand result = own_command_for(path);
  auto& arguments = result.arguments;
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  if (data_model == DataModelName::Ilp32 && std::find(arguments.begin(), arguments.end(), "-m32") == arguments.end()) {
    arguments.emplace_back("-m32");
  }
  return result;
}

CompileCommand CompilationDatabase::command_for(const std::string& path, const std::vector<std::string>& more_arguments,
                                                DataModelName data_model) const {
  CompileCommand result = own_command_for(path);
  auto& arguments = result.arguments;
  if (arguments.empty()) {
    arguments.emplace_back("-std=gnu17");
  }
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  result.original.insert(result.original.end(), arguments.begin(), arguments.end());
  std::erase_if(arguments, is_unknown_to_clang);
  const CompilerName compiler = compiler_name(result.original.front());
  if (compiler.kind == CompilerName::Kind::Gcc) {
    keep_last_overflow_rule(arguments);
  }
  result.impersonation = gcc_impersonation(compiler);
  arguments.insert(arguments.begin(), {"clang", "-D__VOUCH__=1", storage_order_as_annotation});

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
  arguments.insert(arguments.end(), {"-idirafter", own_headers});
  for (EmbeddedText& header : header_texts()) {
    result.missing_headers.emplace(fs::path(own_headers) / header.name, std::move(header.text));
  }
  if (std::string resources = clang_resource_directory(); !resources.empty()) {
    arguments.push_back("-resource-dir=" + resources);
  }
  // Old C is welcome, the compiler's warnings are not ours to repeat. One is worth a note of our own. What else a name
  // could have been is no affair of ours either, and looking for it crashes Clang 19 in some calls of builtins.
  arguments.insert(arguments.end(), {"-fsyntax-only", "-Wno-everything", "-Wunsequenced", "-Wno-error",
                                     "-fbracket-depth=1000000", "-ferror-limit=50", "-fno-spell-checking"});
  return result;
}

bool CompilationDatabase::has_different_commands(const std::string& path) const {
  if (loaded_ == nullptr) {
    return false;
  }
  const auto commands = loaded_->getCompileCommands(absolute_path(path).string());
  return std::any_of(commands.begin(), commands.end(), [&](const clang::tooling::CompileCommand& command) {
    return command.Directory != commands.front().Directory ||
           arguments_with_meaning(command) != arguments_with_meaning(commands.front());
  });
}

std::vector<std::string> CompilationDatabase::files_beside(const std::string& path) const {
  if (loaded_ == nullptr) {
    return {};
  }
  const fs::path own = absolute_path(path);
  bool is_listed = false;
  std::set<std::string> result;
  for (const std::string& listed : loaded_->getAllFiles()) {
    const fs::path file = absolute_path(listed);
    if (is_same_file(file, own)) {
      is_listed = true;
    } else if (file.extension() == ".c") {
      result.insert(file.string());
    }
  }
  return is_listed ? std::vector<std::string>(result.begin(), result.end()) : std::vector<std::string>();
}

void make_header_paths_absolute(CompileCommand& command) {
  static constexpr std::array<std::string_view, 6> options = {"-I",         "-isystem", "-iquote",
                                                              "-idirafter", "-include", "-imacros"};
  auto make_absolute = [&](std::string& argument, std::size_t begin) {
    const fs::path path = (fs::path(command.directory) / argument.substr(begin)).lexically_normal();
    if (file_exists(path)) {
      argument.replace(begin, std::string::npos, path.string());
    }
  };
  for (std::size_t index = 1; index < command.arguments.size(); ++index) {
    for (std::string_view option : options) {
      if (command.arguments[index] == option && index + 1 < command.arguments.size()) {
        make_absolute(command.arguments[++index], 0);
        break;
      }
      if (command.arguments[index].size() > option.size() && command.arguments[index].starts_with(option)) {
        make_absolute(command.arguments[index], option.size());
        break;
      }
    }
  }
}

} // namespace vouch::frontend
