#pragma once

#include "analysis/facts/blocks.hpp"
#include "analysis/reuse/stable_names.hpp"

#include <unordered_map>

/// The code of a function or loop as a text that says all that the engine sees of it and nothing else: two blocks with
/// the same text are the same graph with the same operations, up to the names of locals.
///
/// It does not say where the code stands, what comments and layout it has, how its locals are called, what the numbers
/// of variables, locations, edges and expressions are, and what else is in the program. Locations, expressions and
/// automatic variables have numbers in the order in which a walk from the entry meets them; the walk takes the edges of
/// a location in the order of the Cfa, which is that of the source, except for choices between called functions, which
/// go by name. Parameters and results come first. Static variables and functions have their stable names. A function
/// refers to itself as `self`, so that the text stays when it gets another name.
///
/// What real runs cannot depend on is left out: texts of edges, spellings of types, origins of uninitialised values.
/// Messages of targets are part of the text, because users see them, and they quote the source.
///
/// Example: `int f(int x) { int t = x + 1; return t; }`
///   parameters %0 results %1            %0 = register i32 ...
///   @0
///     e0 = read i32 %0   e1 = constant i32 1   e2 = add i32 e0 e1
///     assign %2 e2 -> @1
namespace vouch::reuse {

struct CanonicalCode {
  std::string text;
  std::vector<cfa::LocationId> locations;      ///< by number
  std::vector<cfa::VariableId> variables;      ///< automatic ones, by number
  std::vector<cfa::ExpressionRef> expressions; ///< by number
  std::vector<cfa::EdgeId> edges;              ///< in the order of the walk; of a call the call edge only
  std::vector<cfa::LocationId> exits;          ///< of a loop, by number: where its edges lead out of it
};

/// Of all that can be reached from the function's entry.
CanonicalCode canonical_code(const cfa::Cfa& cfa, const StableNames& names, cfa::FunctionId function);
CanonicalCode canonical_code(const cfa::Cfa& cfa, const StableNames& names, const facts::Block& block);

/// Those of the functions that are asked for, each made once.
class CanonicalCodes {
public:
  /// Both must outlive the object.
  CanonicalCodes(const cfa::Cfa& cfa, const StableNames& names) : cfa_(cfa), names_(names) {}

  const CanonicalCode& of(cfa::FunctionId function) {
    const auto known = codes_.find(function);
    return known != codes_.end() ? known->second
                                 : codes_.emplace(function, canonical_code(cfa_, names_, function)).first->second;
  }

private:
  const cfa::Cfa& cfa_;
  const StableNames& names_;
  std::unordered_map<cfa::FunctionId, CanonicalCode> codes_;
};

/// What a variable is, whatever it is called: register or memory, type, and what is known of an object.
std::string declaration_text(const cfa::Variable& variable);

/// The types of a function's parameters and results.
std::string signature_text(const cfa::Cfa& cfa, cfa::FunctionId function);

/// `text` in quotes, on one line.
std::string quoted(std::string_view text);

} // namespace vouch::reuse
