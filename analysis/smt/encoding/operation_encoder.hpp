#pragma once

#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/smt/encoding/expression_encoder.hpp"
#include "analysis/smt/encoding/memory_encoder.hpp"
#include "analysis/smt/encoding/object_table.hpp"

namespace vouch::smt {

/// Encodes the operation of one edge into a step.
class OperationEncoder {
public:
  OperationEncoder(EncodingContext& context, Step& step, cfa::EdgeId edge)
      : context_(context), step_(step), edge_(edge), expressions_(context, step), memory_(context, step),
        objects_(context, step) {}

  void encode(const cfa::Operation& operation);
  std::vector<InputSite> take_inputs() { return std::move(inputs_); }
  [[nodiscard]] const Term& made() const { return made_; }
  [[nodiscard]] std::vector<LoadSite> loads() const {
    std::vector<LoadSite> result;
    for (const auto& [load, value] : expressions_.loads()) {
      result.push_back({load, value});
    }
    return result;
  }

private:
  void encode(const cfa::Skip&) {}
  void encode(const cfa::Assume& assume);
  void encode(const cfa::Assign& assign);
  void encode(const cfa::Store& store);
  void encode(const cfa::Input& input);
  void encode(const cfa::Declare& declare);
  void encode(const cfa::Allocate& allocate);
  /// Using what was freed is undefined, and no later object gets its address: only checks have something to say.
  void encode(const cfa::Free& free);
  void encode(const cfa::CopyMemory& copy);
  void encode(const cfa::SetMemory& set);
  void encode(const cfa::WriteBytes& write);
  void encode(const cfa::ReceiveMemory& received);
  void encode(const cfa::HavocMemory& havoc);
  [[nodiscard]] std::optional<cfa::EdgeId> only_edge_before() const;
  [[nodiscard]] bool is_just_allocated(cfa::ExpressionRef address) const;
  [[nodiscard]] bool is_just_made(cfa::VariableId variable) const;
  void encode(const cfa::Call& call) { bind(call.parameters); }
  void encode(const cfa::Return& call) { bind(call.results); }
  /// Reaching it ends what can be decided, whatever the formula says.
  void encode(const cfa::Unsupported&) { step_.over_approximate(); }

  void bind(const std::vector<cfa::Binding>& bindings);
  void assign(cfa::VariableId target, cfa::ExpressionRef value);
  /// Says where the object begins that the pointer in `target` leads into, if that is carried along.
  void set_base(cfa::VariableId target, const Term& start);
  /// The variable's bytes become undetermined.
  void forget(cfa::VariableId id);
  Term write(cfa::VariableId variable) { return step_.write(context_.symbol_of(variable)); }
  MemoryBlock block(cfa::ExpressionRef address, cfa::ExpressionRef size);
  MemoryBlock block(cfa::ExpressionRef address, const std::optional<cfa::Integer>& size);
  /// That an object of `size` bytes begins at `base`, which is the heap's old top; its new top lies behind the object.
  Term placed(const Term& base, const Term& size, const Term& old_top, const Term& new_top);

  EncodingContext& context_;
  Step& step_;
  cfa::EdgeId edge_;
  ExpressionEncoder expressions_;
  MemoryEncoder memory_;
  ObjectTable objects_;
  std::vector<InputSite> inputs_;
  Term made_;
};

} // namespace vouch::smt
