#pragma once

#include "analysis/frontend/frontend.hpp"

#include <string>
#include <utility>
#include <vector>

namespace vouch::frontend {

/// Translates `code` as the open buffer of a file that is not on disk.
inline Translation translate_snippet(const std::string& code, Options options = {}) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = code;
  RunContext context;
  return translate(input, options, context);
}

inline cfa::Cfa cfa_of(const std::string& code, Options options = {}) {
  Translation translation = translate_snippet(code, std::move(options));
  if (!translation.cfa) {
    std::string why;
    for (const Message& message : translation.messages) {
      why += message.text + "\n";
    }
    throw std::runtime_error("no automaton: " + why);
  }
  return *std::move(translation.cfa);
}

inline cfa::FunctionId function_named(const cfa::Cfa& cfa, const std::string& name) {
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    if (cfa.function(cfa::FunctionId(index)).name == name) {
      return cfa::FunctionId(index);
    }
  }
  throw std::runtime_error("no function " + name);
}

inline std::vector<std::string> sentences_of(const Translation& translation) {
  std::vector<std::string> result;
  for (const cfa::Assumption& assumption : translation.assumptions) {
    result.push_back(assumption.sentence);
  }
  return result;
}

/// The edges inside of a function, returns from its calls included.
inline std::vector<cfa::EdgeId> edges_of(const cfa::Cfa& cfa, const std::string& function) {
  cfa::FunctionId id = function_named(cfa, function);
  std::vector<cfa::EdgeId> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    bool is_return = std::holds_alternative<cfa::Return>(edge.operation);
    if (cfa.location(is_return ? edge.target : edge.source).function == id) {
      result.emplace_back(index);
    }
  }
  return result;
}

/// Their operations in the notation of `to_string`.
inline std::vector<std::string> operations_of(const cfa::Cfa& cfa, const std::string& function) {
  std::vector<std::string> result;
  for (cfa::EdgeId edge : edges_of(cfa, function)) {
    result.push_back(to_string(cfa.edge(edge).operation, cfa.names()));
  }
  return result;
}

/// The operations of `f` in `code`.
inline std::vector<std::string> operations_of_f(const std::string& code, Options options = {}) {
  options.entry = "f";
  return operations_of(cfa_of(code, std::move(options)), "f");
}

} // namespace vouch::frontend
