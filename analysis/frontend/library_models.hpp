#pragma once

#include "analysis/frontend/function_lowering.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

enum class CharSign { Signed, Unsigned };

/// Functions of the C library and builtins of compilers, as C code that comes with Vouch: a translation unit of its
/// own, which goes into the same automaton. So nothing in the user's file, its macros, its flags or its declarations,
/// can change the meaning of a model or the other way round. Parsed when the first question is asked.
///
/// Every call has a copy of its own of the model and of what that calls, up to a limit: pointers that are passed at one
/// call do not meet those that are passed at another in the points-to analysis, arguments that are constants can be
/// built in, and all that happens in the copy happens at the call, for the user.
class LibraryModels {
public:
  /// `user`: the target is the same as there. `properties`: those that get targets inside of models.
  LibraryModels(const clang::ASTContext& user, std::set<cfa::PropertyKind> properties, cfa::CfaBuilder& builder,
                Linkage& linkage);
  ~LibraryModels();
  LibraryModels(const LibraryModels&) = delete;
  LibraryModels& operator=(const LibraryModels&) = delete;

  /// The definition of `name` (of `__builtin_x`: the model made for it, or that of the function `x`); null if there is
  /// none.
  const clang::FunctionDecl* find(std::string_view name);
  /// A copy for the call at `place`; `constants`: by parameter, the arguments that are constants, else null.
  FunctionInterface instance_of(const clang::FunctionDecl* model, const std::vector<cfa::ExpressionRef>& constants,
                                const SourceRange& place);

  /// Lowers all copies that were asked for since the last time. Returns whether there were any.
  bool lower_requested();
  /// A function that sets up the models' variables with static storage; none if they have none. All verifications of an
  /// automaton start with the same `contents`.
  std::optional<cfa::FunctionId> make_start(StaticContents contents);

private:
  struct Parsed;

  /// What the models are told of the program, and of what is asked about it.
  [[nodiscard]] std::vector<std::string> macros() const;
  /// Null if the models do not compile for the target.
  Parsed* parsed();

  std::string target_triple_;
  CharSign char_sign_;
  bool is_usable_ = true;
  std::set<cfa::PropertyKind> properties_;
  cfa::CfaBuilder& builder_;
  Linkage& linkage_;
  std::unique_ptr<Parsed> parsed_;
  std::optional<cfa::FunctionId> start_;
  std::size_t objects_at_start_ = 0;
};

} // namespace vouch::frontend
