#include "analysis/reuse/stable_names.hpp"

#include "analysis/cfa/storage_duration.hpp"

#include <algorithm>
#include <filesystem>
#include <ranges>
#include <system_error>
#include <unordered_set>

namespace vouch::reuse {
namespace {

/// Functions of the front end's own do not tell where a variable belongs: they set up all of them.
std::unordered_map<cfa::VariableId, cfa::FunctionId> functions_of_static_locals(const cfa::Cfa& cfa) {
  std::unordered_map<cfa::VariableId, cfa::FunctionId> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const cfa::FunctionId function = cfa.location(edge.source).function;
    if (cfa.function(function).is_synthetic) {
      continue;
    }
    for (cfa::VariableId variable : cfa::variables_mentioned(edge.operation)) {
      if (cfa.variable(variable).kind == cfa::VariableKind::StaticLocal) {
        result.try_emplace(variable, function);
      }
    }
  }
  return result;
}

/// Names of files as they are seen from the folder of the file that is verified, so that they are the same wherever the
/// project is. What shares no folder with it, as the system's headers do not, has its whole path.
class FileNames {
public:
  explicit FileNames(const cfa::Cfa& cfa) {
    if (!cfa.entry_points().empty()) {
      folder_ = whole(cfa.function(cfa.entry_points().front().function).range.path()).parent_path();
    }
  }

  const std::string& of(const std::string& path) {
    const auto [position, is_new] = names_.try_emplace(path);
    if (is_new) {
      const std::filesystem::path file = whole(path);
      const bool is_near = file.begin() != file.end() && folder_.begin() != folder_.end() &&
                           std::ranges::equal(std::ranges::take_view(file, 2), std::ranges::take_view(folder_, 2));
      position->second = (is_near ? file.lexically_relative(folder_) : file).string();
    }
    return position->second;
  }

private:
  static std::filesystem::path whole(const std::string& path) {
    std::error_code unknown;
    std::filesystem::path result = std::filesystem::absolute(path, unknown);
    return (unknown ? std::filesystem::path(path) : result).lexically_normal();
  }

  std::filesystem::path folder_;
  std::unordered_map<std::string, std::string> names_; ///< by path
};

/// Makes names unique by numbers.
class UniqueNames {
public:
  std::string add(std::string name) {
    const std::size_t count = ++counts_[name];
    return count == 1 ? name : name + "#" + std::to_string(count);
  }

private:
  std::unordered_map<std::string, std::size_t> counts_;
};

} // namespace

StableNames::StableNames(const cfa::Cfa& cfa) {
  UniqueNames names;
  FileNames files(cfa);
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::Function& function = cfa.function(cfa::FunctionId(index));
    functions_.push_back(names.add(
        function.is_externally_visible ? function.name : files.of(function.range.path()) + ":" + function.name));
    functions_by_name_.emplace(functions_.back(), index);
  }
  const auto functions = functions_of_static_locals(cfa);
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    if (!cfa::has_static_storage(variable)) {
      variables_.emplace_back();
      continue;
    }
    auto function = functions.find(cfa::VariableId(index));
    const std::string scope =
        function != functions.end() ? of(function->second) + "::" : files.of(variable.declaration.path()) + ":";
    variables_.push_back(names.add(scope + variable.name));
    variables_by_name_.emplace(variables_.back(), index);
  }
}

std::optional<cfa::FunctionId> StableNames::function(const std::string& name) const {
  const auto found = functions_by_name_.find(name);
  return found != functions_by_name_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<cfa::VariableId> StableNames::variable(const std::string& name) const {
  const auto found = variables_by_name_.find(name);
  return found != variables_by_name_.end() ? std::optional(found->second) : std::nullopt;
}

} // namespace vouch::reuse
