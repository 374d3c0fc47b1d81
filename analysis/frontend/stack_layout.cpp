#include "analysis/frontend/stack_layout.hpp"

#include <algorithm>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/LEB128.h>
#include <optional>

namespace vouch::frontend {
namespace {

using llvm::DWARFDie;

/// A local variable as the debugging information has it.
struct Local {
  DWARFDie entry;
  std::string function;
  std::string name;
  unsigned line = 0;
};

std::string name_of(const DWARFDie& entry) {
  const char* name = entry.getShortName();
  return name != nullptr ? name : "";
}

DWARFDie function_around(DWARFDie entry) {
  while (entry.isValid() && entry.getTag() != llvm::dwarf::DW_TAG_subprogram) {
    entry = entry.getParent();
  }
  return entry;
}

std::vector<Local> locals_in(llvm::DWARFContext& context) {
  std::vector<Local> result;
  for (const auto& unit : context.compile_units()) {
    for (unsigned index = 0; index < unit->getNumDIEs(); ++index) {
      const DWARFDie entry = unit->getDIEAtIndex(index);
      if (entry.getTag() == llvm::dwarf::DW_TAG_variable && function_around(entry).isValid()) {
        result.push_back({entry, name_of(function_around(entry)), name_of(entry), //
                          static_cast<unsigned>(entry.getDeclLine())});
      }
    }
  }
  return result;
}

/// From the frame pointer of its function.
std::optional<std::int64_t> distance_of(const DWARFDie& variable, std::int64_t address_size) {
  const auto attribute = variable.find(llvm::dwarf::DW_AT_location);
  if (!attribute) {
    return nowhere;
  }
  const auto location = attribute->getAsBlock();
  if (!location || location->size() < 2) {
    return std::nullopt;
  }
  const std::int64_t offset = llvm::decodeSLEB128(location->data() + 1, nullptr, location->end());
  const std::uint8_t frame_pointer = address_size == 8 ? llvm::dwarf::DW_OP_breg6 : llvm::dwarf::DW_OP_breg5;
  if (location->front() == frame_pointer) {
    return offset; // where the stack was aligned for the function
  }
  // From where the caller's frame ends: the return address and the saved frame pointer are in between.
  return location->front() == llvm::dwarf::DW_OP_fbreg ? std::optional(offset + 2 * address_size) : std::nullopt;
}

/// Without qualifiers and names.
DWARFDie type_of(const DWARFDie& entry) {
  DWARFDie type = entry.getAttributeValueAsReferencedDie(llvm::dwarf::DW_AT_type);
  while (type.isValid() &&
         (type.getTag() == llvm::dwarf::DW_TAG_typedef || type.getTag() == llvm::dwarf::DW_TAG_const_type ||
          type.getTag() == llvm::dwarf::DW_TAG_volatile_type)) {
    type = type.getAttributeValueAsReferencedDie(llvm::dwarf::DW_AT_type);
  }
  return type;
}

/// Of the part of a struct that `path` leads to, `x.y`, from the start of `entry`'s object.
std::optional<std::int64_t> offset_of(const DWARFDie& entry, llvm::StringRef path) {
  if (path.empty()) {
    return 0;
  }
  const auto [name, rest] = path.split('.');
  for (const DWARFDie& member : type_of(entry).children()) {
    if (member.getTag() != llvm::dwarf::DW_TAG_member || member.find(llvm::dwarf::DW_AT_bit_size)) {
      continue;
    }
    const bool is_wanted = name == name_of(member);
    const auto inner = is_wanted                 ? offset_of(member, rest)
                       : name_of(member).empty() ? offset_of(member, path)
                                                 : std::nullopt;
    if (inner) {
      return static_cast<std::int64_t>(
                 llvm::dwarf::toUnsigned(member.find(llvm::dwarf::DW_AT_data_member_location), 0)) +
             *inner;
    }
  }
  return std::nullopt;
}

/// The place's variable, if there is one that it has to be.
const Local* find(const std::vector<Local>& locals, const StackPlace& place, llvm::StringRef name) {
  std::vector<const Local*> found;
  for (const Local& local : locals) {
    if (local.function == place.function && name == local.name) {
      found.push_back(&local);
    }
  }
  if (found.size() > 1) {
    std::erase_if(found, [&](const Local* local) { return local->line != place.line; });
  }
  return found.size() == 1 ? found.front() : nullptr;
}

} // namespace

Result<std::vector<std::int64_t>> find_on_stack(const std::string& object_file, const std::vector<StackPlace>& places) {
  auto file = llvm::object::ObjectFile::createObjectFile(object_file);
  if (!file) {
    return Error{llvm::toString(file.takeError())};
  }
  const auto processor = file->getBinary()->getArch();
  if (processor != llvm::Triple::x86 && processor != llvm::Triple::x86_64) {
    return Error{"where local variables are in a frame is known of x86 only"};
  }
  const std::int64_t address_size = file->getBinary()->getBytesInAddress();
  const auto context = llvm::DWARFContext::create(*file->getBinary());
  const std::vector<Local> locals = locals_in(*context);
  std::vector<std::int64_t> result;
  for (const StackPlace& place : places) {
    const auto [name, path] = llvm::StringRef(place.variable).split('.');
    const Local* local = find(locals, place, name);
    const auto distance = local != nullptr ? distance_of(local->entry, address_size) : std::nullopt;
    const auto offset = distance ? offset_of(local->entry, path) : std::nullopt;
    if (!offset) {
      return Error{"the compiler does not say where it puts \"" + place.variable + "\" of \"" + place.function + "\""};
    }
    result.push_back(*distance == nowhere ? nowhere : *distance + *offset);
  }
  return result;
}

} // namespace vouch::frontend
