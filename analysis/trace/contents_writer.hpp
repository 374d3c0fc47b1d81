#pragma once

#include "analysis/cfa/c_declarations.hpp"
#include "analysis/trace/recorded_run.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vouch::trace {

/// Writes C that brings about a state: arguments of a call, contents of variables, and the objects that pointers among
/// them lead to. Pointers to one object are equal in C, too, and objects have the sizes that they had.
///
/// Example: for `int sum(const int *a, int n)`, called with `n` 2 and `a` leading to two elements of which the run read
/// the second, `statements()` are
///     int *a = __builtin_calloc(2, sizeof(int));
///     a[1] = 7;
///     int n = 2;
class ContentsWriter {
public:
  /// All must outlive this.
  ContentsWriter(const cfa::Cfa& cfa, const cfa::CDeclarations& declarations, const StateAtEntry& state);

  /// Makes the argument for a parameter; the result is an expression for it.
  std::string argument(const cfa::CVariable& parameter);
  /// Sets what is known of a variable with static storage.
  void set(const cfa::CVariable& variable);
  /// An expression for a pointer to `pointee`.
  std::string pointer(const Value& value, cfa::CTypeId pointee, const std::string& hint);

  [[nodiscard]] const std::vector<std::string>& statements() const { return statements_; }
  /// Why the state is not quite that of the run, in words.
  [[nodiscard]] const std::set<std::string>& problems() const { return problems_; }

private:
  struct NamedObject {
    std::string name;  ///< of a variable, or of a pointer to the first element
    cfa::CTypeId type; ///< of the variable, or of an element
    bool is_variable = false;
  };
  /// Where contents are, and what an object holds that nobody wrote to.
  struct Contents {
    const Object* object = nullptr;
    enum class Before { Anything, Zero } before = Before::Anything;
  };

  const cfa::CType& type(cfa::CTypeId index) const { return declarations_.types[index]; }
  std::string unused_name(const std::string& hint);
  void write(const std::string& place, cfa::CTypeId index, const Contents& contents, std::uint64_t offset);
  void write_scalar(const std::string& place, cfa::CTypeId index, const Contents& contents, std::uint64_t offset);
  void write_bit_field(const std::string& place, const cfa::CField& field, const Contents& contents,
                       std::uint64_t offset);
  void write_union(const std::string& place, const cfa::CType& type, const Contents& contents, std::uint64_t offset);
  void write_bytes(const std::string& place, const cfa::CType& type, const Contents& contents, std::uint64_t offset);
  void set_register(const std::string& place, cfa::CTypeId index, cfa::VariableId variable);
  void set_leaves(const std::string& place, cfa::CTypeId index, const cfa::CStorage& storage);
  std::string scalar(const Value& value, cfa::CTypeId index, const std::string& hint);
  const NamedObject* object_for(Provenance id, cfa::CTypeId pointee, const std::string& hint);
  void assign(const std::string& place, const std::string& value);

  const cfa::Cfa& cfa_;
  const cfa::CDeclarations& declarations_;
  const StateAtEntry& state_;
  std::vector<std::string> statements_;
  std::set<std::string> problems_;
  std::set<std::string> names_;
  std::map<std::uint32_t, NamedObject> objects_; ///< by slot
};

} // namespace vouch::trace
