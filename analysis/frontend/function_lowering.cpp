#include "analysis/frontend/function_lowering.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/lower_block.hpp"
#include "analysis/frontend/lower_entry.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_pointer_call.hpp"
#include "analysis/frontend/lower_statement.hpp"
#include "analysis/frontend/lower_static_object.hpp"

namespace vouch::frontend {

void FunctionLowering::lower_definition(const FunctionInterface& interface) {
  lowering_.begin_body(interface);
  lowering_.blocks().enter_function();
  lowering_.statements().parameters(interface);
  lowering_.statements().find_contract();
  lowering_.expressions().find_wide_bit_fields();
  lowering_.blocks().open_block(interface.declaration->getBody());
  for (const clang::Stmt* part : llvm::cast<clang::CompoundStmt>(interface.declaration->getBody())->body()) {
    lowering_.statements().statement(part);
  }
  lowering_.blocks().forget_blocks(); // all lifetimes end with the function
  // Whoever uses the result of a function that ended without one has undefined behaviour, except for main.
  Origin end{lowering_.range_of(clang::SourceRange(interface.declaration->getBodyRBrace())), {}};
  for (cfa::VariableId result : interface.results) {
    if (interface.declaration->isMain()) {
      lowering_.emit(
          cfa::Assign{result, lowering_.unit().expressions.zero(lowering_.unit().builder.variable(result).type)}, end);
    } else {
      lowering_.input(result, cfa::InputKind::Uninitialised, "missing return value", end);
    }
  }
}

void FunctionLowering::lower_undefined(const FunctionInterface& interface) {
  PointerCallLowering(lowering_).lower_undefined(interface);
}

void FunctionLowering::set_up_static_objects(StaticContents contents) {
  StaticObjectLowering(lowering_).set_up_static_objects(contents);
}

void FunctionLowering::begin_static(const StaticObject& object) {
  StaticObjectLowering(lowering_).begin_static(object);
}

void FunctionLowering::choose_symbol(const StaticObject& object) {
  StaticObjectLowering(lowering_).choose_symbol(object);
}

void FunctionLowering::initialise_static(const StaticObject& object, StaticContents contents) {
  StaticObjectLowering(lowering_).initialise_static(object, contents);
}

void FunctionLowering::start_library(StaticContents contents) { EntryLowering(lowering_).start_library(contents); }

std::vector<std::string>
FunctionLowering::call_with_unconstrained_arguments(const FunctionInterface& callee, Contract contract,
                                                    const std::function<void()>& fill_variables) {
  return EntryLowering(lowering_).call_with_unconstrained_arguments(callee, contract, fill_variables);
}

void FunctionLowering::call_without_arguments(cfa::FunctionId callee) {
  EntryLowering(lowering_).call_without_arguments(callee);
}

void FunctionLowering::run_exit_handlers() { EntryLowering(lowering_).run_exit_handlers(); }

void FunctionLowering::run_destructors() { EntryLowering(lowering_).run_destructors(); }

void FunctionLowering::check_leak_behind(const FunctionInterface& function) {
  MemoryChecks(lowering_).check_leak_behind(function);
}

void FunctionLowering::end_as_unsupported(const std::string& construct, const SourceRange& range) {
  lowering_.unsupported(construct, Origin{range, {}});
}

void FunctionLowering::finish() {
  lowering_.go_to(Draft::exit);
  lowering_.draft().simplify(lowering_.interface() != nullptr ? lowering_.interface()->results
                                                              : std::vector<cfa::VariableId>());
  lowering_.draft().emit(lowering_.unit().builder, lowering_.function());
}

} // namespace vouch::frontend
