#include "analysis/frontend/static_set_up.hpp"

#include "analysis/frontend/function_lowering.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/support/sorted.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace vouch::frontend {
namespace {

std::vector<cfa::VariableId> variables_of(const Place& place) {
  using Variables = std::vector<cfa::VariableId>;
  return std::visit(
      Overloaded{
          [](const RegisterPlace& object) { return Variables{object.variable}; },
          [](const LeavesPlace& object) { return object.leaves; },
          [](const MemoryPlace& object) { return Variables{std::get<cfa::AddressOf>(object.address->node).variable}; },
          [](const BitFieldPlace&) { return Variables{}; }, // no object of its own
      },
      place);
}

/// Which static objects the functions of a program name, and whom they call.
class Mentions {
public:
  Mentions(const cfa::CfaBuilder& builder, const std::vector<StaticObject>& objects)
      : object_count_(objects.size()), callees_(builder.function_count()), mentioned_(builder.function_count()) {
    for (std::size_t index = 0; index < objects.size(); ++index) {
      for (cfa::VariableId variable : variables_of(objects[index].place)) {
        objects_.emplace(variable, index);
      }
    }
    for (const cfa::Edge& edge : builder.edges()) {
      const std::size_t function = builder.location(edge.source).function.index();
      if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
        callees_[function].push_back(call->callee.index());
      }
      for (cfa::VariableId variable : cfa::variables_mentioned(edge.operation)) {
        if (auto object = objects_.find(variable); object != objects_.end()) {
          mentioned_[function].push_back(object->second);
        }
      }
    }
    std::ranges::for_each(callees_, sort_and_keep_one_of_each<std::size_t>);
    std::ranges::for_each(mentioned_, sort_and_keep_one_of_each<std::size_t>);
  }

  /// By everything that can run behind the entry of `start`.
  [[nodiscard]] std::vector<std::size_t> mentioned_behind(cfa::FunctionId start) const {
    std::vector<bool> is_reached(callees_.size(), false);
    std::vector<std::size_t> reached = {start.index()};
    is_reached[start.index()] = true;
    std::vector<bool> is_mentioned(object_count_, false);
    std::vector<std::size_t> result;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const std::size_t object : mentioned_[reached[next]]) {
        if (!is_mentioned[object]) {
          is_mentioned[object] = true;
          result.push_back(object);
        }
      }
      for (std::size_t callee : callees_[reached[next]]) {
        if (!is_reached[callee]) {
          is_reached[callee] = true;
          reached.push_back(callee);
        }
      }
    }
    return result;
  }

  [[nodiscard]] const std::unordered_map<cfa::VariableId, std::size_t>& objects() const { return objects_; }

private:
  std::unordered_map<cfa::VariableId, std::size_t> objects_; ///< by variable: the object that it is or is a part of
  std::size_t object_count_;
  std::vector<std::vector<std::size_t>> callees_;   ///< by function
  std::vector<std::vector<std::size_t>> mentioned_; ///< by function
};

} // namespace

cfa::FunctionId add_synthetic_function(Unit& unit, std::string name, const SourceRange& range) {
  cfa::FunctionId id = unit.builder.add_function(std::move(name), range);
  unit.builder.function(id).is_synthetic = true;
  unit.builder.function(id).is_externally_visible = false;
  return id;
}

StaticSetUp::StaticSetUp(Unit& unit, StaticContents contents) : unit_(unit), contents_(contents) {
  note_dependencies();
}

StaticSetUp::Steps StaticSetUp::add_entry(cfa::FunctionId start, const std::string& name) {
  const Steps steps{add_synthetic_function(unit_, "<variables of " + name + ">", {}),
                    add_synthetic_function(unit_, "<set-up of " + name + ">", {})};
  entries_.push_back({start, steps});
  return steps;
}

/// Lowering an initialiser tells what it names, and may bring in objects that were not known before.
void StaticSetUp::note_dependencies() {
  std::optional<cfa::FunctionId> scratch;
  for (ObjectIndex index = dependencies_.size(); index < unit_.static_objects().size(); ++index) {
    const StaticObject object = unit_.static_objects()[index];
    dependencies_.emplace_back();
    if (object.initialiser != nullptr || object.symbol != nullptr) {
      if (!scratch) {
        scratch = add_synthetic_function(unit_, "<initialisers>", {});
      }
      FunctionLowering lowering(unit_, *scratch);
      lowering.choose_symbol(object);
      lowering.initialise_static(object, contents_);
      dependencies_.back() = lowering.mentioned_variables();
    }
  }
}

/// By object and entry: whether the object matters to the entry.
std::vector<std::vector<bool>> StaticSetUp::entries_by_object() const {
  const Mentions mentions(unit_.builder, unit_.static_objects());
  std::vector<std::vector<bool>> result(dependencies_.size(), std::vector<bool>(entries_.size(), false));
  for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
    std::vector<ObjectIndex> work = mentions.mentioned_behind(entries_[entry].start);
    while (!work.empty()) {
      const ObjectIndex object = work.back();
      work.pop_back();
      if (result[object][entry]) {
        continue;
      }
      result[object][entry] = true;
      for (cfa::VariableId variable : dependencies_[object]) {
        if (auto named = mentions.objects().find(variable); named != mentions.objects().end()) {
          work.push_back(named->second);
        }
      }
    }
  }
  return result;
}

void StaticSetUp::call_all(cfa::FunctionId caller, std::initializer_list<const std::vector<cfa::FunctionId>*> callees) {
  FunctionLowering lowering(unit_, caller);
  for (const std::vector<cfa::FunctionId>* functions : callees) {
    for (cfa::FunctionId function : *functions) {
      lowering.call_without_arguments(function);
    }
  }
  lowering.finish();
}

void StaticSetUp::lower() {
  note_dependencies();
  std::map<std::vector<bool>, std::vector<StaticObject>> groups; // by the entries they matter to
  const std::vector<std::vector<bool>> entries_of = entries_by_object();
  for (ObjectIndex object = 0; object < entries_of.size(); ++object) {
    groups[entries_of[object]].push_back(unit_.static_objects()[object]);
  }
  struct Calls {
    std::vector<cfa::FunctionId> lifetimes;
    std::vector<cfa::FunctionId> symbols;
    std::vector<cfa::FunctionId> contents;
  };
  std::vector<Calls> calls(entries_.size());
  std::size_t number = 0;
  for (const auto& [entries, objects] : groups) {
    const std::string suffix = " of static objects #" + std::to_string(++number) + ">";
    const cfa::FunctionId lifetimes = add_synthetic_function(unit_, "<lifetimes" + suffix, {});
    const cfa::FunctionId contents = add_synthetic_function(unit_, "<contents" + suffix, {});
    std::optional<cfa::FunctionId> symbols;
    if (std::ranges::any_of(objects, [](const StaticObject& object) { return object.symbol != nullptr; })) {
      symbols = add_synthetic_function(unit_, "<symbols" + suffix, {});
      FunctionLowering choosing(unit_, *symbols);
      for (const StaticObject& object : objects) {
        choosing.choose_symbol(object);
      }
      choosing.finish();
    }
    FunctionLowering beginning(unit_, lifetimes);
    FunctionLowering initialising(unit_, contents);
    for (const StaticObject& object : objects) {
      beginning.begin_static(object);
      initialising.initialise_static(object, contents_);
    }
    beginning.finish();
    initialising.finish();
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
      if (entries[entry]) {
        calls[entry].lifetimes.push_back(lifetimes);
        calls[entry].contents.push_back(contents);
        if (symbols) {
          calls[entry].symbols.push_back(*symbols);
        }
      }
    }
  }
  for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
    call_all(entries_[entry].steps.lifetimes, {&calls[entry].lifetimes, &calls[entry].symbols});
    call_all(entries_[entry].steps.contents, {&calls[entry].contents});
  }
}

} // namespace vouch::frontend
