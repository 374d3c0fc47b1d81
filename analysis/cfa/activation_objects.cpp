#include "analysis/cfa/activation_objects.hpp"

#include "analysis/cfa/call_graph.hpp"
#include "analysis/cfa/rewriting.hpp"
#include "analysis/cfa/storage_duration.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vouch::cfa {
namespace {

class ActivationObjects {
public:
  explicit ActivationObjects(CfaBuilder& builder)
      : builder_(builder), pointer_(PointerType{builder.data_model().pointer_width}),
        size_type_(IntegerType{builder.data_model().pointer_width, Signedness::Unsigned}) {}

  void run() {
    const std::unordered_set<FunctionId> recursive = CallGraph(builder_).recursive_functions();
    if (recursive.empty()) {
      return;
    }
    add_address_registers(recursive);
    if (addresses_.empty()) {
      return;
    }
    const std::vector<VariableId> undeclared = used_before_declared();
    builder_.replace_operations([this](const Edge& edge) { return replaced(edge.operation); });
    for (VariableId variable : undeclared) {
      builder_.insert_at(builder_.function(builder_.variable(variable).function).entry, allocation_of(variable));
    }
  }

private:
  void add_address_registers(const std::unordered_set<FunctionId>& recursive) {
    const std::size_t count = builder_.variable_count();
    for (std::size_t index = 0; index < count; ++index) {
      const Variable& variable = builder_.variable(VariableId(index));
      if (variable.storage != Storage::Memory || !has_automatic_storage(variable) ||
          !recursive.contains(variable.function)) {
        continue;
      }
      Variable address;
      address.name = "<&" + variable.name + ">";
      address.type = pointer_;
      address.kind = VariableKind::Temporary;
      address.function = variable.function;
      address.declaration = variable.declaration;
      addresses_.emplace(VariableId(index), builder_.add_variable(std::move(address)));
    }
  }

  /// The variables that a run can use before it comes to a declaration of them.
  std::vector<VariableId> used_before_declared() {
    std::unordered_map<LocationId, std::vector<const Edge*>> outgoing;
    std::unordered_map<const Edge*, LocationId> behind; // a call and all that it does
    const std::span<const Edge> edges = builder_.edges();
    for (std::size_t index = 0; index < edges.size(); ++index) {
      const Edge& edge = edges[index];
      if (!std::holds_alternative<Return>(edge.operation)) {
        outgoing[edge.source].push_back(&edge);
        const bool is_call = std::holds_alternative<Call>(edge.operation);
        behind[&edge] = is_call ? edges[index + 1].target : edge.target;
      }
    }
    std::vector<VariableId> result;
    for (const auto& [variable, address] : addresses_) {
      std::vector<LocationId> work = {builder_.function(builder_.variable(variable).function).entry};
      std::unordered_set<LocationId> seen(work.begin(), work.end());
      bool is_used = false;
      while (!work.empty() && !is_used) {
        const LocationId location = work.back();
        work.pop_back();
        for (const Edge* edge : outgoing[location]) {
          const auto* declaration = std::get_if<Declare>(&edge->operation);
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

  static bool uses_address(const Operation& operation, VariableId variable) {
    const std::vector<VariableId> mentioned = variables_mentioned(operation);
    return std::find(mentioned.begin(), mentioned.end(), variable) != mentioned.end();
  }

  Operation allocation_of(VariableId id) {
    const Variable& variable = builder_.variable(id);
    const auto size = static_cast<Integer>(size_in_bytes(variable.type));
    return Allocate{addresses_.at(id), builder_.expressions().constant(size, size_type_), AllocationKind::Automatic,
                    AllocationFailure::Never, id};
  }

  /// Nothing: the operation has none of the addresses.
  std::optional<Operation> replaced(const Operation& operation) {
    if (const auto* declaration = std::get_if<Declare>(&operation);
        declaration != nullptr && addresses_.contains(declaration->variable)) {
      return allocation_of(declaration->variable);
    }
    const std::vector<VariableId> mentioned = variables_mentioned(operation);
    if (std::none_of(mentioned.begin(), mentioned.end(), [this](VariableId id) { return addresses_.contains(id); })) {
      return std::nullopt;
    }
    return with_expressions(operation, [this](ExpressionRef expression) { return replaced(expression); });
  }

  ExpressionRef replaced(ExpressionRef root) {
    for_each_subexpression(root, [this](ExpressionRef part) {
      if (replaced_.contains(part)) {
        return;
      }
      const auto* address = std::get_if<AddressOf>(&part->node);
      auto known = address != nullptr ? addresses_.find(address->variable) : addresses_.end();
      ExpressionRef result = known != addresses_.end()
                                 ? builder_.expressions().read(known->second, pointer_)
                                 : with_operands(builder_.expressions(), part,
                                                 [this](ExpressionRef operand) { return replaced_.at(operand); });
      replaced_.emplace(part, result);
    });
    return replaced_.at(root);
  }

  CfaBuilder& builder_;
  Type pointer_;
  Type size_type_;
  std::unordered_map<VariableId, VariableId> addresses_; ///< by variable: the register that holds its address
  std::unordered_map<ExpressionRef, ExpressionRef> replaced_;
};

} // namespace

void allocate_objects_of_recursive_functions(CfaBuilder& builder) { ActivationObjects(builder).run(); }

} // namespace vouch::cfa
