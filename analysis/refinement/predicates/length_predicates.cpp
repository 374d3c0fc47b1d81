#include "analysis/refinement/predicates/length_predicates.hpp"

#include "analysis/cfa/comparison.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace vouch::refinement {
namespace {

/// Of a function that has more, nothing is said: each is a few questions at each visit of a loop.
constexpr std::size_t most_ends = 6;

/// Where a string ends, for all that is known.
struct End {
  Place place;
  std::set<cfa::LocationId> found_by; ///< the heads of the loops
  cfa::FunctionId function;           ///< that may go on from there
};

std::vector<End> ends_of_loops(const StringUses& uses) {
  std::vector<End> result;
  for (const auto& [head, bytes] : uses.loops()) {
    for (const Place& place : bytes.tested) {
      result.push_back({place, {head}, uses.cfa().location(head).function});
    }
  }
  return result;
}

std::vector<cfa::Binding> returned_numbers(const cfa::Return& back) {
  std::vector<cfa::Binding> result = back.results;
  std::erase_if(result, [](const cfa::Binding& returned) { return cfa::as_integer(returned.value->type) == nullptr; });
  return result;
}

/// The register, and those that it is copied to.
Registers and_copies(const StringUses& uses, cfa::VariableId variable) {
  Registers result = {variable};
  for (const auto& [copy, copied] : uses.copies()) {
    if (copied.contains(variable)) {
      result.insert(copy);
    }
  }
  return result;
}

/// `strlen(s)` is where `strlen` finds it. If s moves on, the parameter that it was passed for has not.
std::vector<End> ends_as_returned(const StringUses& uses, const std::vector<End>& of_loops) {
  std::vector<End> result;
  for (std::size_t index = 0; index < uses.cfa().edge_count(); ++index) {
    const auto* back = std::get_if<cfa::Return>(&uses.cfa().edge(cfa::EdgeId(index)).operation);
    if (back == nullptr) {
      continue;
    }
    const cfa::Edge& call = uses.cfa().edge(back->call);
    const cfa::FunctionId caller = uses.cfa().location(call.source).function;
    const std::vector<cfa::Binding> results = returned_numbers(*back);
    for (const cfa::Binding& parameter : std::get<cfa::Call>(call.operation).parameters) {
      const std::optional<cfa::VariableId> passed = cfa::register_read(parameter.value);
      for (const End& end : passed && !results.empty() ? of_loops : std::vector<End>()) {
        if (end.place.pointer != parameter.variable) {
          continue;
        }
        if (uses.moves(*passed)) {
          result.push_back({end.place, end.found_by, caller});
          continue;
        }
        for (const cfa::VariableId length : and_copies(uses, results.front().variable)) {
          result.push_back({{*passed, length}, end.found_by, caller});
        }
      }
    }
  }
  return result;
}

bool have_common(const Registers& left, const Registers& right) {
  return std::ranges::any_of(left, [&](cfa::VariableId variable) { return right.contains(variable); });
}

/// What a comparison with the register, or with more than it, has on its other side: a register or a constant.
std::vector<cfa::ExpressionRef> compared_with(const cfa::Cfa& cfa, cfa::VariableId variable) {
  std::vector<cfa::ExpressionRef> result;
  const auto mentions = [&](cfa::ExpressionRef side) {
    bool found = false;
    cfa::for_each_subexpression(
        side, [&](cfa::ExpressionRef part) { found = found || cfa::register_read(part) == variable; });
    return found;
  };
  const auto note = [&](cfa::ExpressionRef side, cfa::ExpressionRef other) {
    other = cfa::without_conversions(other);
    if (mentions(side) && (cfa::register_read(other) || std::holds_alternative<cfa::Constant>(other->node))) {
      result.push_back(other);
    }
  };
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* assume = std::get_if<cfa::Assume>(&cfa.edge(cfa::EdgeId(index)).operation);
    const auto* comparison = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
    if (comparison != nullptr && cfa::is_comparison(comparison->op)) {
      note(comparison->left, comparison->right);
      note(comparison->right, comparison->left);
    }
  }
  return result;
}

class LengthPredicates {
public:
  LengthPredicates(const StringUses& uses, const facts::MemoryRegions& regions, smt::Encoder& encoder,
                   smt::SymbolId sizes)
      : uses_(uses), regions_(regions), encoder_(encoder), terms_(encoder.terms()), sizes_(sizes) {}

  domains::PredicatePrecision offered() {
    std::vector<End> ends = ends_of_loops(uses_);
    const std::vector<End> returned = ends_as_returned(uses_, ends);
    ends.insert(ends.end(), returned.begin(), returned.end());
    std::map<cfa::FunctionId, std::size_t> count;
    for (const End& end : ends) {
      ++count[end.function];
    }
    std::erase_if(ends, [&](const End& end) { return count[end.function] > most_ends; });
    // What was copied may be copied again, but not for ever.
    for (int round = 0; round < 2; ++round) {
      std::vector<End> copied;
      for (const End& end : ends) {
        offer(end, copied);
      }
      ends = std::move(copied);
    }
    return std::move(result_);
  }

private:
  /// Where the string is read again, and while the function does that.
  void offer(const End& end, std::vector<End>& copied) {
    const std::set<cfa::LocationId> meanwhile = uses_.heads_while(end.function);
    std::set<facts::RegionId> regions;
    Registers filled;
    domains::PredicateSet kept;
    for (const auto& [head, bytes] : uses_.loops()) {
      for (const auto& [place, region] : bytes.read) {
        if (end.found_by.contains(head) || end.place == place || !meanwhile.contains(head) ||
            !is_of_bytes(region, regions_) ||
            !have_common(uses_.origins_of(place.pointer), uses_.origins_of(end.place.pointer))) {
          continue;
        }
        result_ = result_.with_local(head, before(end.place, place, bytes.written));
        regions.insert(region);
        for (const auto& [target, where] : bytes.written) {
          for (const cfa::VariableId origin : uses_.origins_in(end.function, target.pointer)) {
            filled.insert(origin);
            if (origin != target.pointer && !uses_.moves(target.pointer)) {
              result_ = result_.with_local(head, {terms_.equal(start_of(target.pointer), start_of(origin))});
            }
            if (target.index && origin != end.place.pointer) {
              copied.push_back({{origin, target.index, target.factor}, {head}, end.function});
              const Place stopped{end.place.pointer, target.index, target.factor};
              kept.insert(terms_.less_equal(address_of(stopped, encoder_), address_of(end.place, encoder_)));
            }
          }
        }
      }
    }
    if (regions.empty()) {
      return;
    }
    for (const facts::RegionId region : regions) {
      kept.merge(is_end(end.place, region));
    }
    domains::PredicateSet room;
    for (const cfa::VariableId target : filled) {
      room.merge(room_for(target, end.place));
    }
    for (const cfa::LocationId head : meanwhile) {
      result_ = result_.with_local(head, room);
      if (!end.found_by.contains(head)) {
        result_ = result_.with_local(head, kept);
      }
    }
  }

  domains::PredicateSet is_end(const Place& end, facts::RegionId region) {
    const smt::Term address = address_of(end, encoder_);
    const ObjectTerms object = object_of(end, encoder_, sizes_);
    return {terms_.equal(terms_.select(encoder_.symbol(encoder_.symbol_of(region)), address), terms_.integer(0)),
            terms_.less_equal(address, terms_.subtract(object.end, terms_.integer(1)))};
  }

  /// A loop at `place`, which writes elsewhere.
  domains::PredicateSet before(const Place& end, const Place& place, const Places& written) {
    domains::PredicateSet result;
    const smt::Term end_at = address_of(end, encoder_);
    const smt::Term address = address_of(place, encoder_);
    result.insert(terms_.less_equal(address, end_at));
    if (place.pointer != end.pointer) {
      result.insert(terms_.equal(start_of(place.pointer), start_of(end.pointer)));
    }
    for (const auto& [target, where] : written) {
      const smt::Term rest = terms_.subtract(end_at, address);
      const smt::Term furthest = terms_.add(address_of(target, encoder_), rest);
      const auto add_inside = [&](const ObjectTerms& object) {
        result.insert(terms_.less_equal(furthest, terms_.subtract(object.end, terms_.integer(1))));
      };
      add_inside(object_of(target, encoder_, sizes_));
      for (const cfa::VariableId origin : uses_.origins_of(target.pointer)) {
        if (encoder_.is_in_memory(origin)) {
          add_inside(object_of(Place{origin, std::nullopt}, encoder_, sizes_));
        }
      }
    }
    return result;
  }

  /// As much as was allocated, and no less than the length is compared with.
  domains::PredicateSet room_for(cfa::VariableId target, const Place& end) {
    domains::PredicateSet result;
    const ObjectTerms object = object_of(Place{target, std::nullopt}, encoder_, sizes_);
    const smt::Term is_null = terms_.less_equal(object.base, terms_.integer(0));
    for (std::size_t index = 0; index < uses_.cfa().edge_count(); ++index) {
      const auto* allocate = std::get_if<cfa::Allocate>(&uses_.cfa().edge(cfa::EdgeId(index)).operation);
      if (allocate != nullptr && allocate->target == target) {
        if (const std::optional<smt::Term> size = sum_of_registers(allocate->size)) {
          result.insert(terms_.logical_or(is_null, terms_.equal(object.end, terms_.add(object.base, *size))));
        }
      }
    }
    for (const cfa::ExpressionRef limit :
         end.index ? compared_with(uses_.cfa(), *end.index) : std::vector<cfa::ExpressionRef>()) {
      const auto* constant = std::get_if<cfa::Constant>(&limit->node);
      if (constant != nullptr && constant->value > longest_string) {
        continue; // that is no size of what is written
      }
      const smt::Term count = *sum_of_registers(limit);
      const smt::Term is_none = terms_.less_equal(count, terms_.integer(0));
      const smt::Term has_room = terms_.less_equal(terms_.add(start_of(target), count), object.end);
      result.insert(terms_.logical_or(is_none, terms_.logical_not(is_null)));
      result.insert(terms_.logical_or(std::array{is_none, is_null, has_room}));
    }
    return result;
  }

  std::optional<smt::Term> sum_of_registers(cfa::ExpressionRef expression) {
    expression = cfa::without_conversions(expression);
    if (const std::optional<cfa::VariableId> variable = cfa::register_read(expression)) {
      return encoder_.symbol(encoder_.symbol_of(*variable));
    }
    if (const auto* constant = std::get_if<cfa::Constant>(&expression->node)) {
      return terms_.integer(constant->value);
    }
    const auto* sum = std::get_if<cfa::Binary>(&expression->node);
    if (sum == nullptr || sum->op != cfa::BinaryOperator::Add) {
      return std::nullopt;
    }
    const std::optional<smt::Term> left = sum_of_registers(sum->left);
    const std::optional<smt::Term> right = sum_of_registers(sum->right);
    return left && right ? std::optional(terms_.add(*left, *right)) : std::nullopt;
  }

  smt::Term start_of(cfa::VariableId pointer) { return address_of(Place{pointer, std::nullopt}, encoder_); }

  const StringUses& uses_;
  const facts::MemoryRegions& regions_;
  smt::Encoder& encoder_;
  smt::TermManager& terms_;
  smt::SymbolId sizes_;
  domains::PredicatePrecision result_;
};

} // namespace

domains::PredicatePrecision length_predicates(const StringUses& uses, const facts::MemoryRegions& regions,
                                              smt::Encoder& encoder, smt::SymbolId sizes) {
  return LengthPredicates(uses, regions, encoder, sizes).offered();
}

} // namespace vouch::refinement
