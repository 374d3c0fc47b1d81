#pragma once

#include "analysis/findings/caller_dependence.hpp"
#include "analysis/trace/concrete_interpreter.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// The inputs of one run, for runs that differ from it in one of them.
namespace vouch::findings {

/// What a caller passes where the run did not ask before: arrays with room, or nothing; for pointers to objects either a
/// new one each, or null.
struct Filling {
  cfa::Integer number = 0;
  enum class Objects { New, None } objects = Objects::None;
};

/// Which value of a run: what asked for it, and how often that had asked before.
struct InputKey {
  cfa::EdgeId edge;
  cfa::ExpressionRef load = nullptr;
  std::size_t occurrence = 0;
  friend auto operator<=>(const InputKey& a, const InputKey& b) {
    return std::tuple(a.edge.index(), a.load, a.occurrence) <=> std::tuple(b.edge.index(), b.load, b.occurrence);
  }
  friend bool operator==(const InputKey&, const InputKey&) = default;
};

/// A value that somebody outside chose; of functions without a definition, pointers, and whether they had memory.
struct ChosenInput {
  InputKey key;
  cfa::Integer value = 0;
  cfa::Type type;
  std::string origin; ///< the name of what has the value; of Memory: of the last function that may have left it there
  cfa::VariableId variable; ///< invalid: contents of memory
  CallersFault::Source source = CallersFault::Source::Argument;
  bool is_failure = false; ///< whether `origin` has no memory to give, a function that nobody expects to return null
  bool is_given = false;   ///< which object of callers a pointer leads to
  /// Of contents of memory: where the function comes to behind what last wrote a variable that says where they are; invalid:
  /// it has not written any.
  cfa::LocationId found_behind = {};
};

/// The inputs of a run by what asks for them, one of them changed.
class ChangedInputs : public trace::InputSource {
public:
  ChangedInputs(const std::map<InputKey, cfa::Integer>& original, InputKey changed, cfa::Integer value, Filling filling)
      : original_(original), changed_(changed), value_(value), filling_(filling) {}

  std::optional<cfa::Integer> next(const trace::InputRequest& request) override;

  /// What it has given to the run so far.
  [[nodiscard]] const std::map<InputKey, cfa::Integer>& given() const { return given_; }

private:
  [[nodiscard]] std::optional<cfa::Integer> value_for(const InputKey& key, const trace::InputRequest& request);

  const std::map<InputKey, cfa::Integer>& original_;
  InputKey changed_;
  cfa::Integer value_ = 0;
  Filling filling_;
  cfa::Integer new_objects_ = 0;
  std::map<InputKey, cfa::Integer> given_;
  std::map<std::pair<std::size_t, cfa::ExpressionRef>, std::size_t> occurrences_;
};

/// Passes the inputs of a run on and keeps them by what asked.
class NotedInputs : public trace::InputSource {
public:
  /// `last_outside`: what may have written memory last, as the run goes on; null: nothing has.
  NotedInputs(const RunInputs& values, const cfa::HavocMemory* const& last_outside)
      : inputs_(values), last_outside_(last_outside) {}

  std::optional<cfa::Integer> next(const trace::InputRequest& request) override;

  [[nodiscard]] const std::map<InputKey, cfa::Integer>& values() const { return values_; }
  /// What callers choose, and what functions without a definition may have left in memory, or made of their arguments;
  /// of those of the system pointers only.
  [[nodiscard]] const std::vector<ChosenInput>& chosen() const { return chosen_; }
  /// All pointers that come from outside.
  [[nodiscard]] const std::vector<ChosenInput>& pointers() const { return pointers_; }

private:
  trace::ListedInputs inputs_;
  const cfa::HavocMemory* const& last_outside_;
  std::map<InputKey, cfa::Integer> values_;
  std::vector<ChosenInput> chosen_;
  std::vector<ChosenInput> pointers_;
  std::map<std::pair<std::size_t, cfa::ExpressionRef>, std::size_t> occurrences_;
};

/// Sources give integers and pointers in any representation.
cfa::Integer as_held(cfa::Integer value, const cfa::Type& type);

} // namespace vouch::findings
