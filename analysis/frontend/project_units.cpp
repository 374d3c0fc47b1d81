#include "analysis/frontend/project_units.hpp"

#include "analysis/frontend/definition_search.hpp"

#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <filesystem>
#include <utility>

namespace vouch::frontend {
namespace {

namespace fs = std::filesystem;

/// Files that include each other, as C files are included now and then, are followed so far.
constexpr std::size_t deepest_include = 4;

} // namespace

ProjectUnits::ProjectUnits(const CompilationDatabase& database, const SourceInput& input, DataModelName data_model,
                           const RunContext& run)
    : database_(database), input_(input), data_model_(data_model), run_(run) {}

const std::vector<ProjectUnit*>& ProjectUnits::defining(const std::string& name, Owner owner) {
  auto known = known_.find(name);
  return known != known_.end() ? known->second : known_.emplace(name, find_units_defining(name, owner)).first->second;
}

std::vector<ProjectUnit*> ProjectUnits::find_units_defining(const std::string& name, Owner owner) {
  read_files();
  std::vector<ProjectUnit*> result;
  for (File& file : files_) {
    auto may_be_in = [&](const std::unique_ptr<llvm::MemoryBuffer>& buffer) {
      const std::string_view text(buffer->getBuffer());
      return (owner == Owner::Project || has_function_head(text, name)) && may_define(text, name);
    };
    if (file.text == nullptr || !(may_be_in(file.text) || std::ranges::any_of(file.included, may_be_in))) {
      continue;
    }
    if (file.unit == nullptr) {
      parse_unit(file);
    }
    if (file.unit->definitions.contains(name)) {
      result.push_back(file.unit.get());
    }
  }
  return result;
}

void ProjectUnits::read_files() {
  if (std::exchange(has_read_files_, true)) {
    return;
  }
  run_.report("reading the other files of the compilation database");
  for (std::string& path : database_.files_beside(input_.path)) {
    run_.check();
    File& file = files_.emplace_back();
    file.path = std::move(path);
    file.text = read(file.path);
    if (file.text != nullptr) {
      read_included(file, file.path, file.text->getBuffer(), 0);
    }
  }
}

std::unique_ptr<llvm::MemoryBuffer> ProjectUnits::read(const std::string& path) const {
  if (auto open = input_.unsaved.find(path); open != input_.unsaved.end()) {
    return llvm::MemoryBuffer::getMemBuffer(open->second);
  }
  // Mapped files would change under us.
  auto buffer = llvm::MemoryBuffer::getFile(path, false, false, true);
  return buffer ? std::move(*buffer) : nullptr;
}

/// Reads what stands beside the file and is included in quotes, but is no header by its name.
void ProjectUnits::read_included(File& file, const std::string& path, llvm::StringRef text, std::size_t depth) const {
  for (std::size_t found = text.find("include"); found != llvm::StringRef::npos && depth < deepest_include;
       found = text.find("include", found + 1)) {
    llvm::StringRef rest = text.substr(found).split('\n').first.split('"').second;
    auto [name, behind] = rest.split('"');
    if (name.empty() || name.ends_with(".h") || behind.data() == nullptr) {
      continue;
    }
    const std::string included = (fs::path(path).parent_path() / name.str()).lexically_normal().string();
    if (auto buffer = read(included)) {
      llvm::StringRef content = buffer->getBuffer();
      file.included.push_back(std::move(buffer));
      read_included(file, included, content, depth + 1);
    }
  }
}

void ProjectUnits::parse_unit(File& file) const {
  run_.check();
  run_.report("parsing", file.path);
  file.unit = std::make_unique<ProjectUnit>();
  ProjectUnit& unit = *file.unit;
  unit.path = file.path;
  unit.input = input_;
  unit.input.path = file.path;
  unit.command = database_.command_for(file.path, input_.clang_arguments, data_model_);
  make_header_paths_absolute(unit.command);
  unit.parsed = parse(unit.input, unit.command);
  if (unit.parsed.unit != nullptr) {
    unit.dialect = dialect_of(unit.command.original, unit.parsed.unit->getASTContext());
    unit.definitions = external_definitions(unit.parsed.unit->getASTContext(), unit.dialect);
  }
  if (unit.parsed.has_errors) {
    unit.problem = "does not compile";
  } else if (database_.has_different_commands(file.path)) {
    unit.problem = "is compiled in several ways";
  }
}

} // namespace vouch::frontend
