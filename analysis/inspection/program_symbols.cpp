#include "analysis/inspection/program_symbols.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vouch::inspection {
namespace {

/// Without copies of paths: conditions of breakpoints are evaluated often.
bool is_same_file(const SourceRange& a, const SourceRange& b) {
  return a.file == b.file || (a.file != nullptr && b.file != nullptr && *a.file == *b.file);
}

} // namespace

ProgramSymbols::ProgramSymbols(const cfa::Cfa& cfa, cfa::SourceSymbols symbols)
    : cfa_(cfa), symbols_(std::move(symbols)) {
  for (std::size_t i = 0; i < symbols_.variables.size(); ++i) {
    const cfa::SourceVariable& variable = symbols_.variables[i];
    by_name_[variable.name].push_back(i);
    for (std::size_t part = 0; part < variable.parts.size(); ++part) {
      parts_.emplace(variable.parts[part], Part{&variable, part});
    }
  }
  for (std::size_t i = 0; i < cfa.edge_count(); ++i) {
    const auto* made = std::get_if<cfa::Allocate>(&cfa.edge(cfa::EdgeId(i)).operation);
    if (made != nullptr && made->variable.is_valid()) {
      address_registers_.emplace(made->variable, made->target);
    }
  }
}

cfa::CTypeId ProgramSymbols::pointer_to(cfa::CTypeId type) {
  auto [known, is_new] = pointers_.try_emplace(type);
  if (is_new) {
    cfa::CType pointer = symbols_.types[symbols_.named_type("void *")];
    const std::string& pointee = symbols_.types[type].spelling;
    const std::size_t array = pointee.find('['); // int[3] -> int (*)[3]
    pointer.element = type;
    pointer.spelling = symbols_.types[type].kind == cfa::CTypeKind::Array && array != std::string::npos
                           ? pointee.substr(0, array) + " (*)" + pointee.substr(array)
                           : pointee + (pointee.ends_with('*') ? "*" : " *");
    known->second = symbols_.types.add(std::move(pointer));
  }
  return known->second;
}

cfa::CTypeId ProgramSymbols::array_of(cfa::CTypeId type, std::uint64_t length) {
  cfa::CType array;
  array.kind = cfa::CTypeKind::Array;
  array.element = type;
  array.length = length;
  array.size_bytes = length * symbols_.types[type].size_bytes;
  array.spelling = symbols_.types[type].spelling + "[" + std::to_string(length) + "]";
  return symbols_.types.add(std::move(array));
}

std::size_t ProgramSymbols::part_count(cfa::CTypeId id) const {
  const cfa::CType& type = symbols_.types[id];
  if (type.kind != cfa::CTypeKind::Struct) {
    return 1;
  }
  return std::transform_reduce(type.fields.begin(), type.fields.end(), std::size_t{0}, std::plus<>(),
                               [this](const cfa::CField& field) { return part_count(field.type); });
}

bool ProgramSymbols::is_visible(const cfa::SourceVariable& variable, const NameScope& scope) const {
  if (variable.kind == cfa::VariableKind::Global) {
    return true;
  }
  if (variable.function.is_valid() && variable.function != scope.function) {
    return false;
  }
  if (variable.kind == cfa::VariableKind::Parameter) {
    return true;
  }
  const SourcePosition& place = scope.place.begin;
  return variable.scope.is_valid() && is_same_file(variable.scope, scope.place) &&
         variable.declaration.begin <= place && variable.scope.begin <= place && place < variable.scope.end;
}

const cfa::SourceVariable* ProgramSymbols::find(const std::string& name, const NameScope& scope) const {
  const auto candidates = by_name_.find(name);
  if (candidates == by_name_.end()) {
    return nullptr;
  }
  // The innermost one: what is declared in a function, the latest; of files, the one that stands there.
  const auto rank = [&](const cfa::SourceVariable& variable) {
    const bool is_global = variable.kind == cfa::VariableKind::Global;
    return std::tuple(!is_global, is_same_file(variable.declaration, scope.place),
                      variable.kind == cfa::VariableKind::Parameter ? SourcePosition() : variable.declaration.begin);
  };
  const cfa::SourceVariable* best = nullptr;
  for (std::size_t index : candidates->second) {
    const cfa::SourceVariable& variable = symbols_.variables[index];
    if (is_visible(variable, scope) && (best == nullptr || rank(*best) < rank(variable))) {
      best = &variable;
    }
  }
  return best;
}

std::vector<const cfa::SourceVariable*> ProgramSymbols::parameters(const NameScope& scope) const {
  std::vector<const cfa::SourceVariable*> result;
  for (const cfa::SourceVariable& variable : symbols_.variables) {
    if (variable.kind == cfa::VariableKind::Parameter && variable.function == scope.function &&
        find(variable.name, scope) == &variable) {
      result.push_back(&variable);
    }
  }
  return result;
}

std::vector<const cfa::SourceVariable*> ProgramSymbols::locals(const NameScope& scope) const {
  std::vector<const cfa::SourceVariable*> result;
  for (const cfa::SourceVariable& variable : symbols_.variables) {
    const bool is_local = variable.kind == cfa::VariableKind::Local || variable.kind == cfa::VariableKind::StaticLocal;
    if (is_local && is_visible(variable, scope) && find(variable.name, scope) == &variable) {
      result.push_back(&variable);
    }
  }
  std::ranges::sort(result, {}, [](const auto* variable) { return variable->declaration.begin; });
  return result;
}

std::vector<const cfa::SourceVariable*> ProgramSymbols::globals() const {
  std::vector<const cfa::SourceVariable*> result;
  for (const cfa::SourceVariable& variable : symbols_.variables) {
    if (variable.kind == cfa::VariableKind::Global) {
      result.push_back(&variable);
    }
  }
  std::ranges::sort(result, {}, [](const auto* variable) {
    return std::pair(variable->declaration.path(), variable->declaration.begin);
  });
  return result;
}

ProgramSymbols::Part ProgramSymbols::part(cfa::VariableId id) const {
  const auto known = parts_.find(id);
  return known != parts_.end() ? known->second : Part();
}

cfa::VariableId ProgramSymbols::address_register(cfa::VariableId id) const {
  const auto known = address_registers_.find(id);
  return known != address_registers_.end() ? known->second : cfa::VariableId();
}

cfa::FunctionId ProgramSymbols::function(const std::string& name) const {
  for (std::size_t i = 0; i < cfa_.function_count(); ++i) {
    if (cfa_.function(cfa::FunctionId(i)).name == name) {
      return cfa::FunctionId(i);
    }
  }
  return {};
}

} // namespace vouch::inspection
