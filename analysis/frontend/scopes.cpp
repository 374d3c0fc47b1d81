#include "analysis/frontend/scopes.hpp"

#include <algorithm>
#include <clang/AST/RecursiveASTVisitor.h>
#include <limits>
#include <unordered_map>

namespace vouch::frontend {
namespace {

/// An ordinary identifier, and where it means this declaration unless another one further inside hides it.
struct Declared {
  const clang::Decl* declaration; ///< the canonical one
  SourceRange range;
};
using Declarations = std::map<std::string, std::vector<Declared>>;

/// The declarations within functions.
class LocalDeclarations : public clang::RecursiveASTVisitor<LocalDeclarations> {
  using Base = clang::RecursiveASTVisitor<LocalDeclarations>;

public:
  LocalDeclarations(const SourceMap& source, Declarations& declarations)
      : source_(source), declarations_(declarations) {}

  void add_function(const clang::FunctionDecl* function) {
    const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
    if (body == nullptr) {
      return;
    }
    ends_.push_back(end_of(body));
    for (const clang::ParmVarDecl* parameter : function->parameters()) {
      add(parameter, body->getBeginLoc());
    }
    TraverseStmt(const_cast<clang::CompoundStmt*>(body)); // it changes nothing
    ends_.pop_back();
  }

  bool TraverseCompoundStmt(clang::CompoundStmt* block) {
    ends_.push_back(end_of(block));
    const bool goes_on = Base::TraverseCompoundStmt(block);
    ends_.pop_back();
    return goes_on;
  }
  bool TraverseForStmt(clang::ForStmt* loop) {
    ends_.push_back(end_of(loop));
    const bool goes_on = Base::TraverseForStmt(loop);
    ends_.pop_back();
    return goes_on;
  }
  bool VisitDeclStmt(clang::DeclStmt* statement) {
    for (const clang::Decl* declaration : statement->decls()) {
      if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(declaration)) {
        for (const clang::EnumConstantDecl* constant : enumeration->enumerators()) {
          add(constant, constant->getLocation());
        }
      } else if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
                 named != nullptr && !llvm::isa<clang::TagDecl>(named)) {
        add(named, named->getLocation());
      }
    }
    return true;
  }

private:
  SourcePosition end_of(const clang::Stmt* statement) const { return source_.range(statement->getSourceRange()).end; }

  void add(const clang::NamedDecl* declaration, clang::SourceLocation begin) {
    SourceRange range = source_.range(clang::SourceRange(begin));
    range.end = ends_.back();
    declarations_[declaration->getNameAsString()].push_back({declaration->getCanonicalDecl(), std::move(range)});
  }

  const SourceMap& source_;
  Declarations& declarations_;
  std::vector<SourcePosition> ends_; ///< of the blocks around, the innermost one last
};

bool are_in_one_file(const SourceRange& a, const SourceRange& b) { return a.path() == b.path(); }

/// From where on the main file can name what is declared at `location`: behind the `#include` that leads there.
SourceRange visible_from(const Unit& unit, clang::SourceLocation location) {
  const clang::SourceManager& manager = unit.context.getSourceManager();
  location = manager.getExpansionLoc(location);
  while (location.isValid() && !unit.source.is_in_main_file(location)) {
    location = manager.getIncludeLoc(manager.getFileID(location));
  }
  if (location.isInvalid()) {
    return {};
  }
  SourceRange range = unit.source.range(clang::SourceRange(location));
  range.end = {std::numeric_limits<unsigned>::max(), 1};
  return range;
}

/// Of what a pointer leads to. Others have no names.
constexpr std::size_t most_members = 32;

/// The scalar parts of objects of `type`, up to a limit.
class PartList {
public:
  explicit PartList(const TypeLowering& types) : types_(types) {}

  /// False: there are too many.
  bool add(clang::QualType type, std::uint64_t offset, const std::string& path) {
    if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(plain(type).getTypePtr())) {
      const std::uint64_t length = array->getSize().getLimitedValue(most_parts + 1);
      if (length > most_parts) {
        return false;
      }
      const std::uint64_t size = types_.size_in_bytes(array->getElementType());
      for (std::uint64_t index = 0; index < length; ++index) {
        if (!add(array->getElementType(), offset + index * size, path + "[" + std::to_string(index) + "]")) {
          return false;
        }
      }
      return true;
    }
    if (const auto* record = plain(type)->getAs<clang::RecordType>()) {
      const RecordLeaves& leaves = types_.leaves(record->getDecl());
      if (leaves.has_union_or_array || leaves.has_bit_field || leaves.has_unsupported) {
        return true; // its parts have no names here
      }
      for (const Leaf& leaf : leaves.leaves) {
        if (!add(leaf.type, offset + leaf.offset_bytes, path + leaf.path)) {
          return false;
        }
      }
      return true;
    }
    if (const std::optional<cfa::Type> scalar = types_.scalar(type)) {
      parts_.push_back({offset, *scalar, path});
    }
    return parts_.size() <= most_parts;
  }

  std::vector<cfa::Part> take() { return std::move(parts_); }

private:
  static constexpr std::size_t most_parts = 32;
  const TypeLowering& types_;
  std::vector<cfa::Part> parts_;
};

/// The scalar members of a struct that begins at `offset`, those of structs in it included, arrays and unions not.
/// `prefix` is what stands before their names.
void add_members(const Unit& unit, clang::QualType type, std::uint64_t offset, const std::string& prefix,
                 std::vector<cfa::Part>& members) {
  const clang::RecordDecl* record = type->isIncompleteType() ? nullptr : type->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) {
    return;
  }
  for (const clang::FieldDecl* field : record->fields()) {
    const std::uint64_t begin = offset + unit.context.getFieldOffset(field) / 8;
    const std::string name = prefix + field->getNameAsString();
    if (field->isBitField() || members.size() == most_members) {
      continue;
    }
    if (const std::optional<cfa::Type> scalar = unit.types.scalar(field->getType())) {
      members.push_back({begin, *scalar, name});
    } else {
      add_members(unit, field->getType(), begin, field->getName().empty() ? prefix : name + ".", members);
    }
  }
}

} // namespace

void note_scopes(Unit& unit) {
  Declarations locals;
  LocalDeclarations finder(unit.source, locals);
  for (const clang::FunctionDecl* function : unit.usage.functions) {
    const clang::FunctionDecl* definition = function->getDefinition();
    if (definition != nullptr && unit.source.is_in_main_file(definition->getLocation())) {
      finder.add_function(definition);
    }
  }
  std::unordered_map<const clang::Decl*, SourceRange> ranges;
  for (auto& [name, namesakes] : locals) {
    std::ranges::sort(namesakes, {}, [](const Declared& local) { return local.range.begin; });
    for (const Declared& local : namesakes) {
      ranges[local.declaration] = local.range;
    }
  }
  for (const auto& [id, declaration] : unit.declarations()) {
    cfa::Variable& variable = unit.builder.variable(id);
    cfa::Scope& scope = variable.scope;
    if (const auto own = ranges.find(declaration); own != ranges.end()) {
      scope.range = own->second;
    }
    if (!scope.range.is_valid() && declaration->isFileVarDecl() &&
        unit.source.is_in_own_unit(declaration->getLocation())) {
      scope.range = visible_from(unit, declaration->getLocation());
    }
    if (!scope.range.is_valid()) {
      continue;
    }
    const std::vector<Declared>& namesakes = locals[declaration->getNameAsString()];
    auto other = std::ranges::lower_bound(namesakes, scope.range.begin, {},
                                          [](const Declared& local) { return local.range.begin; });
    for (; other != namesakes.end() && other->range.begin <= scope.range.end; ++other) {
      if (other->declaration != declaration && are_in_one_file(other->range, scope.range) &&
          other->range.end <= scope.range.end) {
        scope.hidden.push_back(other->range);
      }
    }
    PartList parts(unit.types);
    if (variable.storage == cfa::Storage::Memory && cfa::is_aggregate(variable.type) &&
        !declaration->getType()->isIncompleteType() && parts.add(declaration->getType(), 0, "")) {
      variable.parts = parts.take();
    }
    if (variable.storage == cfa::Storage::Register && declaration->getType()->isPointerType()) {
      const clang::QualType target = declaration->getType()->getPointeeType();
      if (const std::optional<cfa::Type> scalar = unit.types.scalar(target)) {
        variable.pointee = {{0, *scalar, ""}};
      } else {
        add_members(unit, target, 0, "->", variable.pointee);
      }
    }
  }
}

} // namespace vouch::frontend
