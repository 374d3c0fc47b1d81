#include "analysis/reuse/claim_stamps.hpp"

#include <algorithm>
#include <set>

namespace vouch::reuse {

ClaimStamps::ClaimStamps(const Program& program, const PortableNames& names)
    : program_(program), names_(names), calls_(program.cfa) {}

std::string ClaimStamps::of(cfa::FunctionId function) {
  const std::string data_model = std::to_string(program_.cfa.data_model().pointer_width) + "\n";
  return to_string(fingerprint_of(walk_text(function, data_model + function_text(function))));
}

std::string ClaimStamps::of(facts::BlockId block) {
  const facts::Block& described = program_.blocks.block(block);
  if (described.kind == facts::BlockKind::Function) {
    return of(described.function);
  }
  const BlockFingerprints& own = program_.fingerprints.of(block);
  // What is called from elsewhere in the function counts, too: more than there has to be.
  return to_string(
      fingerprint_of(walk_text(described.function, "loop " + to_string(own.own) + " " + to_string(own.environment) +
                                                       "\n" + names_in(program_.fingerprints.code_of(block)) +
                                                       region_names(program_.effects.of(block)))));
}

/// `text` and the functions that are walked together with `function`.
std::string ClaimStamps::walk_text(cfa::FunctionId function, std::string text) {
  std::set<cfa::FunctionId> walked = {function};
  std::vector<cfa::FunctionId> open = {function};
  std::vector<std::string> parts;
  while (!open.empty()) {
    const cfa::FunctionId caller = open.back();
    open.pop_back();
    for (cfa::FunctionId callee : calls_.callees(caller)) {
      if (program_.blocks.entered_at(program_.cfa.function(callee).entry)) {
        parts.push_back("block " + quoted(names_.of(callee)) + " " + signature_text(program_.cfa, callee) + "\n");
      } else if (walked.insert(callee).second) {
        parts.push_back(function_text(callee));
        open.push_back(callee);
      }
    }
  }
  std::sort(parts.begin(), parts.end());
  for (const std::string& part : parts) {
    text += part;
  }
  return text;
}

const std::string& ClaimStamps::function_text(cfa::FunctionId function) {
  std::string& text = function_texts_[function];
  if (text.empty()) {
    const BlockFingerprints& fingerprints = program_.fingerprints.of(function);
    text = "function " + quoted(names_.of(function)) + " " + to_string(fingerprints.own) + " " +
           to_string(fingerprints.environment) + "\n" + names_in(program_.fingerprints.code_of(function)) +
           region_names(program_.effects.of(function));
  }
  return text;
}

std::string ClaimStamps::names_in(const CanonicalCode& code) const {
  std::string text;
  for (cfa::VariableId variable : code.variables) {
    text += quoted(names_.of(variable)) + " ";
  }
  for (cfa::LocationId location : code.locations) {
    text += quoted(names_.of(location)) + (program_.targets.is_target_ahead(location) ? " before a target " : " ");
  }
  for (cfa::EdgeId edge : code.edges) {
    if (std::holds_alternative<cfa::Call>(program_.cfa.edge(edge).operation)) {
      text += quoted(names_.of_call(edge)) + " ";
    }
  }
  return text + "\n";
}

std::string ClaimStamps::region_names(const facts::SideEffects& effects) const {
  std::vector<std::string> names;
  for (const IdSet<facts::RegionId>* regions : {&effects.regions_read, &effects.regions_written}) {
    for (facts::RegionId region : regions->elements()) {
      names.push_back(quoted(program_.regions.region(region).name) + " " + program_.fingerprints.region_text(region) +
                      "\n");
    }
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    text += name;
  }
  return text;
}

} // namespace vouch::reuse
