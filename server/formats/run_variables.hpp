#pragma once

#include "analysis/report/report.hpp"
#include "server/formats/block_scope.hpp"
#include "server/formats/run_activations.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vouch::server {

/// Names of variables of static lifetime, by the functions that mention them. Of a function that is missing nobody knows.
using StaticNames = std::map<std::string, std::set<std::string>>;

/// What is known of a program besides its run.
struct ProgramNames {
  StaticNames statics;
  /// Where the block ends in which a variable is declared at a place; nothing: nobody knows.
  std::function<std::optional<TextPlace>(const Place&)> end_of_block = [](const Place&) {
    return std::optional<TextPlace>();
  };
};

struct KnownValue {
  std::string value;
  std::optional<std::size_t> writer = {}; ///< the step that wrote it last, if that is known
  bool is_from_start = false;             ///< no step of the run has written it
  /// Converted: it was another value of perhaps another type before, and nobody has seen it since.
  enum class Certainty { Seen, Converted } certainty = Certainty::Seen;
};

/// Follows a run and what its variables are known to be. A name is a variable of one execution of one function, or a static
/// one; what cannot be told apart, or may have been written by what the run does not show, is not known. Both
/// arguments must outlive it.
class RunVariables {
public:
  RunVariables(const Violation& violation, const ProgramNames& names);

  /// Takes the next step.
  void go_on();
  [[nodiscard]] std::size_t steps_taken() const { return next_; }

  /// What the next step, which reads `value` from the place `name`, is known to find there; nothing if that is not known to
  /// be this value.
  [[nodiscard]] std::optional<KnownValue> found_by_next(const std::string& name, const std::string& value) const;

  /// What the place `name` has after the last step, as that step's function sees it; nothing if that is not known, or if
  /// the function has no such place.
  [[nodiscard]] std::optional<KnownValue> after_last(const std::string& name) const;

private:
  /// Of which variables: 0 for static ones, otherwise an activation's number and one.
  using Owner = std::size_t;
  static constexpr Owner static_owner = 0;
  /// One of the variables of a name: an inner block can have another one.
  struct Known {
    KnownValue last;
    Place declared = {};               ///< no line: it is the function's, or nobody knows where
    std::optional<TextPlace> end = {}; ///< of its block
  };
  using Knowns = std::vector<Known>; ///< the one that was declared last comes last

  void note_names();
  void note_owners();
  void note_owner(std::size_t step, const std::string& name);
  [[nodiscard]] std::optional<Owner> named_owner(std::size_t step, const std::string& name) const;
  [[nodiscard]] std::optional<Owner> owner_of_read(std::size_t step, const std::string& name) const;
  [[nodiscard]] std::optional<Owner> only_owner(const std::string& name) const;
  [[nodiscard]] bool writes_directly(std::size_t step, const std::string& name) const;
  [[nodiscard]] bool reads_directly(std::size_t step, const std::string& name) const;
  [[nodiscard]] bool has_scalar(std::size_t step, const std::string& variable) const;
  [[nodiscard]] bool can_be_from_start(Owner owner, const std::string& name) const;
  /// Those that a step at `place` may mean by `name`; null: it is reached by a pointer, from wherever.
  [[nodiscard]] std::vector<const Known*> meant_by(Owner owner, const std::string& name, const Place* place) const;
  void write(std::size_t step, const std::string& name, const std::string& value);
  void declare(Owner owner, const std::string& name, KnownValue value, const Place& place);
  void set(Owner owner, const std::string& name, KnownValue value, const Place* place);
  void read(std::size_t step, const std::string& name, const std::string& value);
  void enter(std::size_t call);
  void leave(std::size_t step);
  void forget(const std::string& name);
  void forget_what_it_may_write(std::size_t step);

  const std::vector<TraceStep>& trace_;
  const ProgramNames& names_;
  std::vector<StepActivation> activations_;
  std::vector<bool> is_gap_;
  std::map<std::size_t, std::set<std::string>> declared_; ///< by activation
  std::map<std::size_t, std::set<std::string>> scalars_;  ///< by activation: variables that are used as a whole
  std::map<std::string, std::set<Owner>> owners_;         ///< by variable; parts apart
  std::set<std::string> address_taken_;

  std::size_t next_ = 0;
  Owner newest_ = 0; ///< that has begun
  std::map<Owner, std::map<std::string, Knowns>> known_;
  std::map<std::size_t, std::size_t> call_of_;           ///< by activation
  std::map<std::size_t, std::set<std::string>> reached_; ///< by activation: places that it has read or written
  std::set<std::string> doubtful_;                       ///< names that something else may have written
  bool has_gap_ = false;
  bool has_unseen_writes_ = false; ///< a library function or a copy of a struct may have written somewhere
};

} // namespace vouch::server
