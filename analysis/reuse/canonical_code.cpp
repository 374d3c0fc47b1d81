#include "analysis/reuse/canonical_code.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/fingerprint.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_set>

namespace vouch::reuse {
namespace {

using cfa::ExpressionRef;

constexpr std::array unary_names = {"negate",        "complement", "not",      "absolute",
                                    "square-root",   "round-down", "round-up", "truncate",
                                    "round-to-even", "round-away", "sign-bit"};
static_assert(unary_names.size() == static_cast<std::size_t>(cfa::UnaryOperator::SignBit) + 1);

constexpr std::array binary_names = {"add",           "subtract",    "multiply", "divide",      "remainder",
                                     "shift-left",    "shift-right", "bit-and",  "bit-or",      "bit-xor",
                                     "equal",         "not-equal",   "less",     "less-equal",  "greater",
                                     "greater-equal", "and",         "or",       "pointer-add", "pointer-difference",
                                     "copy-sign"};
static_assert(binary_names.size() == static_cast<std::size_t>(cfa::BinaryOperator::CopySign) + 1);

constexpr std::array fault_names = {"null", "dead", "out-of-bounds", "invalid-free", "double-free", "leak"};
static_assert(fault_names.size() == static_cast<std::size_t>(cfa::MemoryFault::Leak) + 1);

constexpr std::array input_names = {"nondeterministic", "uninitialised", "parameter",
                                    "external",         "failure",       "overapproximated"};
static_assert(input_names.size() == static_cast<std::size_t>(cfa::InputKind::Overapproximated) + 1);

constexpr std::array allocation_names = {"heap", "zeroed-heap", "stack", "automatic"};
static_assert(allocation_names.size() == static_cast<std::size_t>(cfa::AllocationKind::Automatic) + 1);

template <class Names, class Enumerator>
const char* name_of(const Names& names, Enumerator enumerator) {
  return names[static_cast<std::size_t>(enumerator)];
}

std::string float_text(const cfa::FloatConstant& constant) {
  if (std::isnan(constant.value)) {
    return "nan";
  }
  std::array<char, 64> digits{};
  std::snprintf(digits.data(), digits.size(), "%La", constant.value);
  return digits.data();
}

/// Whether the origin says something about runs, and not only how a variable is called.
bool has_meaning(cfa::InputKind kind) {
  return kind != cfa::InputKind::Uninitialised && kind != cfa::InputKind::Parameter;
}

class Writer {
public:
  Writer(const cfa::Cfa& cfa, const StableNames& names, cfa::FunctionId function, const facts::Block* loop)
      : cfa_(cfa), names_(names), function_(function), loop_(loop) {}

  CanonicalCode write() {
    line("pointers " + std::to_string(cfa_.data_model().pointer_width));
    if (loop_ == nullptr) {
      const cfa::Function& function = cfa_.function(function_);
      std::string header = "parameters";
      for (cfa::VariableId parameter : function.parameters) {
        header += " " + variable(parameter);
      }
      header += " results";
      for (cfa::VariableId result : function.return_variables) {
        header += " " + variable(result);
      }
      line(header);
    }
    number(loop_ != nullptr ? loop_->entry : cfa_.function(function_).entry);
    for (std::size_t next = 0; next < result_.locations.size(); ++next) {
      write(result_.locations[next], next);
    }
    return std::move(result_);
  }

private:
  void line(const std::string& text) { result_.text += text + "\n"; }

  std::string number(cfa::LocationId location) {
    const bool is_outside = loop_ != nullptr && !loop_->contains(location);
    std::vector<cfa::LocationId>& list = is_outside ? result_.exits : result_.locations;
    auto [position, is_new] = location_numbers_.try_emplace(location, list.size());
    if (is_new) {
      list.push_back(location);
    }
    return (is_outside ? "exit" : "@") + std::to_string(position->second);
  }

  /// The name; a line says what it is where it comes first.
  std::string variable(cfa::VariableId id) {
    const cfa::Variable& declaration = cfa_.variable(id);
    if (!cfa::has_automatic_storage(declaration)) {
      const std::string& name = names_.of(id);
      if (described_.insert(id).second) {
        line(quoted(name) + " = static " + declaration_text(declaration));
      }
      return quoted(name);
    }
    if (declaration.function != function_) {
      return variable_of_other(id);
    }
    auto [position, is_new] = variable_numbers_.try_emplace(id, result_.variables.size());
    const std::string name = "%" + std::to_string(position->second);
    if (is_new) {
      result_.variables.push_back(id);
      line(name + " = " + declaration_text(declaration));
    }
    return name;
  }

  /// A parameter or result, in a call or return.
  std::string variable_of_other(cfa::VariableId id) const {
    const cfa::FunctionId owner = cfa_.variable(id).function;
    const cfa::Function& function = cfa_.function(owner);
    auto position_in = [&](const std::vector<cfa::VariableId>& list) {
      return std::to_string(std::find(list.begin(), list.end(), id) - list.begin());
    };
    auto is_in = [&](const std::vector<cfa::VariableId>& list) {
      return std::find(list.begin(), list.end(), id) != list.end();
    };
    std::string role = "local " + quoted(cfa_.variable(id).name);
    if (is_in(function.parameters)) {
      role = "parameter" + position_in(function.parameters);
    } else if (is_in(function.return_variables)) {
      role = "result" + position_in(function.return_variables);
    }
    return role + " of " + name_of_function(owner);
  }

  std::string name_of_function(cfa::FunctionId id) const { return id == function_ ? "self" : quoted(names_.of(id)); }

  std::string expression(ExpressionRef root) {
    cfa::for_each_subexpression(root, [this](ExpressionRef part) {
      if (!expression_numbers_.contains(part)) {
        const std::string text = node_text(part);
        expression_numbers_.emplace(part, result_.expressions.size());
        line("e" + std::to_string(result_.expressions.size()) + " = " + text);
        result_.expressions.push_back(part);
      }
    });
    return known(root);
  }

  std::string known(ExpressionRef part) const { return "e" + std::to_string(expression_numbers_.at(part)); }

  /// The operands have numbers already.
  std::string node_text(ExpressionRef part) {
    const std::string type = " " + to_string(part->type) + " ";
    return std::visit(
        Overloaded{
            [&](const cfa::Constant& n) { return "constant" + type + cfa::to_string(n.value); },
            [&](const cfa::FloatConstant& n) { return "float" + type + float_text(n); },
            [&](const cfa::VariableRead& n) { return "read" + type + variable(n.variable); },
            [&](const cfa::AddressOf& n) { return "address" + type + variable(n.variable); },
            [&](const cfa::FunctionAddress& n) { return "function" + type + name_of_function(n.function); },
            [&](const cfa::Load& n) { return "load" + type + known(n.address); },
            [&](const cfa::Unary& n) { return name_of(unary_names, n.op) + type + known(n.operand); },
            [&](const cfa::Binary& n) {
              return name_of(binary_names, n.op) + type + known(n.left) + " " + known(n.right);
            },
            [&](const cfa::Convert& n) { return "convert" + type + known(n.operand); },
            [&](const cfa::Conditional& n) {
              return "choose" + type + known(n.condition) + " " + known(n.if_true) + " " + known(n.if_false);
            },
            [&](const cfa::MemoryCheck& n) {
              std::string text = std::string("check ") + name_of(fault_names, n.fault);
              for (ExpressionRef operand : n.operands) {
                text += " " + known(operand);
              }
              return text;
            },
        },
        part->node);
  }

  void write(cfa::LocationId id, std::size_t index) {
    const cfa::Location& location = cfa_.location(id);
    std::string text = "@" + std::to_string(index);
    text += location.is_loop_head ? " loop" : "";
    text += id == cfa_.function(function_).exit ? " end" : "";
    if (location.target) {
      const std::string& contract = location.target->contract_of;
      text +=
          " target " + std::string(cfa::code_of(location.target->property)) + " " + quoted(location.target->message);
      text += contract == cfa_.function(function_).name ? " contract of self" : " contract of " + quoted(contract);
    }
    line(text);
    for (cfa::EdgeId edge : outgoing(id)) {
      result_.edges.push_back(edge);
      const bool is_call = std::holds_alternative<cfa::Call>(cfa_.edge(edge).operation);
      const cfa::EdgeId last = is_call ? cfa_.return_of(edge) : edge;
      const std::string operation = operation_text(edge);
      line("  " + operation + " -> " + number(cfa_.edge(last).target));
    }
  }

  /// Without returns to callers. Choices between called functions by name.
  std::vector<cfa::EdgeId> outgoing(cfa::LocationId location) const {
    std::vector<cfa::EdgeId> edges;
    for (cfa::EdgeId id : cfa_.outgoing(location)) {
      if (!std::holds_alternative<cfa::Return>(cfa_.edge(id).operation)) {
        edges.push_back(id);
      }
    }
    if (edges.size() > 1) {
      std::stable_sort(edges.begin(), edges.end(),
                       [this](cfa::EdgeId a, cfa::EdgeId b) { return function_compared(a) < function_compared(b); });
    }
    return edges;
  }

  /// The name of the function that an assumption compares a pointer with; empty for other edges.
  std::string function_compared(cfa::EdgeId id) const {
    const auto* assumption = std::get_if<cfa::Assume>(&cfa_.edge(id).operation);
    const auto* comparison = assumption != nullptr ? std::get_if<cfa::Binary>(&assumption->condition->node) : nullptr;
    if (comparison == nullptr) {
      return {};
    }
    for (ExpressionRef side : {comparison->left, comparison->right}) {
      if (const auto* address = std::get_if<cfa::FunctionAddress>(&side->node)) {
        return names_.of(address->function);
      }
    }
    return {};
  }

  /// Its layout, and that of all that pointers in it lead to: each once, by the order in which they are met.
  [[nodiscard]] std::string given_type(cfa::GivenTypeId root) const {
    std::vector<cfa::GivenTypeId> met = {root};
    const auto number_of = [&](cfa::GivenTypeId type) {
      const auto known = std::find(met.begin(), met.end(), type);
      const auto number = known - met.begin();
      if (known == met.end()) {
        met.push_back(type);
      }
      return std::to_string(number);
    };
    std::string text;
    for (std::size_t next = 0; next < met.size(); ++next) {
      const cfa::GivenType& type = cfa_.given_type(met[next]);
      text += " (" + cfa::to_string(type.size) + " " + cfa::to_string(type.alignment);
      for (const cfa::GivenType::Pointer& pointer : type.pointers) {
        text += " " + cfa::to_string(pointer.offset) +
                (pointer.leads_to.is_valid() ? " to " + number_of(pointer.leads_to) : " anywhere");
      }
      text += type.has_other_pointers ? " others" : "";
      for (const cfa::GivenTypeId other : type.others_lead_to) {
        text += " or-to " + number_of(other);
      }
      text += ")";
    }
    return text;
  }

  std::string bindings_text(const std::vector<cfa::Binding>& bindings) {
    std::string text;
    for (const cfa::Binding& binding : bindings) {
      const std::string value = expression(binding.value);
      text += " " + variable(binding.variable) + " := " + value;
    }
    return text;
  }

  std::string operation_text(cfa::EdgeId id) {
    return std::visit(
        Overloaded{
            [](const cfa::Skip&) { return std::string("skip"); },
            [&](const cfa::Assume& op) {
              return (op.polarity == cfa::Polarity::Holds ? "assume " : "assume-not ") + expression(op.condition);
            },
            [&](const cfa::Assign& op) {
              const std::string value = expression(op.value);
              return "assign " + variable(op.target) + " " + value;
            },
            [&](const cfa::Store& op) {
              const std::string address = expression(op.address);
              return "store " + address + " " + expression(op.value);
            },
            [&](const cfa::Input& op) {
              std::string text = "input " + variable(op.target) + " " + name_of(input_names, op.kind);
              text += has_meaning(op.kind) ? " " + quoted(op.origin) : "";
              text += op.range == cfa::Input::Range::Boolean ? " boolean" : "";
              text += op.given.is_valid() ? " given" + given_type(op.given) : "";
              text += op.result_type.is_valid() ? " to" + given_type(op.result_type) : "";
              text += op.author == cfa::Author::System ? " by-the-system" : "";
              for (std::size_t i = 0; i < op.arguments.size(); ++i) {
                text += " " + expression(op.arguments[i]);
                const bool is_typed = i < op.argument_types.size() && op.argument_types[i].is_valid();
                text += is_typed ? " as" + given_type(op.argument_types[i]) : "";
              }
              return text;
            },
            [&](const cfa::Declare& op) { return "declare " + variable(op.variable); },
            [&](const cfa::Allocate& op) {
              const std::string size = expression(op.size);
              std::string text =
                  "allocate " + variable(op.target) + " " + size + " " + name_of(allocation_names, op.kind);
              text += op.failure == cfa::AllocationFailure::MayReturnNull ? " or-null" : "";
              text += op.variable.is_valid() ? " for " + variable(op.variable) : "";
              text += op.alignment != nullptr ? " aligned " + expression(op.alignment) : "";
              text += op.least_size != 0 ? " at-least " + cfa::to_string(op.least_size) : "";
              return text;
            },
            [&](const cfa::Free& op) { return "free " + expression(op.address); },
            [&](const cfa::CopyMemory& op) {
              const std::string to = expression(op.destination);
              const std::string from = expression(op.source);
              const char* extent = op.extent == cfa::CopyMemory::Extent::AtMostSource ? " at-most" : "";
              return "copy " + to + " " + from + " " + expression(op.size) + extent;
            },
            [&](const cfa::SetMemory& op) {
              const std::string to = expression(op.destination);
              const std::string byte = expression(op.byte);
              return "set " + to + " " + byte + " " + expression(op.size);
            },
            [&](const cfa::WriteBytes& op) {
              const std::string bytes(op.bytes->begin(), op.bytes->end());
              return "write " + expression(op.destination) + " " + to_string(fingerprint_of(bytes));
            },
            [&](const cfa::ReceiveMemory& op) {
              const std::string to = expression(op.destination);
              return "receive " + to + " " + expression(op.size);
            },
            [&](const cfa::HavocMemory& op) {
              std::string text = op.address != nullptr ? "havoc " + expression(op.address) : "havoc-all";
              text += std::string(" ") + name_of(input_names, op.kind);
              text += op.contents.is_valid() ? " of" + given_type(op.contents) : "";
              text += op.constants == cfa::HavocMemory::Constants::Kept ? " keeping-constants" : "";
              text += op.author == cfa::Author::System ? " by-the-system" : "";
              for (const cfa::GivenTypeId type : op.pointer_types) {
                text += " with-pointers-to" + given_type(type);
              }
              text += op.pointers == cfa::HavocMemory::Pointers::KeepTypes ? " keeping-types" : "";
              text += op.pointers == cfa::HavocMemory::Pointers::Text ? " by-text" : "";
              return text + (has_meaning(op.kind) ? " " + quoted(op.origin) : "");
            },
            [&](const cfa::Call& op) {
              std::string text = "call " + name_of_function(op.callee) + " " + signature_text(cfa_, op.callee);
              text += bindings_text(op.parameters) + " returns";
              return text + bindings_text(std::get<cfa::Return>(cfa_.edge(cfa_.return_of(id)).operation).results);
            },
            [](const cfa::Return&) { return std::string("return"); },
            [](const cfa::Unsupported& op) {
              const bool hides_targets = op.hides == cfa::Unsupported::Hides::Targets;
              return "unsupported " + quoted(op.construct) + (hides_targets ? " with targets" : "");
            },
        },
        cfa_.edge(id).operation);
  }

  const cfa::Cfa& cfa_;
  const StableNames& names_;
  cfa::FunctionId function_;
  const facts::Block* loop_; ///< null: the whole function
  CanonicalCode result_;
  std::unordered_map<cfa::LocationId, std::size_t> location_numbers_;
  std::unordered_map<cfa::VariableId, std::size_t> variable_numbers_;
  std::unordered_map<ExpressionRef, std::size_t> expression_numbers_;
  std::unordered_set<cfa::VariableId> described_; ///< of static lifetime
};

} // namespace

CanonicalCode canonical_code(const cfa::Cfa& cfa, const StableNames& names, cfa::FunctionId function) {
  return Writer(cfa, names, function, nullptr).write();
}

CanonicalCode canonical_code(const cfa::Cfa& cfa, const StableNames& names, const facts::Block& block) {
  return Writer(cfa, names, block.function, block.kind == facts::BlockKind::Loop ? &block : nullptr).write();
}

std::string declaration_text(const cfa::Variable& variable) {
  const std::string type = to_string(variable.type);
  return variable.storage == cfa::Storage::Register
             ? "register " + type
             : "memory " + type + " aligned " + std::to_string(variable.alignment) +
                   (variable.is_constant ? " constant " : " ") + cfa::to_string(variable.sharing) +
                   (variable.literal ? " literal " + reuse::quoted(*variable.literal) : "");
}

std::string signature_text(const cfa::Cfa& cfa, cfa::FunctionId function) {
  auto types = [&](const std::vector<cfa::VariableId>& variables) {
    std::string text = "(";
    for (cfa::VariableId id : variables) {
      text += (text.size() > 1 ? " " : "") + to_string(cfa.variable(id).type);
    }
    return text + ")";
  };
  return types(cfa.function(function).parameters) + types(cfa.function(function).return_variables);
}

std::string quoted(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 2);
  result += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  result += '"';
  return result;
}

} // namespace vouch::reuse
