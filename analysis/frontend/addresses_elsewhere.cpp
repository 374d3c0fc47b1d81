#include "analysis/frontend/addresses_elsewhere.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/escaping_addresses.hpp"
#include "analysis/frontend/given_types.hpp"

#include <algorithm>

namespace vouch::frontend {
namespace {

class AddressCollector {
public:
  explicit AddressCollector(const clang::ASTContext& context) : context_(context) {}

  /// All but what is confined.
  AddressesElsewhere collect() {
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        if (!variable->getType().isConstQualified()) { // what is constant leads where the file says
          note_pointees(variable->getType());
        }
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
                 function != nullptr && function->doesThisDeclarationHaveABody() && !is_of_system(function)) {
        for (const clang::ParmVarDecl* parameter : function->parameters()) {
          note_pointees(parameter->getType());
        }
      }
    }
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        note_variable(variable);
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
                 function != nullptr && function->doesThisDeclarationHaveABody() && !is_of_system(function)) {
        visit(function->getBody());
      }
    }
    return std::move(result_);
  }

private:
  /// To which a parameter or a variable may lead, or a pointer in the struct behind it.
  void note_pointees(clang::QualType type) {
    note_pointees_in(type);
    if (type->isPointerType()) {
      note_pointees_in(type->getPointeeType());
    }
  }

  void note_pointees_in(clang::QualType type) {
    if (type->isPointerType()) {
      note_pointee(type->getPointeeType());
    } else if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) {
      note_pointees_in(array->getElementType());
    } else if (const clang::RecordDecl* record = type->getAsRecordDecl()) {
      for (const clang::FieldDecl* field : record->fields()) {
        note_pointees_in(field->getType());
      }
    }
  }

  void note_pointee(clang::QualType pointee) {
    if (is_object_type(pointee)) {
      pointees_.insert(type_of_objects(context_, pointee).getTypePtr());
    }
  }

  [[nodiscard]] bool is_passed_by_type(clang::QualType type) const {
    const clang::ArrayType* array = context_.getAsArrayType(type);
    return pointees_.contains(type_of_objects(context_, type).getTypePtr()) ||
           (array != nullptr && is_passed_by_type(array->getElementType()));
  }

  void note_variable(const clang::VarDecl* variable) {
    const bool is_constant =
        context_.getBaseElementType(variable->getType()).isConstQualified(); // as good as any other
    if (variable->isExternallyVisible() && !is_constant && is_passed_by_type(variable->getType())) {
      result_.variables.insert(variable->getCanonicalDecl());
    }
    if (const clang::Expr* initialiser = variable->getInit()) {
      visit(initialiser);
    }
  }

  void visit(const clang::Stmt* statement) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
        call != nullptr && direct_callee(call) != nullptr) {
      for (const clang::Expr* argument : call->arguments()) {
        visit(argument);
      }
      return;
    }
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
          function != nullptr && functions_.insert(function->getCanonicalDecl()).second) {
        result_.functions.push_back(function->getCanonicalDecl());
      }
    } else if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement);
               operation != nullptr && operation->getOpcode() == clang::UO_AddrOf) {
      note_address(operation->getSubExpr());
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(statement);
               cast != nullptr && cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
      note_address(cast->getSubExpr());
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* part : declaration->decls()) { // static ones are not among the children
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(part);
        if (variable != nullptr && is_static_storage(variable) && variable->getInit() != nullptr) {
          visit(variable->getInit());
        }
      }
    }
    for (const clang::Stmt* child : evaluated_children(statement)) {
      visit(child);
    }
  }

  void note_address(const clang::Expr* lvalue) {
    const clang::VarDecl* variable = base_variable(lvalue);
    if (variable != nullptr && is_static_storage(variable)) {
      result_.variables.insert(variable->getCanonicalDecl());
    }
  }

  const clang::ASTContext& context_;
  AddressesElsewhere result_;
  std::unordered_set<const clang::Decl*> functions_;
  std::unordered_set<const clang::Type*> pointees_;
};

} // namespace

AddressesElsewhere addresses_elsewhere(const clang::ASTContext& context) {
  AddressesElsewhere result = AddressCollector(context).collect();
  result.confined = confined_statics(context);
  return result;
}

void add_linked_variables(AddressesElsewhere& addresses, const clang::ASTContext& context,
                          const std::vector<LinkedVariables>& files) {
  addresses.variables.merge(AddressCollector(context).collect().variables);
  for (const LinkedVariables& file : files) {
    const AddressesElsewhere of_file = addresses_elsewhere(*file.context);
    for (const auto& [there, here] : file.copies) {
      if (of_file.variables.contains(there->getCanonicalDecl())) {
        addresses.variables.insert(here->getCanonicalDecl());
      }
      if (of_file.confined.contains(there->getCanonicalDecl())) {
        addresses.confined.insert(here->getCanonicalDecl());
      }
    }
  }
}

} // namespace vouch::frontend
