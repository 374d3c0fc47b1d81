#include "analysis/reuse/block_fingerprints.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/carried_bases.hpp"
#include "analysis/facts/listed_objects.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <map>

namespace vouch::reuse {
namespace {

std::string joined(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string text;
  for (const std::string& word : words) {
    text += " " + word;
  }
  return text;
}

std::string text_of(const facts::Congruence& offsets) {
  return cfa::to_string(offsets.residue) + "%" + cfa::to_string(offsets.modulus);
}

std::string text_of(const BlockFingerprints& fingerprints) {
  return to_string(fingerprints.own) + " " + to_string(fingerprints.environment);
}

/// The pointers that an operation uses other than to load or to store one value.
std::vector<cfa::ExpressionRef> blocks_used(const cfa::Operation& operation) {
  using List = std::vector<cfa::ExpressionRef>;
  return std::visit(Overloaded{
                        [](const cfa::Free& op) { return List{op.address}; },
                        [](const cfa::CopyMemory& op) { return List{op.destination, op.source}; },
                        [](const cfa::SetMemory& op) { return List{op.destination}; },
                        [](const cfa::WriteBytes& op) { return List{op.destination}; },
                        [](const cfa::ReceiveMemory& op) { return List{op.destination}; },
                        [](const cfa::HavocMemory& op) { return op.address != nullptr ? List{op.address} : List{}; },
                        [](const auto&) { return List{}; },
                    },
                    operation);
}

/// What code elsewhere leaves in a variable: where there are pointers, and how large what they lead to is.
std::string contents_text(const cfa::Cfa& cfa, cfa::GivenTypeId contents) {
  if (!contents.is_valid()) {
    return "";
  }
  std::string text = " contents";
  for (const cfa::GivenType::Pointer& pointer : cfa.given_type(contents).pointers) {
    text += " " + cfa::to_string(pointer.offset) + ":" +
            (pointer.leads_to.is_valid() ? cfa::to_string(cfa.given_type(pointer.leads_to).size) : "anywhere");
  }
  return text + (cfa.given_type(contents).has_other_pointers ? " others" : "");
}

/// A set as its size and the sum of its elements' fingerprints, whatever their order: sets of thousands of variables
/// are common, and nearly every function has its own.
template <class Id, class Of>
std::string set_text(const IdSet<Id>& set, Of fingerprint_of_element) {
  Fingerprint sum;
  for (Id id : set.elements()) {
    const Fingerprint& element = fingerprint_of_element(id);
    sum.high += element.high;
    sum.low += element.low;
  }
  return " " + std::to_string(set.size()) + " " + to_string(sum);
}

} // namespace

FingerprintTable::FingerprintTable(const cfa::Cfa& cfa, const StableNames& names, const facts::MemoryRegions& regions,
                                   const facts::BlockPartition& partition, const facts::SideEffectTable& effects)
    : cfa_(cfa), regions_(regions), partition_(partition), effects_(effects), names_(names),
      tables_(facts::long_tables(cfa, regions)), calls_(cfa), repeated_(cfa), components_(calls_.components()),
      component_of_(cfa.function_count()), component_names_(components_.size()), functions_(cfa.function_count()) {
  for (std::size_t component = 0; component < components_.size(); ++component) {
    for (cfa::FunctionId member : components_[component]) {
      component_of_[member.index()] = component;
      const Fingerprint name = fingerprint_of(names_.of(member));
      component_names_[component].high += name.high;
      component_names_[component].low += name.low;
    }
  }
  const std::vector<bool> runs = facts::functions_that_run(cfa);
  std::vector<CanonicalCode> codes(cfa.function_count());
  for (std::size_t index = 0; index < codes.size(); ++index) {
    if (!runs[index]) {
      continue;
    }
    codes[index] = canonical_code(cfa, names_, cfa::FunctionId(index));
    functions_[index].own = fingerprint_of(codes[index].text);
    codes[index].text = {};
  }
  number_objects(codes);
  describe_memory();
  for (std::size_t index = 0; index < codes.size(); ++index) {
    const cfa::FunctionId function(index);
    if (runs[index]) {
      functions_[index].environment = fingerprint_of(environment_text(function, codes[index], effects.of(function)));
    }
  }
  fingerprint_components(runs);
  for (std::size_t index = 0; index < partition.size(); ++index) {
    const facts::Block& block = partition.block(facts::BlockId(index));
    if (block.kind == facts::BlockKind::Loop) {
      const CanonicalCode code = canonical_code(cfa, names_, block);
      BlockFingerprints fingerprints;
      fingerprints.own = fingerprint_of(code.text);
      fingerprints.environment =
          fingerprint_of(environment_text(block.function, code, effects.of(facts::BlockId(index))));
      fingerprints.deep = deep_of_loop(fingerprints, code);
      loops_.emplace(facts::BlockId(index), fingerprints);
    }
  }
}

const BlockFingerprints& FingerprintTable::of(facts::BlockId block) const {
  auto loop = loops_.find(block);
  return loop != loops_.end() ? loop->second : of(partition_.block(block).function);
}

CanonicalCode FingerprintTable::code_of(cfa::FunctionId function) const {
  return canonical_code(cfa_, names_, function);
}

CanonicalCode FingerprintTable::code_of(facts::BlockId block) const {
  return canonical_code(cfa_, names_, partition_.block(block));
}

std::string FingerprintTable::environment_of(cfa::FunctionId function) const {
  return environment_text(function, code_of(function), effects_.of(function));
}

std::string FingerprintTable::environment_of(facts::BlockId block) const {
  return environment_text(partition_.block(block).function, code_of(block), effects_.of(block));
}

void FingerprintTable::number_objects(const std::vector<CanonicalCode>& codes) {
  for (const CanonicalCode& code : codes) {
    for (std::size_t number = 0; number < code.variables.size(); ++number) {
      variable_numbers_.emplace(code.variables[number], number);
    }
    for (std::size_t number = 0; number < code.edges.size(); ++number) {
      edge_numbers_.emplace(code.edges[number], number);
    }
  }
}

/// What analyses of functions that read it know of it.
std::string FingerprintTable::table_text(cfa::VariableId id) const {
  const std::vector<std::uint8_t>* bytes = tables_ != nullptr ? tables_->contents_of(id) : nullptr;
  return bytes != nullptr ? " holds " + to_string(fingerprint_of(std::string(bytes->begin(), bytes->end()))) : "";
}

std::string FingerprintTable::range_text(facts::RegionId region) const {
  const std::optional<facts::NumberRange> range = tables_ != nullptr ? tables_->range_of(region) : std::nullopt;
  std::string text;
  for (const cfa::Integer bound :
       range ? std::vector{range->least, range->below, range->above, range->largest} : std::vector<cfa::Integer>()) {
    text += " " + cfa::to_string(bound);
  }
  return text;
}

std::string FingerprintTable::object_text(cfa::VariableId id) const {
  const cfa::Variable& variable = cfa_.variable(id);
  const std::string description = " " + to_string(variable.type) + " aligned " + std::to_string(variable.alignment) +
                                  (regions_.may_dangle(id) ? " dangles" : "") +
                                  (variable.is_constant ? " constant " : " ") + cfa::to_string(variable.sharing) +
                                  contents_text(cfa_, variable.contents) + table_text(id) +
                                  (variable.literal ? " literal " + quoted(*variable.literal) : "");
  if (!cfa::has_automatic_storage(variable)) {
    return quoted(names_.of(id)) + description;
  }
  auto number = variable_numbers_.find(id);
  return quoted(names_.of(variable.function)) +
         (number != variable_numbers_.end() ? " %" + std::to_string(number->second) : " unused") + description;
}

std::string FingerprintTable::object_text(cfa::EdgeId id) const {
  const auto& allocation = std::get<cfa::Allocate>(cfa_.edge(id).operation);
  auto number = edge_numbers_.find(id);
  return quoted(names_.of(cfa_.location(cfa_.edge(id).source).function)) +
         (number != edge_numbers_.end() ? " allocation" + std::to_string(number->second) : " unused allocation") +
         " kind " + std::to_string(static_cast<int>(allocation.kind)) + " at least " +
         cfa::to_string(allocation.least_size) +
         (allocation.variable.is_valid() ? " for " + object_text(allocation.variable) : "");
}

std::string FingerprintTable::group_text(const facts::ObjectGroup& group) const {
  std::vector<std::string> objects;
  for (cfa::VariableId variable : group.variables) {
    objects.push_back("[" + object_text(variable) + "]");
  }
  for (cfa::EdgeId allocation : group.allocations) {
    objects.push_back("[" + object_text(allocation) + "]");
  }
  for (cfa::GivenTypeId given : group.given) {
    objects.push_back("[given " + cfa::to_string(cfa_.given_type(given).size) + "]");
  }
  return joined(std::move(objects)) + (group.has_unknown_objects ? " unknown" : "") +
         (regions_.may_be_freed(group, {}) ? " freed" : "") + (group.has_invalid_pointers ? " invalid" : "");
}

void FingerprintTable::describe_memory() {
  static_registers_.resize(cfa_.variable_count()); // zero for a loop's own registers, which are in its code
  for (std::size_t index = 0; index < cfa_.variable_count(); ++index) {
    if (cfa::has_static_storage(cfa_.variable(cfa::VariableId(index)))) {
      static_registers_[index] = fingerprint_of(names_.of(cfa::VariableId(index)));
    }
  }
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    if (std::holds_alternative<cfa::Allocate>(cfa_.edge(cfa::EdgeId(index)).operation)) {
      allocations_.emplace(index, fingerprint_of(object_text(cfa::EdgeId(index))));
    }
  }
  std::unordered_set<const facts::ObjectGroup*> checked;
  const std::unordered_set<const facts::ObjectGroup*> listed = facts::groups_with_listed_objects(regions_);
  for (cfa::ExpressionRef expression : regions_.points_to().memory_checks()) {
    const auto& check = std::get<cfa::MemoryCheck>(expression->node);
    if (!check.operands.empty()) {
      checked.insert(&regions_.group_of(check.operands.front()));
    }
  }
  for (std::size_t index = 0; index < effects_.group_count(); ++index) {
    const facts::ObjectGroup& group = effects_.group(facts::ObjectGroupId(index));
    groups_.emplace(&group, fingerprint_of(group_text(group) + (checked.contains(&group) ? " checked" : "") +
                                           (listed.contains(&group) ? " listed" : "")));
    if (regions_.may_be_freed(group, {})) {
      freed_groups_.push_back(&group);
    }
  }
  for (cfa::VariableId variable : regions_.dangling_pointers().variables()) {
    dangling_.emplace_back(variable, fingerprint_of(object_text(variable)));
  }
  region_texts_.resize(regions_.region_count());
  region_fingerprints_.resize(regions_.region_count());
  for (const auto& [group, fingerprint] : groups_) {
    std::size_t mixed = 0;
    for (facts::RegionId region : group->regions) {
      const auto text_of_cells = [](const facts::UniformCells& uniform) {
        return to_string(uniform.type) + " " + std::to_string(uniform.size) + " at " + text_of(uniform.offsets);
      };
      std::string cells = std::visit(
          Overloaded{
              text_of_cells,
              [&](const facts::MixedCells& bytes) {
                std::string text = "mixed" + std::to_string(mixed++);
                for (const facts::UniformCells& view : bytes.views) {
                  text += ", " + text_of_cells(view);
                }
                return text;
              },
          },
          regions_.region(region).cells);
      region_texts_[region.index()] = "(" + to_string(fingerprint) + " " + cells + range_text(region) + ")";
      region_fingerprints_[region.index()] = fingerprint_of(region_texts_[region.index()]);
    }
  }
}

std::string FingerprintTable::effects_text(const facts::SideEffects& effects) const {
  auto registers = [this](const IdSet<cfa::VariableId>& set) {
    return set_text(set, [this](cfa::VariableId id) -> const Fingerprint& { return static_registers_[id.index()]; });
  };
  auto regions = [this](const IdSet<facts::RegionId>& set) {
    return set_text(set, [this](facts::RegionId id) -> const Fingerprint& { return region_fingerprints_[id.index()]; });
  };
  auto group = [this](facts::ObjectGroupId id) -> const Fingerprint& { return groups_.at(&effects_.group(id)); };
  auto allocation = [this](cfa::EdgeId id) -> const Fingerprint& { return allocations_.at(id); };
  std::string text = "reads" + registers(effects.registers_read) + "\nwrites" + registers(effects.registers_written);
  text += "\nreads regions" + regions(effects.regions_read);
  text += "\nwrites regions" + regions(effects.regions_written);
  text += "\ntouches" + set_text(effects.groups, group) + "\nallocates" + set_text(effects.allocations, allocation);
  text += "\nobjects";
  text += effects.makes_objects ? " made" : "";
  text += effects.ends_objects ? " ended" : "";
  text += effects.declares_objects ? " declared" : "";
  text += effects.checks_objects ? " checked" : "";
  return text + "\n";
}

const Fingerprint& FingerprintTable::of_effects(const facts::SideEffects& effects) const {
  auto [position, is_new] = effects_fingerprints_.try_emplace(&effects);
  if (is_new) {
    position->second = fingerprint_of(effects_text(effects));
  }
  return position->second;
}

std::string FingerprintTable::pointer_text(cfa::ExpressionRef address) const {
  if (regions_.points_nowhere(address)) {
    return "nowhere";
  }
  const std::optional<facts::Congruence> offsets = regions_.offsets_of(address);
  const facts::ObjectGroup& group = regions_.group_of(address);
  const auto known = groups_.find(&group);
  return (known != groups_.end() ? to_string(known->second) : "unused") + " at " +
         (offsets ? text_of(*offsets) : "anywhere");
}

std::string FingerprintTable::ended_text(cfa::LocationId location) const {
  Fingerprint sum;
  std::size_t count = 0;
  const auto add = [&](const Fingerprint& fingerprint) {
    sum.high += fingerprint.high;
    sum.low += fingerprint.low;
    ++count;
  };
  for (const facts::ObjectGroup* group : freed_groups_) {
    if (regions_.may_be_freed(*group, location)) {
      add(groups_.at(group));
    }
  }
  for (const auto& [variable, fingerprint] : dangling_) {
    if (regions_.may_dangle(variable, location)) {
      add(fingerprint);
    }
  }
  return count == 0 ? "" : "behind ends " + std::to_string(count) + " " + to_string(sum);
}

/// Expressions and edges have their numbers in `code`.
std::string FingerprintTable::environment_text(cfa::FunctionId function, const CanonicalCode& code,
                                               const facts::SideEffects& effects) const {
  const std::size_t component = component_of_[function.index()];
  std::string text = "recursive ";
  if (components_[component].size() > 1 || calls_.callees(function).contains(function)) {
    const Fingerprint own_name = fingerprint_of(names_.of(function));
    const Fingerprint others = {component_names_[component].high - own_name.high,
                                component_names_[component].low - own_name.low};
    text += "with " + std::to_string(components_[component].size() - 1) + " " + to_string(others);
  }
  text += "\n" + effects_text(effects);
  std::map<std::string, Fingerprint> callees;
  std::string ended;
  for (std::size_t number = 0; number < code.edges.size(); ++number) {
    const cfa::Operation& operation = cfa_.edge(code.edges[number]).operation;
    const std::string edge = "edge" + std::to_string(number) + " ";
    std::string ended_before = ended_text(cfa_.edge(code.edges[number]).source);
    if (ended_before != ended) {
      ended = std::move(ended_before);
      text += edge + ended + "\n";
    }
    if (const auto* call = std::get_if<cfa::Call>(&operation)) {
      callees.emplace(call->callee == function ? "self" : quoted(names_.of(call->callee)),
                      of_effects(effects_.of(call->callee)));
    } else if (const auto* store = std::get_if<cfa::Store>(&operation)) {
      text += edge + region_texts_[regions_.region_of(store->address, store->value->type).index()] + "\n";
    } else if (const auto* declaration = std::get_if<cfa::Declare>(&operation)) {
      text += edge + to_string(groups_.at(&regions_.group_of(declaration->variable))) +
              (repeated_.may_be_repeated(code.edges[number]) ? " again" : "") + "\n";
    } else if (const auto* input = std::get_if<cfa::Input>(&operation); input != nullptr && input->given.is_valid()) {
      text += edge + to_string(groups_.at(&regions_.group_of(input->given))) + "\n";
    } else if (std::holds_alternative<cfa::Allocate>(operation)) {
      text += edge + to_string(groups_.at(&regions_.group_of_allocation(code.edges[number]))) + "\n";
    }
    for (cfa::ExpressionRef pointer : blocks_used(operation)) {
      text += edge + pointer_text(pointer) + "\n";
    }
  }
  for (std::size_t number = 0; number < code.expressions.size(); ++number) {
    const cfa::Expression& expression = *code.expressions[number];
    if (const auto* load = std::get_if<cfa::Load>(&expression.node)) {
      text += "e" + std::to_string(number) + " " +
              region_texts_[regions_.region_of(load->address, expression.type).index()] +
              (cfa::is_pointer(expression.type) ? " " + pointer_text(&expression) : "") + "\n";
    } else if (const auto* check = std::get_if<cfa::MemoryCheck>(&expression.node);
               check != nullptr && !check->operands.empty()) {
      text += "e" + std::to_string(number) + " " + pointer_text(check->operands.front()) + "\n";
    } else if (const auto* binary = std::get_if<cfa::Binary>(&expression.node);
               binary != nullptr && facts::compares_places(*binary)) {
      text +=
          "e" + std::to_string(number) + " " + pointer_text(binary->left) + " " + pointer_text(binary->right) + "\n";
    }
  }
  for (const auto& [name, fingerprint] : callees) {
    text += "callee " + name + " effects " + to_string(fingerprint) + "\n";
  }
  return text;
}

void FingerprintTable::fingerprint_components(const std::vector<bool>& runs) {
  for (std::size_t component = 0; component < components_.size(); ++component) {
    if (std::ranges::none_of(components_[component], [&](cfa::FunctionId member) { return runs[member.index()]; })) {
      continue;
    }
    std::map<std::string, std::string> members;
    std::map<std::string, std::string> callees;
    for (cfa::FunctionId member : components_[component]) {
      members[quoted(names_.of(member))] = text_of(of(member));
      for (cfa::FunctionId callee : calls_.callees(member)) {
        if (component_of_[callee.index()] != component) {
          callees[quoted(names_.of(callee))] = to_string(of(callee).deep);
        }
      }
    }
    std::string text;
    for (const auto& [name, fingerprints] : members) {
      text += members.size() == 1 ? fingerprints + "\n" : name + " " + fingerprints + "\n";
    }
    for (const auto& [name, fingerprint] : callees) {
      text += "calls " + name + " " + fingerprint + "\n";
    }
    const std::string whole = to_string(fingerprint_of(text));
    for (cfa::FunctionId member : components_[component]) {
      functions_[member.index()].deep = fingerprint_of(text_of(of(member)) + " in " + whole);
    }
  }
}

Fingerprint FingerprintTable::deep_of_loop(const BlockFingerprints& shallow, const CanonicalCode& code) const {
  std::map<std::string, std::string> callees;
  for (cfa::EdgeId edge : code.edges) {
    if (const auto* call = std::get_if<cfa::Call>(&cfa_.edge(edge).operation)) {
      callees[quoted(names_.of(call->callee))] = to_string(of(call->callee).deep);
    }
  }
  std::string text = text_of(shallow) + "\n";
  for (const auto& [name, fingerprint] : callees) {
    text += "calls " + name + " " + fingerprint + "\n";
  }
  return fingerprint_of(text);
}

} // namespace vouch::reuse
