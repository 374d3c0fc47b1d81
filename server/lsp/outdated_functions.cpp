#include "server/lsp/outdated_functions.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vouch::server {

namespace {

using FunctionsByName = std::unordered_map<std::string_view, std::vector<const VerifiedFunction*>>;

/// All that is reached from the functions in `from` by `next`, with them.
template <class Next>
std::set<std::string> closure(std::set<std::string> from, const Next& next) {
  std::vector<std::string> open(from.begin(), from.end());
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    next(name, [&](const std::string& found) {
      if (from.insert(found).second) {
        open.push_back(found);
      }
    });
  }
  return from;
}

/// By what they call or mention.
FunctionsByName users_of_names(const VerifiedDocument& document) {
  FunctionsByName users;
  for (const VerifiedFunction& function : document.functions) {
    for (const std::vector<std::string>* names : {&function.calls, &function.statics}) {
      for (const std::string& name : *names) {
        users[name].push_back(&function);
      }
    }
  }
  return users;
}

} // namespace

std::set<std::string> affected_by_edits(const VerifiedDocument& document, std::set<std::string> edited) {
  FunctionsByName functions;
  for (const VerifiedFunction& function : document.functions) {
    functions[function.name].push_back(&function);
  }
  const auto each = [](const FunctionsByName& by_name, const std::string& name, const auto& what) {
    if (const auto found = by_name.find(name); found != by_name.end()) {
      std::ranges::for_each(found->second, what);
    }
  };
  const FunctionsByName users = users_of_names(document);
  // Names of variables are among those that are reached: what is affected may write other things to them.
  std::set<std::string> affected = closure(std::move(edited), [&](const std::string& name, const auto& add) {
    each(users, name, [&](const VerifiedFunction* user) { add(user->name); });
    each(functions, name, [&](const VerifiedFunction* function) { std::ranges::for_each(function->statics, add); });
  });
  return closure(std::move(affected), [&](const std::string& name, const auto& add) {
    each(functions, name, [&](const VerifiedFunction* caller) {
      for (const std::string& callee : caller->calls) {
        each(functions, callee, [&](const VerifiedFunction* called) {
          if (!called->is_for_all_callers) {
            add(callee);
          }
        });
      }
    });
  });
}

DocumentStatus with_outdated(DocumentStatus status, const protocol::Range& range) {
  status = with_decided_parts(std::move(status));
  if (!status.outdated) {
    return status;
  }
  const auto around = std::ranges::find_if(status.verified.functions, [&range](const VerifiedFunction& function) {
    return function.body.start < range.start && range.end < function.body.end;
  });
  if (around == status.verified.functions.end()) {
    status.outdated.reset(); // types, macros, variables: anything may mean something else
  } else {
    std::set<std::string> edited = *std::exchange(status.outdated, std::nullopt);
    edited.insert(around->name);
    status.outdated = affected_by_edits(status.verified, std::move(edited));
  }
  return status;
}

DocumentStatus with_decided_parts(DocumentStatus status) {
  if (std::exchange(status.is_partial, false)) {
    std::set<std::string> open;
    for (const VerifiedFunction& function : status.verified.functions) {
      const bool was_outdated = !status.outdated || status.outdated->contains(function.name);
      if (function.is_open && was_outdated) {
        open.insert(function.name);
      }
    }
    status.outdated = std::move(open);
  }
  return status;
}

} // namespace vouch::server
