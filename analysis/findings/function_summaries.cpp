#include "analysis/findings/function_summaries.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/findings/pointer_facts.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::findings {
namespace {

/// A longer list helps nobody.
constexpr std::size_t most_changes = 16;

/// What stands in quotes in the message of an assertion.
std::string condition_in(const std::string& message) {
  const std::size_t begin = message.find('"');
  const std::size_t end = message.rfind('"');
  return begin < end ? message.substr(begin + 1, end - begin - 1) : std::string();
}

/// Names of what a function may write and that exists outside of it.
class Changes {
public:
  Changes(const cfa::Cfa& cfa, const facts::ProgramFacts& program) : cfa_(cfa), program_(program) {}

  std::vector<std::string> of(cfa::FunctionId id) {
    std::set<std::string> names;
    const cfa::Function& function = cfa_.function(id);
    const facts::SideEffects& effects = program_.effects.of(id);
    for (cfa::VariableId variable : effects.registers_written.elements()) {
      add(variable, function, names);
    }
    for (facts::RegionId region : effects.regions_written.elements()) {
      add_objects(program_.regions.group_of(region), function, names);
    }
    return names.size() <= most_changes ? std::vector<std::string>(names.begin(), names.end())
                                        : std::vector<std::string>();
  }

private:
  void add(cfa::VariableId id, const cfa::Function& function, std::set<std::string>& names) const {
    const cfa::Variable& variable = cfa_.variable(id);
    const bool is_visible = variable.scope.range.is_valid() && variable.scope.range.path() == function.range.path() &&
                            variable.scope.range.begin <= function.range.end;
    if (variable.kind == cfa::VariableKind::Global && is_visible) {
      names.insert(variable.name);
    }
  }

  void add_objects(const facts::ObjectGroup& group, const cfa::Function& function, std::set<std::string>& names) const {
    for (cfa::VariableId variable : group.variables) {
      add(variable, function, names);
    }
    const facts::PointsTo& points_to = program_.regions.points_to();
    facts::ObjectClassId objects;
    if (!group.variables.empty()) {
      objects = points_to.class_of(group.variables.front());
    } else if (!group.allocations.empty()) {
      objects = points_to.class_of_allocation(group.allocations.front());
    }
    for (cfa::VariableId parameter : function.parameters) {
      const cfa::Variable& variable = cfa_.variable(parameter);
      if (objects.is_valid() && cfa::is_pointer(variable.type) && variable.scope.range.is_valid() &&
          points_to.class_held_by(parameter) == objects) {
        names.insert("*" + variable.name);
      }
    }
  }

  const cfa::Cfa& cfa_;
  const facts::ProgramFacts& program_;
};

} // namespace

void add_summaries(std::vector<FunctionReport>& reports, const cfa::Cfa& cfa, const facts::ProgramFacts* program,
                   const CombinedFacts& facts) {
  std::map<std::string, FunctionReport*> by_name;
  for (FunctionReport& report : reports) {
    by_name.emplace(report.name, &report);
  }
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const std::optional<cfa::Target>& target = cfa.location(cfa::LocationId(index)).target;
    const auto own = target ? by_name.find(target->contract_of) : by_name.end();
    if (own != by_name.end()) {
      std::vector<std::string>& requirements = own->second->summary.requirements;
      std::string condition = condition_in(target->message);
      if (!condition.empty() && !target->contract_exemption.empty()) {
        condition = target->contract_exemption + " || (" + condition + ")";
      }
      if (!condition.empty() && std::ranges::find(requirements, condition) == requirements.end()) {
        requirements.push_back(condition);
      }
    }
  }
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::FunctionId id(index);
    const cfa::Function& function = cfa.function(id);
    const auto own = by_name.find(function.name);
    if (own == by_name.end() || !is_in_main_file(function) || cfa.outgoing(function.entry).empty()) {
      continue;
    }
    own->second->summary.guarantees = facts.guarantees(id);
    own->second->summary.followed = facts.followed(id);
    if (program != nullptr) {
      own->second->summary.changes = Changes(cfa, *program).of(id);
      own->second->pointers = pointer_facts(cfa, id, program->regions);
    }
  }
}

} // namespace vouch::findings
