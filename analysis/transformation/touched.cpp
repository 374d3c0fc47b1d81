#include "analysis/transformation/touched.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::transformation {
namespace {

bool are_disturbing(Effect first, Effect second) {
  return first != Effect::Reads && !(first == Effect::LeavesUndetermined && second == Effect::LeavesUndetermined);
}

bool overlap(const facts::Bytes& a, const facts::Bytes& b) { return a.begin < b.end && b.begin < a.end; }

/// As many bytes as `size` says, if that is known.
facts::Bytes bytes_of(cfa::ExpressionRef size) {
  const auto* constant = std::get_if<cfa::Constant>(&size->node);
  return constant != nullptr && constant->value > 0 ? facts::Bytes{0, constant->value} : all_bytes;
}

facts::Bytes bytes_of(const cfa::Type& type) { return {0, static_cast<cfa::Integer>(cfa::size_in_bytes(type))}; }

IdSet<facts::RegionId> only(facts::RegionId region) {
  IdSet<facts::RegionId> result;
  result.insert(region);
  return result;
}

} // namespace

IdSet<facts::RegionId> regions_behind(cfa::ExpressionRef pointer, const facts::MemoryRegions& regions) {
  IdSet<facts::RegionId> result;
  for (facts::RegionId region : regions.group_of(pointer).regions) {
    result.insert(region);
  }
  return result;
}

std::vector<MemoryUse> uses_in(cfa::ExpressionRef expression, const facts::MemoryRegions& regions) {
  std::vector<MemoryUse> result;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
      result.push_back(
          {Effect::Reads, load->address, bytes_of(part->type), only(regions.region_of(load->address, part->type))});
    }
  });
  return result;
}

std::vector<MemoryUse> uses_of(const cfa::Operation& operation, const facts::MemoryRegions& regions) {
  std::vector<MemoryUse> result;
  for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
    std::vector<MemoryUse> read = uses_in(expression, regions);
    std::move(read.begin(), read.end(), std::back_inserter(result));
  }
  auto use = [&](Effect effect, cfa::ExpressionRef pointer, const facts::Bytes& bytes) {
    result.push_back({effect, pointer, bytes, regions_behind(pointer, regions)});
  };
  std::visit(
      Overloaded{
          [&](const cfa::Store& op) {
            result.push_back({Effect::Writes, op.address, bytes_of(op.value->type),
                              only(regions.region_of(op.address, op.value->type))});
          },
          [&](const cfa::Free& op) { use(Effect::Writes, op.address, all_bytes); },
          [&](const cfa::CopyMemory& op) {
            use(Effect::Writes, op.destination, bytes_of(op.size));
            use(Effect::Reads, op.source, bytes_of(op.size));
          },
          [&](const cfa::SetMemory& op) { use(Effect::Writes, op.destination, bytes_of(op.size)); },
          [&](const cfa::WriteBytes& op) {
            use(Effect::Writes, op.destination, facts::Bytes{0, static_cast<cfa::Integer>(op.bytes->size())});
          },
          [&](const cfa::ReceiveMemory& op) { use(Effect::LeavesUndetermined, op.destination, bytes_of(op.size)); },
          [&](const cfa::HavocMemory& op) {
            if (op.address != nullptr) {
              use(Effect::LeavesUndetermined, op.address, all_bytes);
              return;
            }
            MemoryUse everything{Effect::LeavesUndetermined, nullptr, all_bytes, {}};
            for (std::size_t region = 0; region < regions.region_count(); ++region) {
              everything.regions.insert(facts::RegionId(region));
            }
            result.push_back(std::move(everything));
          },
          [](const auto&) {}, // what begins to live was noticed by nobody
      },
      operation);
  return result;
}

facts::Bytes bytes_from_base(const MemoryUse& use) {
  facts::Bytes result = use.bytes;
  cfa::ExpressionRef pointer = use.pointer;
  while (true) {
    if (const auto* conversion = std::get_if<cfa::Convert>(&pointer->node);
        conversion != nullptr && cfa::is_pointer(conversion->operand->type)) {
      pointer = conversion->operand;
      continue;
    }
    const auto* sum = std::get_if<cfa::Binary>(&pointer->node);
    if (sum == nullptr || sum->op != cfa::BinaryOperator::PointerAdd) {
      return result;
    }
    const auto* distance = std::get_if<cfa::Constant>(&sum->right->node);
    if (distance == nullptr) {
      return all_bytes;
    }
    result = {result.begin + distance->value, result.end + distance->value};
    pointer = sum->left;
  }
}

void Touched::insert(const Touched& other) {
  registers_read.insert(other.registers_read);
  registers_written.insert(other.registers_written);
  for (std::size_t effect = 0; effect < regions.size(); ++effect) {
    regions[effect].insert(other.regions[effect]);
  }
  variables.insert(variables.end(), other.variables.begin(), other.variables.end());
  leaves_all_undetermined = leaves_all_undetermined || other.leaves_all_undetermined;
  lifetimes_read.insert(other.lifetimes_read);
  lifetimes_ended.insert(other.lifetimes_ended);
}

bool disturbs(const Touched& a, const Touched& b) {
  constexpr std::array effects = {Effect::Reads, Effect::Writes, Effect::LeavesUndetermined};
  for (const Effect first : effects) {
    for (const Effect second : effects) {
      if (are_disturbing(first, second) && a.of(first).intersects(b.of(second))) {
        return true;
      }
    }
  }
  const bool meet_in_variable = std::ranges::any_of(a.variables, [&](const VariableUse& first) {
    return std::ranges::any_of(b.variables, [&](const VariableUse& second) {
      return first.variable == second.variable && are_disturbing(first.effect, second.effect) &&
             overlap(first.bytes, second.bytes);
    });
  });
  const bool leaves_other_variables = a.leaves_all_undetermined && !b.variables.empty();
  return meet_in_variable || leaves_other_variables || a.registers_written.intersects(b.registers_read) ||
         a.registers_written.intersects(b.registers_written) || a.lifetimes_ended.intersects(b.lifetimes_read);
}

} // namespace vouch::transformation
