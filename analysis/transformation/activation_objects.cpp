#include "analysis/transformation/activation_objects.hpp"

#include "analysis/cfa/rewriting.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vouch::transformation {
namespace {

class ActivationObjects {
public:
  explicit ActivationObjects(cfa::CfaBuilder& builder)
      : builder_(builder), pointer_(cfa::PointerType{builder.data_model().pointer_width}),
        size_type_(cfa::IntegerType{builder.data_model().pointer_width, cfa::Signedness::Unsigned}) {}

  void run() {
    const std::unordered_set<cfa::FunctionId> recursive = facts::CallGraph(builder_).recursive_functions();
    if (recursive.empty()) {
      return;
    }
    add_address_registers(recursive);
    if (addresses_.empty()) {
      return;
    }
    const std::vector<cfa::VariableId> undeclared = used_before_declared();
    builder_.replace_operations([this](const cfa::Edge& edge) { return replaced(edge.operation); });
    for (cfa::VariableId variable : undeclared) {
      builder_.insert_at(builder_.function(builder_.variable(variable).function).entry, allocation_of(variable));
    }
  }

private:
  void add_address_registers(const std::unordered_set<cfa::FunctionId>& recursive) {
    const std::size_t count = builder_.variable_count();
    for (std::size_t index = 0; index < count; ++index) {
      const cfa::Variable& variable = builder_.variable(cfa::VariableId(index));
      if (variable.storage != cfa::Storage::Memory || !cfa::has_automatic_storage(variable) ||
          !recursive.contains(variable.function)) {
        continue;
      }
      cfa::Variable address;
      address.name = "<&" + variable.name + ">";
      address.type = pointer_;
      address.kind = cfa::VariableKind::Temporary;
      address.function = variable.function;
      address.declaration = variable.declaration;
      addresses_.emplace(cfa::VariableId(index), builder_.add_variable(std::move(address)));
    }
  }

  /// The variables that a run can use before it comes to a declaration of them.
  std::vector<cfa::VariableId> used_before_declared() {
    std::unordered_map<cfa::LocationId, std::vector<const cfa::Edge*>> outgoing;
    std::unordered_map<const cfa::Edge*, cfa::LocationId> behind; // a call and all that it does
    const std::span<const cfa::Edge> edges = builder_.edges();
    for (std::size_t index = 0; index < edges.size(); ++index) {
      const cfa::Edge& edge = edges[index];
      if (!std::holds_alternative<cfa::Return>(edge.operation)) {
        outgoing[edge.source].push_back(&edge);
        const bool is_call = std::holds_alternative<cfa::Call>(edge.operation);
        behind[&edge] = is_call ? edges[index + 1].target : edge.target;
      }
    }
    std::vector<cfa::VariableId> result;
    for (const auto& [variable, address] : addresses_) {
      std::vector<cfa::LocationId> work = {builder_.function(builder_.variable(variable).function).entry};
      std::unordered_set<cfa::LocationId> seen(work.begin(), work.end());
      bool is_used = false;
      while (!work.empty() && !is_used) {
        const cfa::LocationId location = work.back();
        work.pop_back();
        for (const cfa::Edge* edge : outgoing[location]) {
          const auto* declaration = std::get_if<cfa::Declare>(&edge->operation);
          if (declaration != nullptr && declaration->variable == variable) {
            continue;
          }
          is_used = is_used || uses_address(edge->operation, variable);
          if (seen.insert(behind[edge]).second) {
            work.push_back(behind[edge]);
          }
        }
      }
      if (is_used) {
        result.push_back(variable);
      }
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  static bool uses_address(const cfa::Operation& operation, cfa::VariableId variable) {
    const std::vector<cfa::VariableId> mentioned = cfa::variables_mentioned(operation);
    return std::find(mentioned.begin(), mentioned.end(), variable) != mentioned.end();
  }

  cfa::Operation allocation_of(cfa::VariableId id) {
    const cfa::Variable& variable = builder_.variable(id);
    const auto size = static_cast<cfa::Integer>(cfa::size_in_bytes(variable.type));
    return cfa::Allocate{addresses_.at(id), builder_.expressions().constant(size, size_type_),
                         cfa::AllocationKind::Automatic, cfa::AllocationFailure::Never, id};
  }

  /// Nothing: the operation has none of the addresses.
  std::optional<cfa::Operation> replaced(const cfa::Operation& operation) {
    if (const auto* declaration = std::get_if<cfa::Declare>(&operation);
        declaration != nullptr && addresses_.contains(declaration->variable)) {
      return allocation_of(declaration->variable);
    }
    const std::vector<cfa::VariableId> mentioned = cfa::variables_mentioned(operation);
    if (std::none_of(mentioned.begin(), mentioned.end(),
                     [this](cfa::VariableId id) { return addresses_.contains(id); })) {
      return std::nullopt;
    }
    return cfa::with_expressions(operation, [this](cfa::ExpressionRef expression) { return replaced(expression); });
  }

  cfa::ExpressionRef replaced(cfa::ExpressionRef root) {
    cfa::for_each_subexpression(root, [this](cfa::ExpressionRef part) {
      if (replaced_.contains(part)) {
        return;
      }
      const auto* address = std::get_if<cfa::AddressOf>(&part->node);
      auto known = address != nullptr ? addresses_.find(address->variable) : addresses_.end();
      cfa::ExpressionRef result =
          known != addresses_.end()
              ? builder_.expressions().read(known->second, pointer_)
              : cfa::with_operands(builder_.expressions(), part,
                                   [this](cfa::ExpressionRef operand) { return replaced_.at(operand); });
      replaced_.emplace(part, result);
    });
    return replaced_.at(root);
  }

  cfa::CfaBuilder& builder_;
  cfa::Type pointer_;
  cfa::Type size_type_;
  std::unordered_map<cfa::VariableId, cfa::VariableId> addresses_; ///< by variable: the register that holds its address
  std::unordered_map<cfa::ExpressionRef, cfa::ExpressionRef> replaced_;
};

} // namespace

void allocate_objects_of_recursive_functions(cfa::CfaBuilder& builder) { ActivationObjects(builder).run(); }

} // namespace vouch::transformation
